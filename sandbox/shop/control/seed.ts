import { createProduct, editProduct, type NewVariant } from "../store/catalogue.ts";
import { looseId } from "../store/gid.ts";
import { nextId, type Location, type Product, type ShopContext, type Weight } from "../store/shop.ts";
import type { NewVariantBody, ProductEditBody, SeedBody } from "./bodies.ts";
import { findLocation } from "./find.ts";
import { generateProducts } from "./generate-products.ts";
import { generateReturns } from "./generate-returns.ts";
import { ControlError } from "./control-error.ts";

/** The location Shopify gives every new shop. */
const FIRST_LOCATION = "Shop location";

interface Seeded {
  locations: Location[];
  products: Product[];
  /** How many were made up, which are not among the others. */
  generated: { products: number; variants: number; returns: number };
}

export function seed(ctx: ShopContext, body: SeedBody): Seeded {
  const wanted = body.locations ?? (ctx.shop.locations.all().length ? [] : [FIRST_LOCATION]);
  const locations = wanted.map((one) => ensureLocation(ctx, typeof one === "string" ? { name: one } : one));
  const products = body.products.map((product) => {
    const optionNames = Object.keys(product.variants[0]?.options ?? { Title: "" });
    const variants = product.variants.map((variant) =>
      newVariant(ctx, { variant, optionNames, of: product.title }),
    );
    return createProduct(ctx, { ...product, optionNames, variants });
  });
  return { locations, products, generated: generate(ctx, body.generate) };
}

function generate(ctx: ShopContext, wanted: SeedBody["generate"]): Seeded["generated"] {
  const generated = { products: 0, variants: 0, returns: wanted?.returns ?? 0 };
  if (!wanted) return generated;
  const quiet: ShopContext = { ...ctx, announce: () => {} };
  const locationId = ctx.shop.locations.all()[0]!.id;
  for (const product of generateProducts({ ...wanted, locationId })) {
    createProduct(quiet, product);
    generated.products++;
    generated.variants += product.variants.length;
  }
  if (wanted.returns) generateReturns(ctx, { ...wanted, locationId });
  return generated;
}

export function edit(ctx: ShopContext, { id, body }: { id: number; body: ProductEditBody }): Product {
  const product = ctx.shop.products.get(id);
  if (!product) throw new ControlError(404, `There is no product ${id} in this shop.`);
  const own = (variantId: string | number) => {
    const number = looseId("ProductVariant", variantId);
    if (number === undefined || !product.variantIds.includes(number))
      throw new ControlError(404, `Product ${id} has no variant ${variantId}.`);
    return number;
  };
  const { variants, addVariants, removeVariants, ...fields } = body;
  editProduct(ctx, {
    ...fields,
    id,
    variants: variants?.map(({ price, weightGrams, ...one }) => ({
      ...one,
      ...(weightGrams !== undefined && { weight: grams(weightGrams) }),
      ...(price !== undefined && { price: amount(price) }),
      id: own(one.id),
    })),
    addVariants: addVariants?.map((variant) =>
      newVariant(ctx, { variant, optionNames: product.optionNames, of: product.title }),
    ),
    removeVariantIds: removeVariants?.map(own),
  });
  return product;
}

function ensureLocation(ctx: ShopContext, of: Partial<Location> & { name: string }): Location {
  const { shop } = ctx;
  const known = shop.locations.all().find(({ name }) => name === of.name);
  const at = ctx.now().toISOString();
  if (known) return Object.assign(known, of, { updatedAt: at });
  const location: Location = {
    isActive: true,
    isFulfillmentService: false,
    ...of,
    id: nextId(shop),
    levelNumber: nextId(shop),
    createdAt: at,
    updatedAt: at,
  };
  shop.locations.add(location);
  return location;
}

function newVariant(
  ctx: ShopContext,
  {
    variant: { weightGrams, ...variant },
    optionNames,
    of,
  }: { variant: NewVariantBody; optionNames: string[]; of: string },
): NewVariant {
  const given = variant.options ?? { Title: variant.title ?? "Default Title" };
  const options = optionNames.map((name) => given[name]);
  if (options.includes(undefined) || Object.keys(given).length !== optionNames.length)
    throw new ControlError(400, `Each variant of "${of}" needs the options ${optionNames.join(", ")}.`);
  const names = new Set([...Object.keys(variant.onHand), ...Object.keys(variant.committed)]);
  return {
    ...variant,
    ...(weightGrams !== undefined && { weight: grams(weightGrams) }),
    options: options as string[],
    price: amount(variant.price),
    stock: [...names].map((name) => ({
      locationId: findLocation(ctx, name).id,
      onHand: variant.onHand[name] ?? 0,
      committed: variant.committed[name] ?? 0,
    })),
  };
}

const grams = (value: number): Weight => ({ value, unit: "GRAMS" });

const amount = (price: string | number) => Number(price).toFixed(2);
