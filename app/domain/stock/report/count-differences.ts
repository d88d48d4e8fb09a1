import { Prisma } from "@prisma/client";
import type { ShopContext } from "../../shop-context.ts";
import { MIRRORED } from "../mirror/decide-stock.ts";
import { loadStockSettings } from "../settings/stock-settings.ts";

/** What writing everything that differs would do, as last found. */
export interface DifferenceCount {
  raised: number;
  /** Down, but not to 0. */
  lowered: number;
  emptied: number;
  /** Not stocked at the location until then. */
  activated: number;
  /** Units of all these: in the store, and as it would show them. */
  shown: number;
  target: number;
}

/** Counts what going live with everything would change. */
export async function countDifferences(ctx: ShopContext): Promise<DifferenceCount> {
  const { mode } = await loadStockSettings(ctx);
  const figure = Prisma.raw(`"${MIRRORED[mode]}"`);
  const [count] = await ctx.db.$queryRaw<DifferenceCount[]>`
    SELECT count(*) FILTER (WHERE "verdict" = 'write' AND "target" > ${figure})::int AS "raised",
      count(*) FILTER (WHERE "verdict" = 'write' AND "target" < ${figure} AND "target" > 0)::int AS "lowered",
      count(*) FILTER (WHERE "verdict" = 'write' AND "target" < ${figure} AND "target" = 0)::int AS "emptied",
      count(*) FILTER (WHERE "verdict" = 'activate')::int AS "activated",
      coalesce(sum(${figure}), 0)::float8 AS "shown", coalesce(sum("target"), 0)::float8 AS "target"
    FROM "StockLook" WHERE "shop" = ${ctx.shop} AND "verdict" IN ('write', 'activate')`;
  return count ?? { raised: 0, lowered: 0, emptied: 0, activated: 0, shown: 0, target: 0 };
}
