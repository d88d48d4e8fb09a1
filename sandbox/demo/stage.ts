import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { control } from "./control.ts";
import { LOCATIONS } from "./catalogue.ts";
import { shopGoods, warehouseGoods } from "./goods.ts";
import { createMerchant } from "./merchant.ts";
import type { DemoStore, DemoWorld } from "./world.ts";

/**
 * Fills both worlds with goods and connects them, unless an earlier run has: what a person did since stays as it is.
 */
export async function setStage(
  world: DemoWorld,
  { home, say }: { home: string; say: (message: string) => void },
): Promise<void> {
  const memory = join(home, "stage.json");
  const before = remembered(memory);
  if (!before.seeded) say(await fillWorlds(world));
  if (before.connectedTo !== world.warehouse.url) {
    await connectApp(world);
    await createMerchant(world).goLive();
    say("App installed, connected and live");
  }
  writeFileSync(memory, JSON.stringify({ seeded: true, connectedTo: world.warehouse.url }));
}

function remembered(file: string): { seeded?: boolean; connectedTo?: string } {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as { seeded?: boolean; connectedTo?: string };
  } catch {
    return {};
  }
}

/** Puts the goods into the shop and, if it is ours, the warehouse. Says what there is now. */
export async function fillWorlds({ shopUrl, shop, warehouse }: DemoStore): Promise<string> {
  const goods = shopGoods();
  await control(shopUrl, { path: `shops/${shop}/seed`, body: goods });
  if (warehouse.ours) await control(warehouse.url, { path: "products", body: warehouseGoods() });
  const variants = goods.products.reduce((sum, product) => sum + product.variants.length, 0);
  return `Shop filled with ${goods.products.length} products in ${variants} variants`;
}

/** As the merchant would: open the app, which installs it, and fill in the form. */
export async function connectApp(store: DemoStore): Promise<void> {
  const { accessToken, webhookKey } = store.warehouse;
  const merchant = createMerchant(store);
  await merchant.open("/app");
  const { locations } = await control<{ locations: { id: string; name: string }[] }>(store.shopUrl, {
    path: `shops/${store.shop}/state`,
  });
  const locationId = locations.find(({ name }) => name === LOCATIONS[0])?.id ?? "";
  await merchant.connect({ accessToken, webhookKey, locationId });
}
