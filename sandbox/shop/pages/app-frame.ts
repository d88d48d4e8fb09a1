import { createHmac, randomUUID } from "node:crypto";
import { mintSessionToken } from "../auth/session-token.ts";
import { shopName, type Shop } from "../store/shop.ts";
import type { World } from "../world.ts";

/** What the admin adds to an address of the app when it puts it in a frame. */
const ADMIN_PARAMETERS = ["embedded", "hmac", "host", "id_token", "locale", "session", "shop", "timestamp"];

/** The address of the framed app: its path and query, and what Shopify's admin tells it about itself, signed. */
export async function appFrameUrl(
  world: World,
  { shop, path, query, locale }: { shop: Shop; path: string; query: URLSearchParams; locale: string },
): Promise<string> {
  const url = new URL(world.app.url + path);
  for (const [name, value] of query)
    if (!ADMIN_PARAMETERS.includes(name)) url.searchParams.append(name, value);
  const parameters: Record<string, string> = {
    embedded: "1",
    host: Buffer.from(`admin.shopify.com/store/${shopName(shop.domain)}`).toString("base64"),
    id_token: await mintSessionToken(world, { domain: shop.domain }),
    locale,
    session: randomUUID().replaceAll("-", ""),
    shop: shop.domain,
    timestamp: String(Math.floor(world.now().getTime() / 1000)),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const signed = [...url.searchParams].map(([name, value]) => `${name}=${value}`).sort();
  url.searchParams.set(
    "hmac",
    createHmac("sha256", world.app.apiSecret).update(signed.join("&")).digest("hex"),
  );
  return url.href;
}
