import type { Session } from "@shopify/shopify-api";
import { ShopifyError } from "./errors.ts";

/**
 * The session that Shopify's answer to a token request makes, if it has all that is stored of it.
 * @throws ShopifyError `unavailable` where the answer left something out: the tokens that are stored stay
 */
export function requireTokens(session: Session): Session {
  const { accessToken, refreshToken, expires } = session;
  const isWhole =
    [accessToken, refreshToken].every((token) => typeof token === "string" && token !== "") &&
    expires !== undefined &&
    !Number.isNaN(expires.getTime());
  if (isWhole) return session;
  throw new ShopifyError("unavailable", { message: "an answer had no tokens" });
}
