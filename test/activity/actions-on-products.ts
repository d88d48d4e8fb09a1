import { startPush } from "../../app/domain/catalog/push/start-push.ts";
import { previewUpdate } from "../../app/domain/catalog/update/preview-update.ts";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import { previewWords } from "../../app/domain/catalog/mapping/change-words.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { tried, applied } from "../catalog/csv-bench.ts";
import type { AtEnd } from "../support/share.ts";
import { createWorld, productPath, readShop, TOKEN, type World } from "../support/world.ts";
import type { Act } from "./actions-bench.ts";

/** A store with products of each kind: mapped, suggested, unknown at the warehouse, and gone with a mapping. */
export async function openForProducts(atEnd: AtEnd): Promise<World> {
  const skus = ["MUG", "cup", "VASE", "BOWL", "OLD", "OLDER", "HEIR", "HEIRESS"];
  const world = await createWorld(
    {
      warehouse: { MUG: 5, CUP: 2, SET: 0 },
      variants: skus.map((sku) => ({ sku, title: `The ${sku}`, onHand: 1 })),
    },
    atEnd,
  );
  await world.connect();
  const components = [{ sku: "MUG" as Sku, quantity: 1 }];
  for (const sku of ["OLD", "OLDER"])
    await mapVariant(world.ctx, { variantId: await idOf(world, sku), components });
  gone.set(world, [await idOf(world, "OLD"), await idOf(world, "OLDER")]);
  const shop = await readShop(world);
  for (const sku of ["OLD", "OLDER"]) await world.remove(productPath(shop.variant(sku)));
  await world.settle();
  return world;
}

/** The variants that were mapped and are gone. */
const gone = new WeakMap<World, [VariantId, VariantId]>();
const idOf = async (world: World, sku: string) => (await readShop(world)).variant(sku).id as VariantId;
const numberOf = (id: string) => id.split("/").at(-1)!;
const pageOf = (id: string) => `/app/products/${numberOf(id)}`;

const WORDS = ["confirm", "unmap", "ignore", "reset"] as const;
const YES = 1_000;

const words = WORDS.flatMap((action): Act[] => [
  {
    ...{ route: "app.products_.words", intent: `preview ${action}`, noted: null },
    send: () => ({ post: { action, selection: {} } }),
  },
  {
    ...{ route: "app.products_.words", intent: action, noted: "words" },
    async send({ ctx }) {
      const asked = { action, selection: {} };
      const { fingerprint: expected } = await previewWords(ctx, asked);
      return { post: { ...asked, expected, confirmed: true } };
    },
  },
]);

/** The warehouse comes to call a mapped product otherwise than the store. */
async function differ(world: World) {
  const { ctx } = world;
  await mapVariant(ctx, {
    variantId: await idOf(world, "MUG"),
    components: [{ sku: "MUG" as Sku, quantity: 1 }],
  });
  await ctx.warehouse(TOKEN).products.update("MUG", { description: `Theirs ${Math.random()}` });
  await ctx.db.warehouseProduct.updateMany({ where: { sku: "MUG" }, data: { detailed: true } });
  await world.settle();
  return idOf(world, "MUG");
}

const undone = async ({ services: { db }, ctx }: World) => {
  await db.productUpdate.deleteMany({ where: { shop: ctx.shop } });
};

