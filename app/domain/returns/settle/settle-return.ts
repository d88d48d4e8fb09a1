import { queueJob } from "../../../jobs/catalog.ts";
import { CloseReturnDocument, ProcessReturnDocument } from "../../../shopify/generated/operations.ts";
import type { ShopReturn } from "../../../shopify/returns.ts";
import type { ShopContext } from "../../shop-context.ts";
import { noteArrived, sendOnce } from "../../timeline/send-once.ts";
import { note } from "../../timeline/timeline.ts";
import { refusedLately } from "./refused-lately.ts";
import { keyOf } from "../join-lines.ts";
import { backOf, isDisposed, isSettled, type ReturnLine } from "../return-lines.ts";
import type { Need } from "../return-needs.ts";
import type { ReturnSettings } from "../return-settings.ts";
import { wasNotDone } from "./send-disposal.ts";

const KEY = "settle";

/** What came in otherwise than was sent back, or is counted otherwise now, a person looks at first. */
const NOT_SETTLED: readonly Need["kind"][] = ["over", "unknown", "corrected", "turned-up"];

/**
 * Once an open return is settled, and nothing has come in beyond: processes what came back, and closes it once, as far as the
 * merchant wants that. Processing is financial, and Shopify does not recognize it when it is repeated; closing may be repeated.
 * A return stays open while exchange items are to be processed, or while lines that the merchant set aside are not disposed of.
 * @throws ShopifyError
 */
export async function settleReturn(
  ctx: ShopContext,
  about: {
    shown: ShopReturn;
    lines: readonly ReturnLine[];
    needs: readonly Need[];
    settings: Pick<ReturnSettings, "process" | "close">;
  },
): Promise<void> {
  const { shown, lines, needs, settings } = about;
  const hasMore = needs.some(({ kind }) => NOT_SETTLED.includes(kind));
  if (shown.status !== "OPEN" || !isSettled(lines) || hasMore) return;
  if (settings.process && !(await processReceived(ctx, { shown, lines }))) return;
  if (settings.close && !shown.isExchangeOpen && isDisposed(lines)) await closeReturn(ctx, shown);
}

/** @returns whether everything that came back is processed. */
async function processReceived(
  ctx: ShopContext,
  { shown, lines }: { shown: ShopReturn; lines: readonly ReturnLine[] },
): Promise<boolean> {
  const { id: subject } = shown;
  const returnLineItems = unprocessed(shown, lines);
  if (returnLineItems.length === 0) {
    await noteArrived(ctx, { subject, kind: "process", key: KEY });
    return true;
  }
  const pieces = returnLineItems.reduce((sum, { quantity }) => sum + quantity, 0);
  const refusal = await refusedLately(ctx, { subject, kind: "process", key: KEY, same: { pieces } });
  if (refusal !== null) return false;
  const answer = await sendOnce(
    ctx,
    { subject, kind: "process", key: KEY, details: { pieces } },
    {
      async send() {
        const input = { returnId: subject, returnLineItems, notifyCustomer: false };
        const { returnProcess } = await ctx.admin.request(ProcessReturnDocument, { input });
        return returnProcess?.userErrors[0]?.message;
      },
      isNotSent: wasNotDone,
    },
  );
  if (answer.sent === "wait")
    await queueJob(ctx.db, {
      ...{ name: "follow-return", shop: ctx.shop, returnId: subject },
      inMs: answer.ms,
    });
  return answer.sent === "done";
}

/** Of each line what came back and nobody has processed, the lines of one fulfilment line in their order. */
function unprocessed(
  { lines: shownLines }: Pick<ShopReturn, "lines">,
  lines: readonly ReturnLine[],
): { id: string; quantity: number }[] {
  const back = new Map(lines.map((line) => [line.id, Math.min(line.quantity, backOf(line))]));
  for (const line of shownLines) {
    const key = keyOf(line);
    back.set(key, (back.get(key) ?? 0) - (line.quantity - line.unprocessed));
  }
  return shownLines.flatMap((line) => {
    const key = keyOf(line);
    const quantity = Math.min(line.unprocessed, Math.max(0, back.get(key) ?? 0));
    back.set(key, (back.get(key) ?? 0) - quantity);
    return quantity > 0 ? [{ id: line.id, quantity }] : [];
  });
}

/** An open return that was closed before has been opened again by a person, who has a reason. */
async function wasClosed(ctx: ShopContext, returnId: string): Promise<boolean> {
  const where = { shop: ctx.shop, subject: returnId, kind: "close" as const, outcome: "done" as const };
  return (await ctx.db.timelineEntry.count({ where })) > 0;
}

async function closeReturn(ctx: ShopContext, { id }: Pick<ShopReturn, "id">): Promise<void> {
  const about = { subject: id, kind: "close", key: KEY } as const;
  if (await wasClosed(ctx, id)) return;
  if ((await refusedLately(ctx, { ...about, same: {} })) !== null) return;
  const { returnClose } = await ctx.admin.request(CloseReturnDocument, { id });
  const [objection] = returnClose?.userErrors ?? [];
  await note(ctx, {
    ...{ subject: id, kind: "close", outcome: objection ? "refused" : "done" },
    details: { key: KEY, ...(objection && { reason: objection.message }) },
  });
  await queueJob(ctx.db, { name: "follow-return", shop: ctx.shop, returnId: id });
}
