import { createHash } from "node:crypto";
import { loadCatalogueSettings } from "../catalog/catalogue-settings.ts";
import { loadReturnSettings } from "../returns/return-settings.ts";
import type { ShopContext } from "../shop-context.ts";
import { loadStockSettings } from "../stock/settings/stock-settings.ts";
import { code, safeDetails } from "./safe-text.ts";

/** How the shop is joined to the warehouse: never the token, the keys, or the address events come to. */
export async function bundleConnection(ctx: ShopContext) {
  const { db, shop } = ctx;
  const [connection, subscriptions, sessions] = await Promise.all([
    db.connection.findUnique({ where: { shop } }),
    db.subscription.findMany({ where: { shop }, orderBy: { event: "asc" } }),
    db.session.findMany({ where: { shop } }),
  ]);
  const digest = connection && createHash("sha256").update(connection.accessToken).digest("hex");
  return {
    connection: connection && {
      ...{ locationId: code(connection.locationId), connectedAt: connection.connectedAt },
      ...{ disconnectedAt: connection.disconnectedAt, importedAt: connection.importedAt },
      ...{ changesReadAt: connection.changesReadAt, oldWebhookKeyUntil: connection.oldWebhookKeyUntil },
      ...{ keyProvenAt: connection.keyProvenAt, keyRefusedAt: connection.keyRefusedAt },
      ...{ hasToken: connection.accessToken !== "", hasWebhookKey: connection.webhookKey !== "" },
    },
    subscriptions: subscriptions.map(
      ({ event, registeredAt, lastHeardAt, notificationUrl, tokenDigest }) => ({
        ...{ event: code(event), registeredAt, lastHeardAt },
        ofThisAddress: notificationUrl.startsWith(`${ctx.appUrl}/`),
        ofThisToken: tokenDigest === digest,
      }),
    ),
    access: sessions.map(({ isOnline, scope, expires, refreshTokenExpires }) => ({
      ...{ isOnline, scope: code(scope), expires, refreshTokenExpires },
    })),
  };
}

/** The merchant's choices. */
export async function bundleSettings(ctx: ShopContext) {
  const { db, shop } = ctx;
  const [stock, returns, products, buffers] = await Promise.all([
    loadStockSettings(ctx),
    loadReturnSettings(ctx),
    loadCatalogueSettings(ctx),
    db.stockBuffer.count({ where: { shop } }),
  ]);
  const { phase, pausedAt, mode, buffer, settleMinutes, packingMinutes, activate, stopBeyond } = stock;
  const { saleFrom, saleUntil, saleBuffer, soldElsewhere } = stock;
  const {
    announce,
    approve,
    expectedDays,
    overdueDays,
    label,
    notify,
    restock,
    defectiveAs,
    close,
    process,
  } = returns;
  return {
    stock: {
      ...{ phase, pausedAt, mode, buffer, settleMinutes, packingMinutes, activate, stopBeyond },
      ...{ saleFrom, saleUntil, saleBuffer, soldElsewhere },
    },
    returns: {
      announce,
      approve,
      expectedDays,
      overdueDays,
      label,
      notify,
      restock,
      defectiveAs,
      close,
      process,
    },
    products: safeDetails(products, { width: code, height: code, length: code }),
    buffersOfSkus: buffers,
  };
}

/** How many of everything there are, by how they stand. */
export async function bundleCounts({ db, shop }: ShopContext) {
  const where = { shop };
  const [
    variants,
    mappings,
    looks,
    ledger,
    returns,
    labels,
    purchases,
    pushed,
    updates,
    hints,
    warehouseProducts,
  ] = await Promise.all([
    db.variant.groupBy({ by: ["state"], where, _count: true }),
    db.mapping.groupBy({ by: ["decision", "source"], where, _count: true }),
    db.stockLook.groupBy({ by: ["verdict"], where, _count: true }),
    db.ledgerEntry.groupBy({ by: ["outcome"], where, _count: true }),
    db.return.groupBy({ by: ["stage"], where, _count: true }),
    db.return.groupBy({ by: ["label"], where, _count: true }),
    db.purchaseInbound.groupBy({ by: ["stage"], where, _count: true }),
    db.pushedProduct.groupBy({ by: ["state"], where, _count: true }),
    db.productUpdate.groupBy({ by: ["state"], where, _count: true }),
    db.hint.groupBy({ by: ["source"], where: { shop, followedAt: null }, _count: true }),
    db.warehouseProduct.count({ where }),
  ]);
  return {
    ...{ variants, mappings, looks, ledger, returns, labels, purchases, pushed, waitingHints: hints },
    ...{ updates, warehouseProducts },
  };
}