export const ON_PRODUCTS: Act[] = [
  {
    ...{ route: "app.mappings[.]csv", intent: "", noted: "upload-checked" },
    async send(world) {
      return {
        path: "/app/mappings.csv?name=mugs.csv",
        post: `Variant ID,Decision\n${numberOf(await idOf(world, "BOWL"))},ignored\n`,
      };
    },
  },
  {
    ...{ route: "app.mappings", intent: "apply", noted: "upload-applied" },
    async send(world) {
      const uploadId = await tried(
        world.ctx,
        `Variant ID,Decision\n${numberOf(await idOf(world, "BOWL"))},ignored\n`,
      );
      return { post: { form: { intent: "apply", uploadId, confirmed: "true" } } };
    },
  },
  {
    ...{ route: "app.mappings", intent: "undo", noted: "upload-undone" },
    async send(world) {
      const uploadId = await applied(
        world.ctx,
        `Variant ID,Decision\n${numberOf(await idOf(world, "VASE"))},ignored\n`,
      );
      return { post: { form: { intent: "undo", uploadId } } };
    },
  },
  {
    ...{ route: "app.products_.$id", intent: "relink", noted: "relinked" },
    async send(world) {
      const [from] = gone.get(world)!;
      return { path: pageOf(await idOf(world, "HEIR")), post: { intent: "relink", from } };
    },
  },
  {
    ...{ route: "app.products_.$id", intent: "relink-heir", noted: "relinked" },
    async send(world) {
      const [, former] = gone.get(world)!;
      return { path: pageOf(former), post: { intent: "relink-heir", heir: await idOf(world, "HEIRESS") } };
    },
  },
  {
    ...{ route: "app.products_.$id", intent: "map", noted: "mapped" },
    async send(world) {
      const components = [{ sku: "SET", quantity: 1 }];
      return { path: pageOf(await idOf(world, "VASE")), post: { intent: "map", components } };
    },
  },
  ...words,
  {
    ...{ route: "app.products_.$id", intent: "update", noted: "update-started" },
    async send(world) {
      const variantId = await differ(world);
      const { fingerprint } = await previewUpdate(world.ctx, { selection: { variantIds: [variantId] } });
      return { path: pageOf(variantId), post: { intent: "update", fingerprint } };
    },
  },
  {
    ...{ route: "app.work", intent: "cancel update", noted: "work-canceled" },
    send: () => ({ post: { intent: "cancel", work: "update" } }),
  },
  {
    ...{ route: "app.products_.update", intent: "", noted: "update-started" },
    async send(world) {
      await undone(world);
      await differ(world);
      const { fingerprint } = await previewUpdate(world.ctx, { selection: "all" });
      const form = { fingerprint, confirmed: String(YES) };
      return { path: "/app/products/update", post: { form } };
    },
  },
  {
    ...{ route: "app.work", intent: "put-away update", noted: null },
    async send(world) {
      await world.settle();
      return { post: { intent: "put-away", work: "update" } };
    },
  },
  {
    ...{ route: "app.products_.create", intent: "", noted: "push-started" },
    async send(world) {
      await world.settle();
      const variants = numberOf(await idOf(world, "BOWL"));
      return { path: `/app/products/create?variants=${variants}`, post: { form: { confirmed: "9" } } };
    },
  },
  {
    ...{ route: "app.work", intent: "cancel push", noted: "work-canceled" },
    send: () => ({ post: { intent: "cancel", work: "push" } }),
  },
  {
    ...{ route: "app.work", intent: "put-away push", noted: null },
    async send(world) {
      await startPush(world.ctx, { selection: "missing", confirmed: YES });
      await world.settle();
      return { post: { intent: "put-away", work: "push" } };
    },
  },
  {
    ...{ route: "app.products_.delete", intent: "", noted: "product-deleted" },
    send: () => ({ post: { form: { sku: "SET", typedSku: "SET" } } }),
  },
  {
    ...{ route: "app._index", intent: "", noted: "import-requested" },
    async send(world) {
      await world.settle();
      return { path: "/app?index", post: { form: {} } };
    },
  },
  {
    ...{ route: "app.work", intent: "cancel reading", noted: "work-canceled" },
    send: () => ({ post: { intent: "cancel", work: "reading" } }),
  },
  {
    ...{ route: "app.work", intent: "put-away reading", noted: "work-dismissed" },
    send: () => ({ post: { intent: "put-away", work: "reading" } }),
  },
  {
    ...{ route: "app.settings_.products", intent: "", noted: "settings-changed" },
    send: () => ({
      post: { form: { pushEdits: "on", askBeyond: "50", width: "custom.width", height: "", length: "" } },
    }),
  },
];
