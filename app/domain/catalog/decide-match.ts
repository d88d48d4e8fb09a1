import type { VariantState } from "@prisma/client";
import type { Sku, VariantId } from "../ids.ts";

export interface MatchCandidate {
  variantId: VariantId;
  /** What the shop calls it; null when the merchant gave none. */
  sku: Sku | null;
  /** Made of components: the shop computes its stock. */
  bundle: boolean;
  /** The warehouse SKU it is mapped to already. */
  mappedTo: Sku | null;
}

export interface MatchDecision {
  variantId: VariantId;
  state: VariantState;
  /** A mapping to make; absent when there is one already or there must be none. */
  mapTo?: Sku;
}

/**
 * Says for each variant how it stands to the warehouse's products. A match is made by SKU and only when nothing
 * else could be meant: two variants with one SKU, or an SKU that another variant is mapped to, are left to the
 * merchant. A mapping that exists is never moved: silently re-pointing stock is how shops oversell.
 *
 * `candidates` must hold every variant of the shop that carries or is mapped to any SKU among them.
 */
export function decideMatches({
  candidates,
  atWarehouse,
}: {
  candidates: readonly MatchCandidate[];
  atWarehouse: ReadonlySet<string>;
}): MatchDecision[] {
  const claims = new Map<Sku, Set<VariantId>>();
  const claim = (sku: Sku, variantId: VariantId) =>
    claims.set(sku, (claims.get(sku) ?? new Set<VariantId>()).add(variantId));
  for (const { variantId, sku, bundle, mappedTo } of candidates) {
    if (mappedTo) claim(mappedTo, variantId);
    if (sku && !bundle) claim(sku, variantId);
  }
  return candidates.map(({ variantId, sku, bundle, mappedTo }) => {
    if (bundle) return { variantId, state: "bundle" };
    if (mappedTo) return { variantId, state: "mapped" };
    if (!sku) return { variantId, state: "no_sku" };
    if ((claims.get(sku)?.size ?? 0) > 1) return { variantId, state: "duplicate_sku" };
    if (!atWarehouse.has(sku)) return { variantId, state: "not_at_warehouse" };
    return { variantId, state: "mapped", mapTo: sku };
  });
}
