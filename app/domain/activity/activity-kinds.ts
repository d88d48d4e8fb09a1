import type { ActivityArea } from "@prisma/client";
import { z } from "zod";

/*
 * What stands in `Activity`: each kind with what its sentence names. Entries are kept for more than a year, so kinds and
 * their details are only ever added to.
 */

const count = z.int();
const nothing = z.object({});
/** Which problem, and what its sentences name (`problems.ts`). */
const problem = z.object({
  problem: z.string(),
  location: z.string().default(""),
  sku: z.string().default(""),
  newSku: z.string().default(""),
  reason: z.string().default(""),
  count: z.int().default(0),
});
/** Work that takes its time, as a merchant may cancel it, or dismiss what came of it. */
const work = z.enum([
  ...["import", "full-sync", "push", "update", "words"],
  ...["try-upload", "apply-upload", "undo-upload", "check-returns"],
] as const);
const view = z.object({ list: z.enum(["products", "returns", "inbounds", "activity"]), name: z.string() });
const atLocation = z.object({ location: z.string(), count, units: count });
const settingSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const KINDS = {
  /** The merchant said what a variant is; `goods` in words. */
  mapped: { area: "products", details: z.object({ goods: z.string() }) },
  /** A variant took over the mapping of one that is gone. */
  relinked: { area: "products", details: nothing },
  /** The merchant's word on so many variants at once. */
  words: {
    area: "products",
    details: z.object({ action: z.enum(["confirm", "unmap", "ignore", "reset"]), count }),
  },
  /** A file of mappings was uploaded, to see what it would change. */
  "upload-checked": { area: "products", details: z.object({ file: z.string() }) },
  /** How several variants were to share an SKU. No longer written: it is not asked any more (decision 51). */
  shared: { area: "products", details: z.object({ policy: z.enum(["same", "primary"]) }) },
  "upload-applied": {
    area: "products",
    details: z.object({ file: z.string(), changed: count, left: count }),
  },
  "upload-undone": { area: "products", details: z.object({ file: z.string(), undone: count, left: count }) },
  "push-started": { area: "products", details: z.object({ count }) },
  pushed: { area: "products", details: z.object({ created: count, present: count, rejected: count }) },
  /** The merchant wanted so many products updated at the warehouse. */
  "update-started": { area: "products", details: z.object({ count }) },
  /** The warehouse took a change of a product; `fields` by the interface's names. */
  "edit-sent": { area: "products", details: z.object({ fields: z.array(z.string()) }) },
  /** The warehouse has a product no longer. */
  "product-gone": { area: "products", details: nothing },
  /** Somebody deleted a product at the warehouse. */
  "product-deleted": { area: "products", details: nothing },
  "catalogues-read": { area: "products", details: z.object({ variants: count, products: count }) },
  /** The merchant had both catalogs read again. */
  "import-requested": { area: "products", details: nothing },
  "problem-opened": { area: "problems", details: problem },
  "problem-cleared": { area: "problems", details: problem },
  /** The record that an open problem names was retried. */
  "problem-retried": { area: "problems", details: problem },
  /** Everything that failed for good or too often was retried, and all of both systems compared. */
  "all-retried": { area: "problems", details: nothing },
  /** So many quarantined events were processed again; so many failed jobs. */
  "events-retried": { area: "problems", details: z.object({ count }) },
  "jobs-retried": { area: "problems", details: z.object({ count }) },
  /** The first step of connecting; the second. */
  "keys-entered": { area: "settings", details: nothing },
  connected: { area: "settings", details: z.object({ location: z.string() }) },
  "token-changed": { area: "settings", details: nothing },
  /** The new access token was another warehouse account's. */
  "account-changed": { area: "settings", details: nothing },
  "key-changed": { area: "settings", details: nothing },
  /** The key before the present one is not accepted any more, before its day was over. */
  "old-key-ended": { area: "settings", details: nothing },
  /** The warehouse was asked for its notifications once more. */
  "events-asked": { area: "settings", details: nothing },
  "location-changed": { area: "settings", details: z.object({ location: z.string() }) },
  /** The merchant had the quantities at a previous location set to 0, so many units of so many variants; had them put back. */
  "previous-location-cleared": { area: "settings", details: atLocation },
  "previous-location-restored": { area: "settings", details: atLocation },
  /** It is not offered any more to set the quantities at a previous location to 0. */
  "previous-location-dismissed": { area: "settings", details: z.object({ location: z.string() }) },
  /** Somebody saw for the first time what going live would change; did not want to be reminded of the set-up. */
  "report-seen": { area: "settings", details: nothing },
  "guide-dismissed": { area: "settings", details: nothing },
  disconnected: { area: "settings", details: nothing },
  uninstalled: { area: "settings", details: nothing },
  /** So many variants, or all of them, began to be written. */
  live: { area: "settings", details: z.object({ count }) },
  "live-all": { area: "settings", details: nothing },
  paused: { area: "settings", details: nothing },
  resumed: { area: "settings", details: nothing },
  "settings-changed": {
    area: "settings",
    details: z.object({
      of: z.enum(["stock", "returns", "products"]),
      changes: z.array(z.object({ setting: z.string(), from: settingSchema, to: settingSchema })),
    }),
  },
  /** Pieces kept back of one SKU; null goes by the shop's buffer again. */
  "buffer-set": { area: "settings", details: z.object({ pieces: count.nullable() }) },
  /** The merchant said that the stock of so many variants is right although it has jumped. */
  "jumps-confirmed": { area: "settings", details: z.object({ count }) },
  /** No longer written: other jumps than those to 0 are asked about too. */
  "zeroes-allowed": { area: "settings", details: z.object({ count }) },
  tracked: { area: "settings", details: nothing },
  "full-sync-requested": { area: "settings", details: nothing },
  /** Of one variant. */
  "sync-requested": { area: "settings", details: nothing },
  /** `count`: so many products are not sent any more. */
  "work-canceled": { area: "settings", details: z.object({ work, count }) },
  "work-dismissed": { area: "settings", details: z.object({ work }) },
  "view-saved": { area: "settings", details: view },
  "view-renamed": { area: "settings", details: view.extend({ to: z.string() }) },
  "view-deleted": { area: "settings", details: view },
  /** A shopper wants to know what is kept about them: Shopify's number of the request, and the orders it names. */
  "data-requested": {
    area: "settings",
    details: z.object({ request: z.string(), orderIds: z.array(z.string()) }),
  },
} as const satisfies Record<string, { area: ActivityArea; details: z.ZodObject }>;

export type ActivityKind = keyof typeof KINDS;

/** One entry: what it is and what its sentence names. */
export type ToldActivity = {
  [Kind in ActivityKind]: { kind: Kind; details: z.infer<(typeof KINDS)[Kind]["details"]> };
}[ActivityKind];

/** Work by the name that entries have it under. */
export type ToldWork = z.infer<typeof work>;

export type SettingsChanged = Extract<ToldActivity, { kind: "settings-changed" }>["details"];

export const areaOf = (kind: ActivityKind): ActivityArea => KINDS[kind].area;

/** An entry as it is kept; undefined when it is of a kind this version does not know. */
export function readActivity(kind: string, details: unknown): ToldActivity | undefined {
  if (!Object.hasOwn(KINDS, kind)) return undefined;
  const parsed = KINDS[kind as ActivityKind].details.safeParse(details);
  // TypeScript does not see that the details are those of the kind; the schema has just seen to it.
  return parsed.success ? ({ kind, details: parsed.data } as ToldActivity) : undefined;
}
