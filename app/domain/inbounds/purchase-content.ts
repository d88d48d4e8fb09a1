import { z } from "zod";
import type { Inbound } from "../../fulfilment/answers.ts";
import {
  faultsOf,
  longest,
  newInbound,
  type Fault,
  type InboundChanges,
  type NewInbound,
} from "../../fulfilment/requests.ts";
import type { InboundRef, Sku } from "../ids.ts";
import { refOfLine } from "./compare-lines.ts";
import { SENDER_FIELDS } from "./sender.ts";

/*
 * What a purchase announces: who sends how many pieces of what, and when they are expected.
 */

export const PURCHASE_FIELDS = ["supplierRef", "expectedReceiveDate", ...SENDER_FIELDS] as const;
export type PurchaseField = (typeof PURCHASE_FIELDS)[number];

/** The warehouse has to recognise the goods when they come, and to know when that is. */
const NEEDED: readonly PurchaseField[] = ["supplierRef", "expectedReceiveDate", "senderName"];

/** Lines of one inbound. Each change of a line is a call, and a page has to show them all. */
export const MOST_LINES = 2000;

const lineSchema = z.object({ sku: z.string().transform((sku) => sku as Sku), quantity: z.int() });
export type PurchaseLine = z.output<typeof lineSchema>;

/** As it comes from a form, and as it is kept. Fields that nobody filled in are empty. */
export const contentSchema = z.object({
  fields: z.record(z.enum(PURCHASE_FIELDS), z.string()),
  lines: z.array(lineSchema),
});
export type PurchaseContent = z.output<typeof contentSchema>;

/** What a form sends: its content, and whether SKUs that could not be checked are to be sent all the same. */
export const sentSchema = z.object({ content: contentSchema, sendUnchecked: z.boolean().optional() });

/** @throws ZodError when it is none, which only a mistake of ours can cause. */
export function readContent(json: unknown): PurchaseContent {
  return contentSchema.parse(json);
}

/** Of which field the interface takes how many characters at most. */
export const FIELD_LIMITS: Partial<Record<PurchaseField, number>> = Object.fromEntries(
  PURCHASE_FIELDS.flatMap((field) => {
    const limit = longest(field);
    return limit === null ? [] : [[field, limit]];
  }),
);

/** Every way in which it may not be sent; empty when it may. */
export function contentFaults(content: PurchaseContent): Fault[] {
  const { fields, lines } = content;
  const missing = NEEDED.filter((field) => fields[field].trim() === "").map((field): Fault => ({
    field,
    rule: "missing",
  }));
  const named = new Set(missing.map(({ field }) => field));
  const broken = faultsOf(newInbound, bodyOf("" as InboundRef, content)).filter(
    ({ field }) => field !== "ref" && !/^lines\[\d+\]\.ref$/.test(field) && !named.has(field),
  );
  const seen = new Set<string>();
  const ofLines = lines.flatMap(({ sku, quantity }, index): Fault[] => {
    const isTwice = seen.has(sku);
    seen.add(sku);
    return [
      ...(isTwice ? [{ field: `lines[${index}].sku`, rule: "not-allowed" } as const] : []),
      ...(quantity === 0
        ? [{ field: `lines[${index}].quantity`, rule: "out-of-range", limit: 1 } as const]
        : []),
    ];
  });
  const count: Fault[] = [
    ...(lines.length === 0 ? [{ field: "lines", rule: "missing" } as const] : []),
    ...(lines.length > MOST_LINES
      ? [{ field: "lines", rule: "out-of-range", limit: MOST_LINES } as const]
      : []),
  ];
  return [...missing, ...broken, ...ofLines, ...count];
}

/** What nobody filled in is left out. */
const withoutEmpty = (fields: PurchaseContent["fields"]): InboundChanges =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));

/** As the warehouse takes it. */
export function bodyOf(ref: InboundRef, { fields, lines }: PurchaseContent): NewInbound {
  return {
    ...{ ref, type: "purchase", ...withoutEmpty(fields) },
    expectedReceiveDate: fields.expectedReceiveDate,
    // Left out it would be null at some warehouses and missing at others.
    senderAddressLine2: fields.senderAddressLine2 || null,
    lines: lines.map(({ sku, quantity }) => ({ ref: refOfLine(ref, sku), sku, quantity })),
  };
}

/**
 * What an inbound announces, as the warehouse shows it. Lines of one SKU are one. Where it leaves its lines out, they are those
 * `known` so far.
 */
export function contentOf(inbound: Inbound, known: PurchaseContent["lines"]): PurchaseContent {
  const fields = Object.fromEntries(PURCHASE_FIELDS.map((field) => [field, inbound[field] ?? ""]));
  if (inbound.lines === null) return { fields: fields as PurchaseContent["fields"], lines: known };
  const pieces = new Map<Sku, number>();
  for (const line of inbound.lines) {
    const sku = line.sku as Sku;
    pieces.set(sku, (pieces.get(sku) ?? 0) + line.quantity);
  }
  return {
    fields: fields as PurchaseContent["fields"],
    lines: [...pieces].map(([sku, quantity]) => ({ sku, quantity })),
  };
}

/** The fields in which an inbound is not what is wanted. */
export function changedFields(fields: PurchaseContent["fields"], inbound: Inbound): InboundChanges {
  const changed = PURCHASE_FIELDS.filter((field) => fields[field] !== (inbound[field] ?? ""));
  return Object.fromEntries(changed.map((field) => [field, fields[field]]));
}

export function piecesOf(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** What the list and its search know of a purchase. */
export function listedOf(ref: string, { fields, lines }: PurchaseContent) {
  const { senderName: supplier, supplierRef, expectedReceiveDate } = fields;
  return {
    ...{ supplier, supplierRef, expectedOn: expectedReceiveDate.slice(0, 10) },
    announced: listable(piecesOf(lines)),
    search: [supplierRef, supplier, ref].join(" ").toLowerCase(),
  };
}

/** A number of pieces as the list can hold it. Nobody counts that far. */
export const listable = (pieces: number): number => Math.min(pieces, 2_147_483_647);
