import type { StockVerdict } from "@prisma/client";
import { goodsInWords } from "../../catalog/goods-in-words.ts";
import type { Joined } from "../../connection/load-connection.ts";
import { clearProblems, openProblem } from "../../problems/problems.ts";
import type { RecordFailure } from "../../problems/record-failure.ts";
import type { ShopContext } from "../../shop-context.ts";
import { activateItems } from "./activate-items.ts";
import { isWritten } from "../settings/decide-rules.ts";
import { afterWriting, figureOf } from "./decide-stock.ts";
import type { StockWrite } from "./ledger-entries.ts";
import type { Looked } from "./look-at-stock.ts";
import { saveLooks, type Look } from "./stock-looks.ts";
import type { StockSettings } from "../settings/stock-settings.ts";
import { stopJumps } from "./stop-jumps.ts";
import { withCauses, type UncausedWrite } from "./write-causes.ts";
import { writeStock } from "./write-stock.ts";

/** What is not as it should be yet. */
export interface Mended {
  /** Those that have moved since they were read: look again. */
  stale: Looked[];
  /** Those whose write failed although Shopify works. */
  failed: Map<Looked, RecordFailure>;
  /** Those whose turn did not come, because those took the time. */
  left: Looked[];
}

/**
 * Writes into the shop what looking has found to differ, as far as the merchant lets it: not in shadow, not while
 * paused, only the chosen ones before everything is live, and not when too many would jump. What is not
 * written stays remembered as a difference.
 * @throws ShopifyError, LocationGone
 */
export async function mendStock(
  ctx: ShopContext,
  about: { connection: Joined; settings: StockSettings; looked: readonly Looked[] },
): Promise<Mended> {
  const { settings, connection } = about;
  const { locationId } = connection;
  const ours = about.looked.filter((one) => isWritten(settings, one));
  const allowed = await stopJumps(ctx, { settings, looked: ours });
  const to = { locationId, mode: settings.mode };
  const writesOf = (verdict: StockVerdict) => {
    const found = allowed.filter(({ look }) => look.verdict === verdict);
    return withCauses(
      ctx,
      found.map((one) => writeOf(settings, one)),
    );
  };
  const found = new Map(allowed.map((one) => [one.mapped.variantId, one]));
  const looks = (some: readonly StockWrite[]) => some.flatMap(({ variantId }) => found.get(variantId) ?? []);

  const mayWrite = () => isStillWritten(ctx, { connection, settings });
  const notStocked = await activateItems(ctx, { to, mayWrite, writes: await writesOf("activate") });
  const done = await writeStock(ctx, {
    ...{ to, mayWrite, writes: await writesOf("write") },
    remember: (written) =>
      saveLooks(
        ctx,
        looks(written).map(({ look }) => writtenLook(settings, { look, at: ctx.clock() })),
      ),
  });
  const rejected = [...notStocked.rejected, ...done.rejected];
  await saveLooks(
    ctx,
    looks(rejected.map(({ write }) => write)).map(({ look }) => withVerdict(look, "rejected")),
  );
  const unwritten = [...notStocked.failed.keys(), ...notStocked.left, ...done.failed.keys(), ...done.left];
  await noteRejections(ctx, { looked: ours, rejected, unwritten });
  const failed = [...notStocked.failed, ...done.failed].flatMap(([write, failure]) =>
    looks([write]).map((one): [Looked, RecordFailure] => [one, failure]),
  );
  return {
    stale: looks(done.stale),
    failed: new Map(failed),
    left: looks([...notStocked.left, ...done.left]),
  };
}

/**
 * Whether the merchant still lets us write, and to this place: asked before each call, because a run of many calls takes
 * minutes.
 */
export async function isStillWritten(
  { pool, shop }: ShopContext,
  { connection, settings }: { connection: Joined; settings: StockSettings },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "still-written",
    text: `SELECT FROM "StockSettings" s JOIN "Connection" c ON c."shop" = s."shop"
     WHERE s."shop" = $1 AND s."pausedAt" IS NULL AND s."phase" = $2::"StockPhase" AND s."mode" = $3::"StockMode"
       AND c."disconnectedAt" IS NULL AND c."stockEpoch" = $4`,
    values: [shop, settings.phase, settings.mode, connection.stockEpoch],
  });
  return rowCount === 1;
}

/** A look as what is to be written because of it. */
export function writeOf({ mode }: StockSettings, { mapped, look, group }: Looked): UncausedWrite {
  const { variantId, inventoryItemId } = mapped;
  const { hintId, warehouseStock, warehouseReadAt, kept, held, lookedAt, target, figures } = look;
  return {
    ...{ variantId, inventoryItemId, sku: goodsInWords(mapped.components), group },
    ...{ hintId, warehouseStock, warehouseReadAt, buffer: kept, held, shopReadAt: lookedAt },
    shopFigure: figures ? figureOf(figures, mode) : 0,
    target: target ?? 0,
  };
}

const withVerdict = (look: Look, verdict: StockVerdict): Look => ({ ...look, verdict });

/** As old as the write: what a sweep read before it is older. */
function writtenLook({ mode }: StockSettings, { look, at }: { look: Look; at: Date }): Look {
  const { figures, target } = look;
  return {
    ...withVerdict(look, "equal"),
    lookedAt: at > look.lookedAt ? at : look.lookedAt,
    figures: figures && target !== null ? afterWriting(figures, { mode, target }) : figures,
  };
}

/** A refused value is the merchant's to look at; it is no longer one when the same goods were compared without refusal. */
async function noteRejections(
  ctx: ShopContext,
  {
    looked,
    rejected,
    unwritten,
  }: {
    looked: readonly Looked[];
    rejected: { write: StockWrite; reason: string }[];
    /** Of these nothing new is known. */
    unwritten: readonly StockWrite[];
  },
): Promise<void> {
  const refused = new Set([...rejected.map(({ write }) => write), ...unwritten].map(({ sku }) => sku));
  const subjects = looked
    .map(({ mapped }) => goodsInWords(mapped.components))
    .filter((goods) => !refused.has(goods));
  await clearProblems(ctx, { kinds: ["stock-rejected"], subjects });
  for (const { write, reason } of rejected)
    await openProblem(ctx, {
      kind: "stock-rejected",
      subject: write.sku,
      details: { sku: write.sku, variantId: write.variantId, reason },
    });
}
