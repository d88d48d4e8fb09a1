import type { ShopContext } from "../shop-context.ts";

/** What an activity is about, as a merchant knows it. */
export type Thing =
  | { of: "variant"; variantId: string; productTitle: string; variantTitle: string }
  | { of: "product"; title: string }
  | { of: "sku"; sku: string }
  | { of: "return"; returnId: string; name: string }
  | { of: "purchase"; ref: string; supplier: string; supplierRef: string }
  /** Named by an event, and nothing we know. */
  | { of: "unknown"; name: string };

const isOf = (kind: string) => (id: string) => id.startsWith(`gid://shopify/${kind}/`);

/**
 * Says what identifiers mean, however an event or an entry names things: variants, their items, products, returns and
 * inbounds. What else Shopify names means nothing to a merchant and is left out; any other text is an SKU, or `unknown`
 * where `otherwise` says so.
 */
export async function nameThings(
  ctx: ShopContext,
  identifiers: Iterable<string>,
): Promise<(identifier: string, otherwise: "sku" | "unknown") => Thing | null> {
  const ids = [...new Set(identifiers)].filter((id) => id !== "");
  const known = new Map<string, Thing>();
  const add = async (among: string[], look: (among: string[]) => Promise<[string, Thing][]>) => {
    if (among.length > 0) for (const [id, thing] of await look(among)) known.set(id, thing);
  };
  const refs = ids.filter((id) => !id.startsWith("gid://"));
  await Promise.all([
    add(ids.filter(isOf("ProductVariant")), (some) => variantsBy(ctx, "variantId", some)),
    add(ids.filter(isOf("InventoryItem")), (some) => variantsBy(ctx, "inventoryItemId", some)),
    add(ids.filter(isOf("Product")), (some) => products(ctx, some)),
    add(ids.filter(isOf("Return")), (some) => returnsBy(ctx, "returnId", some)),
    add(refs, (some) => returnsBy(ctx, "inboundRef", some)),
    add(refs, (some) => purchases(ctx, some)),
  ]);
  return (id, otherwise) => {
    const thing = known.get(id);
    if (thing || id === "" || id.startsWith("gid://")) return thing ?? null;
    return otherwise === "sku" ? { of: "sku", sku: id } : { of: "unknown", name: id };
  };
}

type Named = Promise<[string, Thing][]>;

async function variantsBy(
  { db, shop }: ShopContext,
  by: "variantId" | "inventoryItemId",
  ids: string[],
): Named {
  const rows = await db.variant.findMany({
    where: { shop, [by]: { in: ids } },
    select: { variantId: true, inventoryItemId: true, productTitle: true, variantTitle: true },
  });
  return rows.map(({ inventoryItemId, ...variant }) => [
    by === "variantId" ? variant.variantId : inventoryItemId,
    { of: "variant", ...variant },
  ]);
}

async function products({ db, shop }: ShopContext, ids: string[]): Named {
  const rows = await db.shopProduct.findMany({
    where: { shop, productId: { in: ids } },
    select: { productId: true, title: true },
  });
  return rows.map(({ productId, title }) => [productId, { of: "product", title }]);
}

async function returnsBy({ db, shop }: ShopContext, by: "returnId" | "inboundRef", ids: string[]): Named {
  const rows = await db.return.findMany({
    where: { shop, [by]: { in: ids } },
    select: { returnId: true, inboundRef: true, name: true },
  });
  return rows.map(({ returnId, inboundRef, name }) => [
    by === "returnId" ? returnId : inboundRef,
    { of: "return", returnId, name },
  ]);
}

async function purchases({ db, shop }: ShopContext, refs: string[]): Named {
  const rows = await db.purchaseInbound.findMany({
    where: { shop, ref: { in: refs } },
    select: { ref: true, supplier: true, supplierRef: true },
  });
  return rows.map((purchase) => [purchase.ref, { of: "purchase", ...purchase }]);
}
