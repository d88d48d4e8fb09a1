import { z } from "zod";
import { DISPOSITION_TYPES, type DispositionType } from "../../shopify/returns.ts";

/*
 * What was sent back, line by line, as both worlds last showed it: kept with the return for its page and its decisions.
 */

const count = z.int().min(0);

const dispositions = z.record(z.enum(DISPOSITION_TYPES), count);

export const NONE_DISPOSED: Record<DispositionType, number> = {
  RESTOCKED: 0,
  NOT_RESTOCKED: 0,
  PROCESSING_REQUIRED: 0,
  MISSING: 0,
};

const lineSchema = z.object({
  /** The fulfilment line it was sent out with; of an unverified one, the return line. */
  id: z.string(),
  title: z.string(),
  variantTitle: z.string().nullable(),
  /** The SKU it was sold under. */
  soldSku: z.string().nullable(),
  variantId: z.string().nullable(),
  quantity: count,
  /**
   * What it is to the warehouse: `mapped` to the goods in `components`; not mapped yet; set aside by the merchant; sold
   * without a variant; or sent back without anybody knowing what it is.
   */
  goods: z.enum(["mapped", "unmapped", "ignored", "custom", "unverified"]),
  components: z.array(z.object({ sku: z.string(), quantity: z.int().min(1) })),
  /** The location that shipped it; null when Shopify names none, absent before it was asked for (`load-lines.ts`). */
  shippedFrom: z.string().nullable().exactOptional(),
  /**
   * Whether the warehouse is to expect it, as far as it is mapped: a line that another location shipped goes back there,
   * unless the merchant says otherwise.
   */
  isSent: z.boolean().default(true),
  /** Pieces the warehouse has received so far. */
  good: count,
  defective: count,
  /** Received in a condition that the warehouse does not say; of lines kept before that was asked, none. */
  unclear: count.default(0),
  /** Pieces disposed of so far, by whomever. */
  disposed: dispositions,
  /** Units among them that had not come in when the inbound was made: the warehouse was not asked for them. */
  settledBefore: dispositions.default({ ...NONE_DISPOSED }),
});

export type ReturnLine = z.infer<typeof lineSchema>;

/** A line before its receipts are known: `settledBefore` is null while the warehouse has not been asked for it. */
export type LoadedLine = Omit<ReturnLine, "settledBefore"> & {
  settledBefore: ReturnLine["settledBefore"] | null;
};

/** The lines kept with a return. @throws ZodError when they are none, which only a mistake of ours can cause. */
export function readLines(json: unknown): ReturnLine[] {
  return z.array(lineSchema).parse(json);
}

/** Pieces of a line that somebody has disposed of. */
export function disposedOf({ disposed }: Pick<ReturnLine, "disposed">): number {
  return Object.values(disposed).reduce((sum, pieces) => sum + pieces, 0);
}

/** Pieces of a line that somebody has disposed of as come back, in whatever condition. */
export function backOf(line: Pick<ReturnLine, "disposed">): number {
  return disposedOf(line) - line.disposed.MISSING;
}

/** Units of a line that were disposed of since its inbound was made: these may be units that came in. */
export function disposedSince({
  disposed,
  settledBefore,
}: Pick<ReturnLine, "disposed" | "settledBefore">): Record<DispositionType, number> {
  const since = { ...NONE_DISPOSED };
  for (const type of DISPOSITION_TYPES) since[type] = Math.max(0, disposed[type] - settledBefore[type]);
  return since;
}

/**
 * Units of a line that were disposed of as come back and have never come in, and those that count as missing.
 * @param corrected units that had come in before the warehouse corrected that
 */
export function settledWithoutReceipt(
  line: Omit<ReturnLine, "settledBefore">,
  corrected = 0,
): Record<DispositionType, number> {
  const { disposed, good, unclear } = line;
  let rest = Math.max(0, backOf(line) - receivedOf(line) - corrected);
  const take = (units: number) => {
    const taken = Math.min(rest, Math.max(0, units));
    rest -= taken;
    return taken;
  };
  const restockedBeyond = take(disposed.RESTOCKED - good - unclear);
  const others = {
    NOT_RESTOCKED: take(disposed.NOT_RESTOCKED),
    PROCESSING_REQUIRED: take(disposed.PROCESSING_REQUIRED),
  };
  return { ...others, RESTOCKED: restockedBeyond + rest, MISSING: disposed.MISSING };
}

/** Units of a line that the warehouse was asked for, or is to be. */
export function askedOf({ quantity, settledBefore }: Pick<ReturnLine, "quantity" | "settledBefore">): number {
  return Math.max(0, quantity - disposedOf({ disposed: settledBefore }));
}

/** Units of a line that are to come in: they were not settled before it was sent, and do not count as missing. */
export function dueOf({ quantity, settledBefore, disposed }: ReturnLine): number {
  return Math.max(0, quantity - backOf({ disposed: settledBefore }) - disposed.MISSING);
}

/** Units of a line that have come in although they count as missing. */
export function turnedUpOf(line: ReturnLine): number {
  return Math.min(line.disposed.MISSING, Math.max(0, receivedOf(line) - dueOf(line)));
}

/** Units of a line that the warehouse has received. */
export function receivedOf({
  good,
  defective,
  unclear,
}: Pick<ReturnLine, "good" | "defective" | "unclear">): number {
  return good + defective + unclear;
}

/** Lines that the warehouse could expect and does not, because it did not ship them; those that are disposed of are left out. */
export function shippedElsewhere(lines: readonly ReturnLine[]): ReturnLine[] {
  return lines.filter((line) => line.goods === "mapped" && !line.isSent && disposedOf(line) < line.quantity);
}

/** Units of a line that the warehouse expects, and that have neither come in nor been disposed of. */
export function outstandingOf(line: ReturnLine): number {
  if (line.goods !== "mapped" || !line.isSent) return 0;
  const accounted = Math.max(receivedOf(line), backOf({ disposed: disposedSince(line) }));
  return Math.max(0, dueOf(line) - accounted);
}

/** Whether all units of a return are disposed of that the warehouse may have to do with. */
export function isSettled(lines: readonly ReturnLine[]): boolean {
  const ours = lines.filter(({ goods }) => goods !== "ignored");
  return isDisposed(ours.length > 0 ? ours : lines);
}

/** Whether all units of these lines are disposed of. */
export function isDisposed(lines: readonly ReturnLine[]): boolean {
  return lines.length > 0 && lines.every((line) => disposedOf(line) >= line.quantity);
}

/** Whether some of it is still to come to the warehouse, as far as it is known what the lines are. */
export function isAwaited(lines: readonly ReturnLine[]): boolean {
  return lines
    .filter(({ goods, isSent }) => isSent && goods !== "ignored")
    .some((line) => (line.goods === "mapped" ? outstandingOf(line) > 0 : !isDisposed([line])));
}
