import type { Sku } from "../../ids.ts";
import { clearProblems, openProblem } from "../../problems/problems.ts";
import type { RecordFailure } from "../../problems/record-failure.ts";
import type { ShopContext } from "../../shop-context.ts";
import { requestSkusAgain } from "./request-skus-again.ts";

/**
 * Notes which SKUs could not be read or written in Shopify. One that fails for good is a problem until it succeeds; one that may
 * pass is tried again alone.
 */
export async function noteUnsynced(
  ctx: ShopContext,
  {
    skus,
    failed,
    left,
  }: { skus: readonly Sku[]; failed: ReadonlyMap<Sku, RecordFailure>; left: ReadonlySet<Sku> },
): Promise<void> {
  const subjects = skus.filter((sku) => !failed.has(sku) && !left.has(sku));
  await clearProblems(ctx, { kinds: ["quantity-unsynced"], subjects });
  for (const [sku, { permanent, sentence }] of failed)
    if (permanent)
      await openProblem(ctx, { kind: "quantity-unsynced", subject: sku, details: { sku, sentence } });
}

/** Has SKUs tried again that failed in a way that may pass, whose quantity kept moving, and whose turn did not come. */
export async function retryUnsynced(
  ctx: ShopContext,
  {
    failed,
    moved,
    left,
  }: { failed: ReadonlyMap<Sku, RecordFailure>; moved: readonly Sku[]; left: ReadonlySet<Sku> },
): Promise<void> {
  const mayPass = [...failed].filter(([, { permanent }]) => !permanent).map(([sku]) => sku);
  const asRead = moved.filter((sku) => !failed.has(sku) && !left.has(sku));
  await requestSkusAgain(ctx, { failed: mayPass, moved: asRead, left: [...left] });
}
