import { Prisma } from "@prisma/client";
import { z } from "zod";
import type { Tx } from "../../../db.server.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import { noteActivity } from "../../activity/note-activity.ts";
import { LONG_TX_MS } from "../../catalog/mapping/match-variants.ts";
import { clearProblems } from "../../problems/problems.ts";
import type { ShopContext } from "../../shop-context.ts";
import { loadStockSettings, type StockSettings } from "../settings/stock-settings.ts";
import { JUMPS_COUNT_MS } from "./decide-jump.ts";
import { MIRRORED } from "./decide-stock.ts";
import { countOf, JUMP_WAYS, type Jumps, type JumpWay, type StoppedJumps } from "./jumps.ts";
import { lockStock } from "./with-stock-lock.ts";

/** What the merchant has seen of each way: how many variants, and how many units they would show together. */
export const seenSchema = z.record(z.enum(JUMP_WAYS), z.object({ count: z.int().min(0), target: z.int() }));
type Seen = z.infer<typeof seenSchema>;

const NONE: Jumps = { count: 0, shown: 0, target: 0 };

/** Counts the variants that `stopJumps` holds back. */
export async function countStopped(
  { db, shop }: { db: Tx; shop: string },
  { mode }: StockSettings,
): Promise<StoppedJumps> {
  const figure = Prisma.raw(`"${MIRRORED[mode]}"`);
  const rows = await db.$queryRaw<(Jumps & { way: JumpWay })[]>`
    SELECT CASE WHEN "target" <= 0 THEN 'emptied' WHEN "target" < ${figure} THEN 'lowered' ELSE 'raised' END AS "way",
      count(*)::int AS "count", sum(${figure})::float8 AS "shown", sum("target")::float8 AS "target"
    FROM "StockLook" WHERE "shop" = ${shop} AND "verdict" = 'stopped' GROUP BY 1`;
  const found = new Map(rows.map(({ way, ...jumps }) => [way, jumps]));
  const of = (way: JumpWay) => found.get(way) ?? NONE;
  return { emptied: of("emptied"), lowered: of("lowered"), raised: of("raised") };
}

export type ConfirmJumpsOutcome =
  | { outcome: "confirmed"; count: number }
  /** The merchant has not seen all of what is held back by now: nothing is done, and these are to be asked about. */
  | { outcome: "other-jumps"; stopped: StoppedJumps };

/**
 * Says that the stock of the variants that are held back is right, when they are no more than the merchant has seen and rise no
 * further, and that so is what was written unasked. Other jumps that are found later are asked about again.
 */
export async function confirmJumps(ctx: ShopContext, { seen }: { seen: Seen }): Promise<ConfirmJumpsOutcome> {
  const { shop } = ctx;
  const settings = await loadStockSettings(ctx);
  const since = new Date(ctx.clock().getTime() - JUMPS_COUNT_MS);
  const answer = await ctx.db.$transaction(
    async (tx): Promise<ConfirmJumpsOutcome> => {
      // First: what is counted next is what is confirmed.
      await lockStock(tx, shop);
      const stopped = await countStopped({ db: tx, shop }, settings);
      const isSeen = JUMP_WAYS.every((way) => stopped[way].count <= seen[way].count);
      if (!isSeen || stopped.raised.target > seen.raised.target) return { outcome: "other-jumps", stopped };
      await tx.$executeRaw`
        UPDATE "StockLook" SET "usualStock" = greatest(0, coalesce("warehouseStock", 0)), "usualSince" = NULL,
          "jumpedAt" = NULL, "verdict" = CASE WHEN "verdict" = 'stopped' THEN 'write' ELSE "verdict" END
        WHERE "shop" = ${shop} AND ("verdict" = 'stopped' OR ("verdict" = 'equal' AND "jumpedAt" > ${since}))`;
      const count = countOf(stopped);
      if (count > 0) await noteActivity({ ...ctx, db: tx }, { kind: "jumps-confirmed", details: { count } });
      await queueJob(tx, { name: "compare-stock", shop });
      return { outcome: "confirmed", count };
    },
    { timeout: LONG_TX_MS },
  );
  // Cut off before it, the comparison that was asked for clears it.
  if (answer.outcome === "confirmed") await clearProblems(ctx, { kinds: ["stock-stopped"] });
  return answer;
}
