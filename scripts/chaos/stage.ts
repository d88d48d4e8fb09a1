import { ALL_SOLD, LOCATION, partsOf, shopGoods, warehouseGoods } from "./goods.ts";
import { goLiveWith, setMode } from "./do-deed.ts";
import { quiet } from "./quiet.ts";
import { variantIdOf, type Side } from "./side.ts";
import type { ChaosWorld } from "./world.ts";

/** Fills both worlds, and has the merchants install and connect the app, put the kit together and go live. */
export async function setStage(
  world: ChaosWorld,
  { sides, isLarge }: { sides: readonly Side[]; isLarge: boolean },
): Promise<void> {
  await Promise.all(sides.map((side) => connect(side, isLarge && side.name === "b")));
  await quiet(world, sides);
  await Promise.all(sides.map(mapKit));
  await quiet(world, sides);
  await Promise.all(sides.map(goLive));
  await quiet(world, sides);
}

interface Seeded {
  locations: { id: string; name: string }[];
}

async function connect(side: Side, isLarge: boolean): Promise<void> {
  await side.atWarehouse("behaviours", side.behaviours);
  await side.atWarehouse("products", warehouseGoods(side.name, isLarge));
  const { locations } = await side.atShop<Seeded>("seed", shopGoods(side.name, isLarge));
  side.locationId = locations.find(({ name }) => name === LOCATION)!.id;
  const { merchant, locationId } = side;
  const { accessToken, webhookKey } = side.account;
  await merchant.open("/app");
  await merchant.connect({ accessToken, webhookKey, locationId });
  await setMode(side);
}

async function goLive({ atShop, merchant, live }: Side): Promise<void> {
  if (live === "all") return void (await merchant.goLive());
  for (const sold of live) await goLiveWith({ atShop, merchant }, sold);
}

async function mapKit({ atShop, merchant }: Side): Promise<void> {
  for (const sold of ALL_SOLD) {
    const parts = partsOf(sold);
    if (parts.length === 1) continue;
    const number = (await variantIdOf({ atShop }, sold)).split("/").at(-1);
    const components = parts.map(([sku, quantity]) => ({ sku, quantity }));
    // The parts are also sold singly.
    await merchant.say(`/app/products/${number}`, { intent: "map", components });
  }
}
