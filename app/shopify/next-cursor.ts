import { ShopifyError } from "./errors.ts";

/**
 * Where the page behind this one begins; null when it is the last.
 * @param before where this one began
 * @throws ShopifyError `not-understood` where the next page would be this one again
 */
export function nextCursor(
  { hasNextPage, endCursor }: { hasNextPage: boolean; endCursor: string | null },
  before: string | null,
): string | null {
  if (!hasNextPage) return null;
  if (endCursor === null || endCursor === before)
    throw new ShopifyError("not-understood", { message: "a list does not say where its next page begins" });
  return endCursor;
}
