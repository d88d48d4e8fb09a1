import type { StockSweep } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import type { ShopContext } from "../../shop-context.ts";

/*
 * The comparison of all stock that is under way is a row. Every step of it counts only as long as the row is there under
 * its id: called off, it is deleted.
 */

/** Begins a comparison of all stock, unless one is under way; `asked` when the merchant waits for it. */
export async function beginSweep(
  tx: Tx,
  { shop, now, asked }: { shop: string; now: Date; asked: boolean },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "StockSweep" AS s ("shop", "startedAt", "asked", "variants")
    SELECT ${shop}, ${now}, ${asked}, count(*) FROM "Variant" v WHERE v."shop" = ${shop} AND v."state" = 'mapped'
    ON CONFLICT ("shop") DO UPDATE SET "asked" = s."asked" OR excluded."asked"`;
}

/** Writes down how far a sweep is. @returns it as it stands then; `null` when it was called off. */
export async function advanceSweep(
  { db, shop }: ShopContext,
  { id }: StockSweep,
  data: Partial<StockSweep>,
): Promise<StockSweep | null> {
  const [sweep] = await db.stockSweep.updateManyAndReturn({ where: { shop, id }, data });
  return sweep ?? null;
}

/** @returns whether the merchant waits for it; `null` when it was called off. */
export async function endSweep({ pool, shop }: ShopContext, { id }: StockSweep): Promise<boolean | null> {
  const { rows } = await pool.query<{ asked: boolean }>(
    `DELETE FROM "StockSweep" WHERE "shop" = $1 AND "id" = $2 RETURNING "asked"`,
    [shop, id],
  );
  return rows[0]?.asked ?? null;
}

/** Has a sweep gone on with in so many milliseconds; one that was called off meanwhile is not begun again. */
export async function putOffSweep(
  { db, shop }: ShopContext,
  { id }: StockSweep,
  inMs: number,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const [standing] = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "StockSweep" WHERE "shop" = ${shop} AND "id" = ${id}::uuid FOR UPDATE`;
    if (standing) await queueJob(tx, { name: "sweep-stock", shop, inMs });
  });
}
