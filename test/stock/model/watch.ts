import type { ShopContext } from "../../../app/domain/shop-context.ts";
import type { World } from "../../support/world.ts";

/** A value as it is sent to the store. */
export interface SentValue {
  inventoryItemId: string;
  quantity: number;
  changeFromQuantity: number;
}

/** What the app does to the outside, as the test follows it. */
export interface Watcher {
  /** Around a read of the store's quantities. */
  readsStore<Answer>(inventoryItemIds: readonly string[], read: () => Promise<Answer>): Promise<Answer>;
  /** Around a read of one SKU's stock. */
  readsStock<Answer>(sku: string, read: () => Promise<Answer>): Promise<Answer>;
  /** When the store is asked to gather all quantities, and when it says that it has. */
  gathers(isDone: boolean): void;
  /** Around a read of the warehouse's list. */
  lists<Page>(pages: AsyncGenerator<Page>): AsyncGenerator<Page>;
  /** Before values are sent to the store. `missing` are those that the ledger does not have as intended. */
  writes(write: { key: string; name: string; values: SentValue[]; missing: SentValue[] }): void;
}

/** Has every run of the app watched. */
export function watchRuns({ services }: World, watcher: Watcher): void {
  const open = services.openShop;
  services.openShop = (shop) => {
    const ctx = open(shop);
    return { ...ctx, admin: watchedAdmin(ctx, watcher), warehouse: watchedWarehouse(ctx, watcher) };
  };
}

interface SetQuantities {
  key: string;
  input: { name: string; quantities: SentValue[] };
}

function watchedAdmin(ctx: ShopContext, watcher: Watcher): ShopContext["admin"] {
  return {
    ...ctx.admin,
    async request(operation, variables, ...rest) {
      const send = () => ctx.admin.request(operation, variables, ...rest);
      // Which operation it is, is known by its text, so its variables are too.
      const text = operation.toString();
      if (text.includes("query StockLevels")) {
        const { inventoryItemIds } = variables as unknown as { inventoryItemIds: string[] };
        return watcher.readsStore(inventoryItemIds, send);
      }
      if (text.includes("mutation RunBulkQuery(")) watcher.gathers(false);
      if (text.includes("query BulkOperationState(")) {
        const answer = await send();
        watcher.gathers(true);
        return answer;
      }
      if (text.includes("inventorySetQuantities(")) {
        const { key, input } = variables as unknown as SetQuantities;
        const missing = await notIntended(ctx, { key, values: input.quantities });
        watcher.writes({ key, name: input.name, values: input.quantities, missing });
      }
      return send();
    },
  };
}

async function notIntended(
  { shop, db }: ShopContext,
  { key, values }: { key: string; values: SentValue[] },
): Promise<SentValue[]> {
  const where = { shop, writeKey: key, outcome: "intended" as const };
  const intended = await db.ledgerEntry.findMany({ where });
  return values.filter(
    (sent) =>
      !intended.some(
        (entry) =>
          entry.inventoryItemId === sent.inventoryItemId &&
          entry.target === sent.quantity &&
          entry.shopFigure === sent.changeFromQuantity,
      ),
  );
}

function watchedWarehouse(ctx: ShopContext, watcher: Watcher): ShopContext["warehouse"] {
  return (accessToken) => {
    const client = ctx.warehouse(accessToken);
    const get: typeof client.products.get = (sku, ...rest) =>
      watcher.readsStock(sku, () => client.products.get(sku, ...rest));
    const pages: typeof client.products.pages = (...about) => watcher.lists(client.products.pages(...about));
    return { ...client, products: { ...client.products, get, pages } };
  };
}
