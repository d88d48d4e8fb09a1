import { z } from "zod";
import { TypedDocumentString } from "./generated/operations.ts";

/** Which metafields hold a product's dimensions, each `namespace.key`, of the variant or else of its product. */
export interface DimensionFields {
  width: string | null;
  height: string | null;
  length: string | null;
}

export interface VariantQuery {
  /** Whose on hand is read along. */
  locationId: string;
  dimensions: DimensionFields;
}

const metafieldSchema = z.object({ type: z.string(), value: z.string() });
export type MetafieldNode = z.output<typeof metafieldSchema>;

/** Only those that the merchant named are asked for. */
const dimensions = {
  width: metafieldSchema.nullish(),
  height: metafieldSchema.nullish(),
  length: metafieldSchema.nullish(),
};

/** PostgreSQL's integers end here; no store has so many units. */
const QUANTITY_MAX = 2_147_483_647;

/** A variant as `variantSelection` asks for it, from one product's list or from a line of the bulk result. */
export const variantNodeSchema = z.object({
  ...{ id: z.string(), title: z.string(), sku: z.string().nullable(), barcode: z.string().nullable() },
  ...{ requiresComponents: z.boolean(), ...dimensions },
  product: z.object({
    ...{ id: z.string(), title: z.string(), status: z.string(), isGiftCard: z.boolean(), ...dimensions },
    onlineStoreUrl: z.string().nullable(),
    featuredMedia: z
      .object({ preview: z.object({ image: z.object({ url: z.string() }).nullable() }).nullable() })
      .nullable(),
  }),
  inventoryItem: z.object({
    ...{ id: z.string(), tracked: z.boolean() },
    measurement: z
      .object({ weight: z.object({ unit: z.string(), value: z.number() }).nullable() })
      .nullable(),
    /** Null when it is not stocked at the location. */
    inventoryLevel: z
      .object({
        quantities: z.array(
          z.object({ name: z.string(), quantity: z.int().min(-QUANTITY_MAX).max(QUANTITY_MAX) }),
        ),
      })
      .nullable(),
  }),
});
export type VariantNode = z.output<typeof variantNodeSchema>;

/**
 * What the catalogue reads of a variant, the same for one product as for all. It is put together here, and not in
 * operations.graphql, because merchants name the metafields.
 */
function variantSelection({ locationId, dimensions }: VariantQuery): string {
  const names = ["width", "height", "length"] as const;
  const metafields = names.flatMap((name) => metafieldSelection(name, dimensions[name]));
  return `
    id title sku barcode requiresComponents
    ${metafields.join("\n")}
    product {
      id title status isGiftCard onlineStoreUrl
      featuredMedia { preview { image { url } } }
      ${metafields.join("\n")}
    }
    inventoryItem {
      id tracked
      measurement { weight { unit value } }
      inventoryLevel(locationId: ${JSON.stringify(locationId)}) { quantities(names: ["on_hand"]) { name quantity } }
    }`;
}

function metafieldSelection(name: string, field: string | null): string[] {
  if (!field) return [];
  const dot = field.indexOf(".");
  const [namespace, key] = [field.slice(0, dot), field.slice(dot + 1)].map((part) => JSON.stringify(part));
  return [`${name}: metafield(namespace: ${namespace}, key: ${key}) { type value }`];
}

/** For `RunBulkQuery`: every variant of the shop, one line each. */
export function allVariantsQuery(query: VariantQuery): string {
  return `{ productVariants { edges { node { ${variantSelection(query)} } } } }`;
}

export interface VariantsOfProduct {
  product: {
    id: string;
    variants: { nodes: unknown[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
  } | null;
}

/** The variants are read one by one, so that one of another form hides no other. */
export const variantsOfProductSchema = z.object({
  product: z
    .object({
      id: z.string(),
      variants: z.object({
        nodes: z.array(z.unknown()),
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      }),
    })
    .nullable(),
});

/** One page of a product's variants. */
export function variantsOfProductDocument(query: VariantQuery) {
  return new TypedDocumentString<VariantsOfProduct, { productId: string; after: string | null }>(`
    query VariantsOfProduct($productId: ID!, $after: String) {
      product(id: $productId) {
        id
        variants(first: 250, after: $after) {
          nodes { ${variantSelection(query)} }
          pageInfo { hasNextPage endCursor }
        }
      }
    }`);
}
