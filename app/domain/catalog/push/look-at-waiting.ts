import type { PushedProduct, PushState } from "@prisma/client";
import type { NewProduct, ProductChanges } from "../../../fulfilment/requests.ts";
import type { VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { candidates, type Candidate } from "./candidates.ts";
import { describe, productToSend } from "./product-to-send.ts";
import type { PushReason } from "./push-reason.ts";

/** A product about to be sent. */
export interface Sending {
  variant: Candidate;
  product: NewProduct;
}

/** What became of one that waited. */
export interface Settled {
  sku: string;
  variantId: string;
  state: PushState;
  sent?: ProductChanges;
  reason?: PushReason;
  /** The reading of the shop that was told. Null when nothing was: then it is settled as of now. */
  readAt?: Date;
}

/** Looks at the variants as they are now: what was previewed may have changed since. */
export async function lookAtWaiting(
  ctx: ShopContext,
  waiting: PushedProduct[],
): Promise<{ settled: Settled[]; sends: Sending[] }> {
  const variants = new Map<string, Candidate>();
  const selection = { variantIds: waiting.map(({ variantId }) => variantId as VariantId) };
  for await (const group of candidates(ctx.db, { shop: ctx.shop, selection }))
    for (const one of group) variants.set(one.variantId, { ...one, waiting: false });

  const settled: Settled[] = [];
  const sends: Sending[] = [];
  for (const { sku, variantId } of waiting) {
    const variant = variants.get(variantId);
    const reject = (because: Extract<PushReason, { because: string }>["because"]) =>
      settled.push({ sku, variantId, state: "rejected", reason: { because } });
    if (!variant) reject("gone");
    else if (variant.sku !== sku) reject("sku_changed");
    else {
      const verdict = productToSend(variant);
      if ("send" in verdict) sends.push({ variant, product: verdict.send });
      else if (verdict.skip === "at_warehouse") settled.push(foundPresent(variant));
      else reject(verdict.skip);
    }
  }
  return { settled, sends };
}

/** From here on the warehouse counts as told this, so that only what the shop changes later is sent after it. */
export function told(variant: Candidate): Pick<Settled, "sku" | "variantId" | "sent" | "readAt"> {
  const { sku, variantId, readAt } = variant;
  return { sku: sku ?? "", variantId, sent: describe(variant).details, readAt };
}

/** The warehouse had it already. It was sent nothing: what it has is compared with the store's values (`compareProduct`). */
export function foundPresent({ sku, variantId, readAt }: Candidate): Settled {
  return { sku: sku ?? "", variantId, readAt, state: "present" };
}
