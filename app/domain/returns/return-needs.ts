import { z } from "zod";
import { INVALID_RULES } from "../../fulfilment/errors.ts";
import { sentenceSchema } from "../merchant-sentence.ts";
import { NO_ROOM } from "../stock/mirror/no-room.ts";

/*
 * What only a person can mend about a return. Worked out anew from each reading: a need is gone when its cause is.
 */

/** `id` is the line's; needs that were stored before it was kept have none. */
const goods = {
  ...{ id: z.string().exactOptional(), title: z.string() },
  ...{ sku: z.string().nullable(), quantity: z.int() },
};
/** One line of the return. */
const line = { id: z.string(), title: z.string() };
const pieces = { sku: z.string(), quantity: z.int() };

export const needSchema = z.discriminatedUnion("kind", [
  /** The warehouse takes no such sender: which field, and which rule it breaks (`limit` and `length` in characters). */
  z.object({
    kind: z.literal("sender"),
    field: z.string(),
    rule: z.enum(INVALID_RULES),
    limit: z.number().optional(),
    length: z.number().optional(),
  }),
  /** Sent back, and not mapped to anything at the warehouse. */
  z.object({ kind: z.literal("unmapped"), ...goods }),
  /** Sent back without a variant: nothing at the warehouse can stand for it. */
  z.object({ kind: z.literal("custom"), ...goods }),
  z.object({ kind: z.literal("unverified"), ...goods }),
  /** The warehouse would not do `what`, of so many units: a refusal of something else is another need. */
  z.object({
    ...{ kind: z.literal("refused"), sentence: sentenceSchema },
    what: z.enum(["announce", "change", "delete", "sender"]).exactOptional(),
    units: z.int().exactOptional(),
  }),
  /** The inbound was there and is not any more, or was cancelled at the warehouse. */
  z.object({ kind: z.literal("inbound-gone") }),
  /** Its inbound is in the warehouse account that was connected before. */
  z.object({ kind: z.literal("other-account") }),
  /** The store does not show it any more: its order was deleted, or is older than the app may see. */
  z.object({ kind: z.literal("not-shown") }),
  /** Not all of it has come, long after the day it was expected (`YYYY-MM-DD`). */
  z.object({ kind: z.literal("overdue"), expectedOn: z.string() }),
  /** The return changed, or was cancelled, when the warehouse had begun with it. */
  z.object({ kind: z.literal("changed-late") }),
  z.object({ kind: z.literal("cancelled-late") }),
  z.object({ kind: z.literal("label") }),
  /** Came in beyond what was announced, or without having been announced. */
  z.object({ kind: z.literal("over"), ...pieces }),
  z.object({ kind: z.literal("unknown"), ...pieces }),
  /**
   * Came in a condition that the warehouse does not say; or it does not say of which SKU, or how many (null). Where several lines of
   * receipts say the same of that, `lines` is how many.
   */
  z.object({
    ...{ kind: z.literal("unclear"), sku: z.string().nullable(), quantity: z.int().nullable() },
    lines: z.int().exactOptional(),
  }),
  /** The warehouse is done, and so many have not come. */
  z.object({ kind: z.literal("short"), ...pieces }),
  /** Came in, and the shop's return is closed or cancelled. */
  z.object({ kind: z.literal("late"), ...pieces }),
  /**
   * The warehouse says now that fewer units came than were disposed of as come back (`settled`), or fewer in good condition than were
   * restocked.
   */
  z.object({
    kind: z.literal("corrected"),
    as: z.enum(["settled", "restocked"]),
    ...{ ...line, settled: z.int(), came: z.int() },
  }),
  /** Of so many units that count as missing, so many have come. */
  z.object({ kind: z.literal("turned-up"), ...line, missing: z.int(), came: z.int() }),
  /** The shop would not take the disposition of so many units. */
  z.object({ kind: z.literal("disposition"), reason: z.string(), units: z.int().exactOptional() }),
  /** Came in good, and is not put back in stock yet. */
  z.object({
    kind: z.literal("restock-waits"),
    why: z.enum(NO_ROOM),
    ...{ id: z.string().exactOptional(), title: z.string() },
    quantity: z.int(),
  }),
]);

export type Need = z.infer<typeof needSchema>;

/** A need without the words of either system or of a customer. */
export function withoutWords(need: Need): Need {
  switch (need.kind) {
    case "unverified":
      return { ...need, title: "" };
    case "refused":
      return {
        ...need,
        sentence: { key: withoutReason(need.sentence.key), values: { ...need.sentence.values, reason: "" } },
      };
    case "disposition":
      return { ...need, reason: "" };
    default:
      return need;
  }
}

type Key = Extract<Need, { kind: "refused" }>["sentence"]["key"];

const withoutReason = (key: Key): Key => (key === "refused" ? "refused-unexplained" : key);

/** The needs kept with a return. @throws ZodError when they are none, which only a mistake of ours can cause. */
export function readNeeds(json: unknown): Need[] {
  return z.array(needSchema).parse(json);
}
