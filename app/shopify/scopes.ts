import { AuthScopes } from "@shopify/shopify-api";

/** What the app asks a shop's merchant for, as in shopify.app.toml; a test compares them. */
export const SCOPES = [
  "read_products",
  "read_inventory",
  "write_inventory",
  "read_locations",
  "read_orders",
  "write_returns",
  "read_customers",
] as const;
export type Scope = (typeof SCOPES)[number];

/** Those of them that are not among `granted`: handles, in a list or with commas. Who may write may read. */
export function missingIn(granted: string | string[] | undefined): Scope[] {
  const scopes = new AuthScopes(granted);
  return SCOPES.filter((scope) => !scopes.has(scope));
}
