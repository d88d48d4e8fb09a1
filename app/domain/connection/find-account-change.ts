import { FulfilmentError } from "../../fulfilment/errors.ts";
import type { ShopContext } from "../shop-context.ts";
import { isOtherAccount, type KnownStock, type ShownProducts } from "./judge-account.ts";

/** Products of a list that are compared: some pages tell two accounts apart. */
const COMPARED_PRODUCTS = 300;

/**
 * Whether a new access token belongs to another warehouse account than the present one. The interface names no account, so
 * their product lists are compared: with what the present token shows now where it still works, and with what was last read
 * otherwise.
 * @throws FulfilmentError when the new token's list cannot be read
 */
export async function isAccountChange(
  ctx: ShopContext,
  { before, after }: { before: string; after: string },
): Promise<boolean> {
  const shown = await readBeginning(ctx, after);
  const now = await readBeginning(ctx, before).catch(unreadable);
  const remembered = await ctx.db.warehouseProduct.findMany({
    where: {
      shop: ctx.shop,
      // A list that goes on is compared with nothing that it has not shown.
      ...(!shown.isWhole && { sku: { in: shown.products.map(({ sku }) => sku) } }),
    },
    select: { sku: true, stock: true },
  });
  const known: KnownStock = new Map(
    now?.isWhole
      ? now.products.map(({ sku, stock }) => [sku, stock])
      : [...remembered, ...(now?.products ?? [])].map(({ sku, stock }) => [sku, stock]),
  );
  return isOtherAccount(shown, known);
}

async function readBeginning(ctx: ShopContext, accessToken: string): Promise<ShownProducts> {
  const products = [];
  for await (const page of ctx.warehouse(accessToken).products.pages()) {
    products.push(...page);
    if (products.length >= COMPARED_PRODUCTS) return { products, isWhole: false };
  }
  return { products, isWhole: true };
}

function unreadable(error: unknown): null {
  if (error instanceof FulfilmentError) return null;
  throw error;
}
