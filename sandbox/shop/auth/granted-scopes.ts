import type { Shop } from "../store/shop.ts";
import type { World } from "../world.ts";

/** What the app may do in this shop: what it asks for, less what the merchant has not granted. */
export function grantedScopes({ app }: World, { installation }: Shop): string[] {
  return app.config.scopes.filter((scope) => !installation.withheld?.includes(scope));
}
