import type { PurchaseInbound } from "@prisma/client";

type Standing = Pick<PurchaseInbound, "stage" | "status" | "deleting">;

/** Whether a purchase can be changed and deleted, as far as is known: only while nobody at the warehouse has begun with it. */
export function isChangeable({ stage, status, deleting }: Standing): boolean {
  if (deleting) return false;
  return stage === "announcing" || (stage === "expected" && status === "new");
}
