import type { AtEnd } from "../support/share.ts";
import { createWorld, readShop, SHOP, type World } from "../support/world.ts";
import type { Act } from "./actions-bench.ts";

/** A connected store in which nothing is written yet, with a variant that is mapped and one that is not tracked. */
export async function openForStock(atEnd: AtEnd): Promise<World> {
  const world = await createWorld(
    {
      warehouse: { MUG: 5, CUP: 2 },
      variants: [
        { sku: "MUG", onHand: 5 },
        { sku: "CUP", onHand: 2, tracked: false },
      ],
    },
    atEnd,
  );
  await world.connect({ shadow: true });
  return world;
}

const idOf = async (world: World, sku: string) => (await readShop(world)).variant(sku).id;

const onStock = (intent: string, noted: string | null): Act => ({
  ...{ route: "app.stock", intent, noted },
  async send(world) {
    await world.settle();
    return { post: { intent } };
  },
});

/** In an order in which each has an effect. */
export const ON_STOCK: Act[] = [
  onStock("preview", null),
  {
    ...{ route: "app.stock", intent: "go-live", noted: "live" },
    async send(world) {
      return { post: { intent: "go-live", variantIds: [await idOf(world, "MUG")] } };
    },
  },
  {
    ...{ route: "app.stock", intent: "go-live", noted: "live-all" },
    send: () => ({ post: { intent: "go-live", variantIds: "all" } }),
  },
  onStock("pause", "paused"),
  onStock("resume", "resumed"),
  onStock("compare", "full-sync-requested"),
  {
    ...{ route: "app.work", intent: "cancel comparison", noted: "work-canceled" },
    send: () => ({ post: { intent: "cancel", work: "comparison" } }),
  },
  onStock("compare", "full-sync-requested"),
  {
    ...{ route: "app.work", intent: "put-away comparison", noted: "work-dismissed" },
    async send(world) {
      await world.settle();
      return { post: { intent: "put-away", work: "comparison" } };
    },
  },
  {
    ...{ route: "app.stock", intent: "confirm-jumps", noted: "jumps-confirmed" },
    async send(world) {
      const variantId = await idOf(world, "MUG");
      const jump = { verdict: "stopped", target: 0 } as const;
      await world.services.db.stockLook.updateMany({ where: { shop: SHOP, variantId }, data: jump });
      const seen = { count: 9, target: 9 };
      return { post: { intent: "confirm-jumps", seen: { emptied: seen, lowered: seen, raised: seen } } };
    },
  },
  {
    ...{ route: "app.stock", intent: "track", noted: "tracked" },
    async send(world) {
      return { post: { intent: "track", variantId: await idOf(world, "CUP") } };
    },
  },
  {
    ...{ route: "app.stock", intent: "buffer", noted: "buffer-set" },
    send: () => ({ post: { intent: "buffer", sku: "MUG", pieces: 1 } }),
  },
  {
    ...{ route: "app.settings_.stock", intent: "", noted: "settings-changed" },
    send: () => ({ post: { form: { stopBeyond: "12" } } }),
  },
  {
    ...{ route: "ext.variant-stock", intent: "", noted: "sync-requested" },
    async send(world) {
      const variant = encodeURIComponent(await idOf(world, "MUG"));
      return { path: `/ext/variant-stock?variant=${variant}`, post: {} };
    },
  },
  {
    ...{ route: "app.problems", intent: "look", noted: "sync-requested" },
    async send(world) {
      return { post: { intent: "look", variantId: await idOf(world, "MUG") } };
    },
  },
];
