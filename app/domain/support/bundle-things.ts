import type { FoundThings } from "../activity/find-things.ts";
import { LABEL_REASONS } from "../returns/label/label-reasons.ts";
import type { ShopContext } from "../shop-context.ts";
import { code, oneOf, safeDetails } from "./safe-text.ts";

const asItIs = (text: string) => text;

/** How some things stand, besides what happened to them. */
export async function bundleThings(ctx: ShopContext, things: FoundThings) {
  const [variants, goods, returns, purchases] = await Promise.all([
    readVariants(ctx, things),
    readGoods(ctx, things),
    readReturns(ctx, things),
    readPurchases(ctx, things),
  ]);
  return { variants, goods, returns, purchases };
}

const LOOK = {
  ...{ variantId: true, live: true, hotUntil: true, lookedAt: true, warehouseReadAt: true },
  ...{ warehouseStock: true, kept: true, onHand: true, available: true, committed: true },
  ...{ target: true, verdict: true, held: true, limitedBy: true, fulfilled: true },
  ...{ usualStock: true, usualSince: true, jumpedAt: true },
} as const;

async function readVariants({ db, shop }: ShopContext, { variantIds }: FoundThings) {
  const where = { shop, variantId: { in: variantIds } };
  const [variants, mappings, components, looks] = await Promise.all([
    db.variant.findMany({ where }),
    db.mapping.findMany({ where }),
    db.mappingComponent.findMany({ where }),
    db.stockLook.findMany({ where, select: LOOK }),
  ]);
  return variants.map((variant) => {
    const { variantId, inventoryItemId, sku, state, reason, tracked, bundle, onHand, readAt, goneAt } =
      variant;
    const isOfIt = (row: { variantId: string }) => row.variantId === variantId;
    const mapping = mappings.find(isOfIt);
    return {
      ...{ variantId, inventoryItemId, sku, state, reason, tracked, bundle, onHand, readAt, goneAt },
      mapping: mapping && {
        ...{ decision: mapping.decision, source: mapping.source, mappedAt: mapping.mappedAt },
        ...{ shopSku: mapping.shopSku, formerVariantIds: mapping.formerVariantIds },
      },
      components: components
        .filter(isOfIt)
        .map((component) => ({ sku: component.sku, quantity: component.quantity })),
      look: looks.find(isOfIt) ?? null,
    };
  });
}

/** The same goods at the warehouse. */
async function readGoods({ db, shop }: ShopContext, { skus }: FoundThings) {
  const where = { shop, sku: { in: skus } };
  const [products, buffers, pushed] = await Promise.all([
    db.warehouseProduct.findMany({ where, select: { sku: true, stock: true, readAt: true } }),
    db.stockBuffer.findMany({ where, select: { sku: true, pieces: true } }),
    db.pushedProduct.findMany({ where, select: { sku: true, state: true, queuedAt: true, settledAt: true } }),
  ]);
  return { products, buffers, pushed };
}

/** Of a need, and of a line, what is no text of anybody's. */
const OF_RETURN = {
  ...{ kind: code, rule: code, field: code, why: code, as: code, goods: code, what: code },
  ...{ id: code, variantId: code, sku: asItIs, soldSku: asItIs },
};

async function readReturns({ db, shop }: ShopContext, { returns }: FoundThings) {
  const rows = await db.return.findMany({
    where: { shop, returnId: { in: returns.map(({ returnId }) => returnId) } },
    select: {
      ...{
        returnId: true,
        name: true,
        orderId: true,
        orderName: true,
        status: true,
        stage: true,
        pieces: true,
      },
      ...{ reverseOrderIds: true, lines: true, needs: true, undisposed: true, missingAsked: true },
      ...{ received: true, seenNeeds: true },
      ...{ inboundRef: true, inboundStatus: true, announcingAt: true, announceAnyway: true, sendAll: true },
      ...{ label: true, labelReason: true, labelSince: true, labelAnew: true, createdAt: true, readAt: true },
      ...{ labelVersion: true, labelGoodFrom: true, heldLabel: true, senderSentAt: true },
    },
  });
  return rows.map(
    ({ status, lines, needs, undisposed, received, seenNeeds, inboundStatus, labelReason, ...row }) => ({
      ...{ ...row, status: code(status), inboundStatus: code(inboundStatus) },
      labelReason: oneOf(LABEL_REASONS, labelReason),
      ...{ lines: safeDetails(lines, OF_RETURN), needs: safeDetails(needs, OF_RETURN) },
      ...{ undisposed: safeDetails(undisposed, OF_RETURN), seenNeeds: safeDetails(seenNeeds, OF_RETURN) },
      received: safeDetails(received, { ref: code, sku: asItIs }),
    }),
  );
}

async function readPurchases({ db, shop }: ShopContext, { purchases }: FoundThings) {
  const rows = await db.purchaseInbound.findMany({
    where: { shop, ref: { in: purchases.map(({ ref }) => ref) } },
  });
  return rows.map(({ ref, stage, phase, status, content, wanted, deleting, receipts, needs, ...row }) => ({
    ...{ ref, stage, phase, status: code(status), deleting },
    ...{ lines: linesIn(content), wantedLines: linesIn(wanted) },
    receipts: safeDetails(receipts, { sku: asItIs, date: code }),
    needs: safeDetails(needs, { kind: code, asked: code, of: code, status: code, key: code }),
    ...{ announced: row.announced, good: row.good, defective: row.defective, due: row.due },
    ...{ edition: row.edition, createdAt: row.createdAt, readAt: row.readAt, announcingAt: row.announcingAt },
  }));
}

/** Of what is announced only the goods; it may be such that no page can show it, which is why somebody needs help. */
function linesIn(content: unknown): unknown {
  const isContent = typeof content === "object" && content !== null && "lines" in content;
  return isContent ? safeDetails(content.lines, { sku: asItIs }) : null;
}
