import { Prisma } from "@prisma/client";
import type { ShopContext } from "../shop-context.ts";
import { RETURN_TABS, STAGES_OF, type ReturnTab } from "./return-tabs.ts";

/** How many of the shop's returns stand where; those only a person can mend may stand anywhere. */
export type ReturnCounts = Record<ReturnTab, number>;

/** Counted no further: whoever has as many wants to know that, not the figure. */
export const MANY_RETURNS = 1_000;

/** Counts along an index, each up to `MANY_RETURNS`. */
export async function countReturns(ctx: ShopContext): Promise<ReturnCounts> {
  const counts = RETURN_TABS.map(
    (tab) => Prisma.sql`
      SELECT ${tab} AS "tab", count(*)::int AS "count" FROM (
        SELECT FROM "Return" WHERE "shop" = ${ctx.shop} AND ${condition(tab)} LIMIT ${MANY_RETURNS}) counted`,
  );
  const rows = await ctx.db.$queryRaw<{ tab: ReturnTab; count: number }[]>(
    Prisma.join(counts, " UNION ALL "),
  );
  const of = (tab: ReturnTab) => rows.find((row) => row.tab === tab)?.count ?? 0;
  return {
    needs: of("needs"),
    requested: of("requested"),
    earlier: of("earlier"),
    on_its_way: of("on_its_way"),
    arriving: of("arriving"),
    done: of("done"),
  };
}

function condition(tab: ReturnTab): Prisma.Sql {
  if (tab === "needs") return Prisma.sql`"needsPerson"`;
  const stages = STAGES_OF[tab].map((stage) => Prisma.sql`${stage}::"ReturnStage"`);
  return Prisma.sql`"stage" IN (${Prisma.join(stages)})`;
}
