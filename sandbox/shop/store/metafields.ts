import { nextId, type Metafield, type Shop } from "./shop.ts";

/** A value as Shopify keeps it, always as text; null deletes. */
export type MetafieldEdit = Pick<Metafield, "namespace" | "key" | "type"> & { value: string | null };

/** Writes metafields of a product or a variant; those that are not named stay as they are. */
export function editMetafields(
  shop: Shop,
  { owner, edits, at }: { owner: { metafields?: Metafield[] }; edits: readonly MetafieldEdit[]; at: string },
): void {
  for (const { value, ...edit } of edits) {
    const others = (owner.metafields ?? []).filter((one) => !isSame(one, edit));
    const known = owner.metafields?.find((one) => isSame(one, edit));
    const { id, createdAt } = known ?? { id: nextId(shop), createdAt: at };
    owner.metafields =
      value === null
        ? others
        : [...others, { ...edit, id, value, createdAt, updatedAt: at }].sort((a, b) => a.id - b.id);
  }
}

const isSame = (a: { namespace: string; key: string }, b: { namespace: string; key: string }) =>
  a.namespace === b.namespace && a.key === b.key;
