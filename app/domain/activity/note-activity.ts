import { Prisma } from "@prisma/client";
import type { Tx } from "../../db.server.ts";
import type { ShopContext } from "../shop-context.ts";
import { areaOf, type SettingsChanged, type ToldActivity } from "./activity-kinds.ts";

export type NewActivity = ToldActivity & {
  /** A variant's id, or an SKU. */
  subject?: string | null | undefined;
  /** When it was, if not now. */
  at?: Date;
};

type Who = Pick<ShopContext, "shop" | "clock" | "staffId">;
/** A shop's world as far as it takes to note something; `db` is the transaction of the change. */
type Noting = Who & { db: Tx };

/** Notes something that happened and that no other table tells, in the transaction in which it happens. */
export async function noteActivity({ db, ...who }: Noting, activity: NewActivity): Promise<void> {
  await db.$executeRaw(notingActivity(who, activity));
}

/** The statement that does so, for a transaction without Prisma. */
export function notingActivity(
  { shop, clock, staffId }: Who,
  { kind, details, subject = null, at = clock() }: NewActivity,
): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO "Activity" ("shop", "area", "kind", "details", "subject", "at", "staffId")
    VALUES (${shop}, ${areaOf(kind)}::"ActivityArea", ${kind}, ${JSON.stringify(details)}::jsonb, ${subject}, ${at}, ${staffId})`;
}

/** Notes which of the merchant's choices are others than before; nothing where all are the same. */
export async function noteSettings(
  ctx: Noting,
  { of, before, now }: { of: SettingsChanged["of"]; before: object; now: object },
): Promise<void> {
  const changes = changesBetween(before, now);
  if (changes.length > 0) await noteActivity(ctx, { kind: "settings-changed", details: { of, changes } });
}

function changesBetween(before: object, now: object): SettingsChanged["changes"] {
  const [were, are] = [new Map(Object.entries(before)), new Map(Object.entries(now))];
  return [...are.keys()].flatMap((setting) => {
    const [from, to] = [valueOf(were.get(setting)), valueOf(are.get(setting))];
    return from === to ? [] : [{ setting, from, to }];
  });
}

function valueOf(value: unknown): string | number | boolean | null {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}
