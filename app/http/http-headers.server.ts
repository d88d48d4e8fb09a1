import type { IncomingMessage, ServerResponse } from "node:http";
import type { Env } from "../env.server.ts";
import type { Handler } from "./handler.ts";
import { hasBody } from "./read-body.ts";

/** Two years, as browsers' own lists of such hosts want it. Other hosts of the operator's are not ours to speak for. */
const HTTPS_ONLY = "max-age=63072000";
/** A shop's name at Shopify. What does not look like one does not get into a header. */
const SHOP = /^[a-z0-9][a-z0-9_-]*\.myshopify\.com$/i;

/**
 * Headers that every answer has, whoever gives it: a page, a redirect, a refusal, Shopify's library, a fault. They are
 * put on as the answer leaves, so that none is forgotten and none of the library's stands beside ours.
 */
export function answerHeaders(env: Env): Handler {
  const isHttps = env.SHOPIFY_APP_URL.startsWith("https://");
  const put = (req: IncomingMessage, res: ServerResponse) => {
    res.setHeader("X-Content-Type-Options", "nosniff");
    // Addresses of documents carry session tokens.
    res.setHeader("Referrer-Policy", "same-origin");
    res.setHeader("Content-Security-Policy", policyFor(env, shopIn(req)));
    if (isHttps) res.setHeader("Strict-Transport-Security", HTTPS_ONLY);
    // What does not say otherwise shows a merchant's data. Files of the build do.
    if (!res.hasHeader("Cache-Control")) res.setHeader("Cache-Control", "no-store");
    // Its body may go on arriving after the answer, so the connection takes no further request.
    if (hasBody(req) && !req.complete) res.setHeader("Connection", "close");
    // The sandbox's admin does not use the script that the library has preloaded.
    if (env.SHOP_SANDBOX_URL) res.removeHeader("Link");
  };
  return (req, res, next) => {
    const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => ServerResponse;
    res.writeHead = (...args: unknown[]) => {
      put(req, res);
      return writeHead(...args);
    };
    next();
  };
}

/** The shop an address names. */
function shopIn({ url = "" }: IncomingMessage): string | null {
  const query = url.indexOf("?");
  return query < 0 ? null : new URLSearchParams(url.slice(query)).get("shop");
}

/** Only the shop's admin may show the app in a frame. The library would let in whatever the address calls a shop. */
function policyFor({ SHOP_SANDBOX_URL }: Env, shop: string | null): string {
  const frames = [
    ...(shop !== null && SHOP.test(shop) ? [`https://${shop}`] : []),
    "https://admin.shopify.com",
    ...(SHOP_SANDBOX_URL ? [SHOP_SANDBOX_URL] : []),
  ];
  // The form for a store's name leads on to Shopify, and browsers hold a form to its redirects, too.
  const forms = ["'self'", "https://admin.shopify.com", "https://*.myshopify.com"];
  return `frame-ancestors ${frames.join(" ")}; base-uri 'none'; object-src 'none'; form-action ${forms.join(" ")}`;
}
