import { randomUUID } from "node:crypto";
import { SetQuantitiesDocument, StockLevelsDocument } from "../../app/shopify/generated/operations.ts";
import { openRow } from "../../app/sealed-columns.server.ts";
import { secrets } from "./secrets.ts";
import { ACCESS_TOKEN, SHOP, type StockWorld } from "./stock-world.ts";

type Calling = Pick<StockWorld, "shopUrl" | "warehouseUrl" | "pool">;

/** The two worlds without an app in between: one HTTP call each, nothing checked, nothing kept. */
export interface BareCalls {
  atWarehouse<T>(path: string): Promise<T>;
  atShop<T>(query: string, variables: Record<string, unknown>): Promise<T>;
  onHand(items: readonly string[], locationId: string): Promise<number[]>;
  setOnHand(entries: readonly BareEntry[], locationId: string): Promise<void>;
}

export interface BareEntry {
  inventoryItemId: string;
  quantity: number;
  changeFromQuantity: number;
}

export async function openBareCalls({ shopUrl, warehouseUrl, pool }: Calling): Promise<BareCalls> {
  const { rows } = await pool.query<{ shop: string; accessToken: string }>(
    `SELECT "shop", "accessToken" FROM "Session" WHERE "shop" = $1 AND NOT "isOnline"`,
    [SHOP],
  );
  const token = rows[0] ? (await openRow(secrets, "Session", rows[0])).accessToken : "";
  const read = async <T>(response: Response): Promise<T> => {
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  };
  const calls: BareCalls = {
    async atWarehouse(path) {
      const headers = { authorization: `Bearer ${ACCESS_TOKEN}` };
      return read(await fetch(`${warehouseUrl}/fulfilment/v3/${path}`, { headers }));
    },
    async atShop<T>(query: string, variables: Record<string, unknown>) {
      const response = await fetch(`${shopUrl}/admin/api/2026-10/graphql.json`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-forwarded-host": SHOP,
          "x-shopify-access-token": token,
        },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = await read<{ data: T; errors?: unknown }>(response);
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    },
    async onHand(items, locationId) {
      interface Levels {
        nodes: { inventoryLevel: { quantities: { name: string; quantity: number }[] } }[];
      }
      const query = StockLevelsDocument.toString();
      const { nodes } = await calls.atShop<Levels>(query, { inventoryItemIds: items, locationId });
      return nodes.map(
        ({ inventoryLevel }) =>
          inventoryLevel.quantities.find(({ name }) => name === "on_hand")?.quantity ?? 0,
      );
    },
    async setOnHand(entries, locationId) {
      const quantities = entries.map((entry) => ({ ...entry, locationId }));
      const input = { name: "on_hand", reason: "correction", quantities };
      const answer = await calls.atShop<{ inventorySetQuantities: { userErrors: unknown[] } }>(
        SetQuantitiesDocument.toString(),
        { key: randomUUID(), input },
      );
      const { userErrors } = answer.inventorySetQuantities;
      if (userErrors.length > 0) throw new Error(JSON.stringify(userErrors));
    },
  };
  return calls;
}
