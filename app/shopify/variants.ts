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

export interface MetafieldNode {
  type: string;
  value: string;
}

/** Only those that the merchant named are asked for. */
type DimensionNodes = { [name in keyof DimensionFields]?: MetafieldNode | null };

/** A variant as `variantSelection` asks for it, from one product's list or from a line of the bulk result. */
export interface VariantNode extends DimensionNodes {
  id: string;
  title: string;
  sku: string | null;
  barcode: string | null;
  requiresComponents: boolean;
  product: DimensionNodes & {
    id: string;
    title: string;
    status: string;
    isGiftCard: boolean;
    onlineStoreUrl: string | null;
    featuredMedia: { preview: { image: { url: string } | null } | null } | null;
  };
  inventoryItem: {
    id: string;
    tracked: boolean;
    measurement: { weight: { unit: string; value: number } | null } | null;
    /** Null when it is not stocked at the location. */
    inventoryLevel: { quantities: { name: string; quantity: number }[] } | null;
  };
}

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
    variants: { nodes: VariantNode[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
  } | null;
}

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
