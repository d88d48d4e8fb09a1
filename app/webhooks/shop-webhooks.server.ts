import { ApiVersion, shopifyApi, WebhookValidationErrorReason } from "@shopify/shopify-api";
import express, {
  type Request as ExpressRequest,
  type Response as ExpressResponse,
  type Router,
} from "express";
import { receiveShopWebhook } from "../domain/events/receive-shop-webhook.ts";
import type { Services } from "../services.server.ts";
import { libraryLogger } from "../shopify.server.ts";

/** `include_fields` in shopify.app.toml keeps these to some hundred bytes; compliance requests can be longer. */
const BODY_CAP = "1mb";

/**
 * Where Shopify sends its webhooks, compliance topics included: `POST /webhooks/shop`. Answers 200 once the hint is
 * committed.
 *
 * Shopify's library checks the signature. Its Remix helper is not used: it also loads the session and may refresh the
 * token, which is too much to do before an answer that Shopify awaits for five seconds.
 */
export function shopWebhooks(services: Services): Router {
  const { env } = services;
  const { webhooks } = shopifyApi({
    apiKey: env.SHOPIFY_API_KEY,
    apiSecretKey: env.SHOPIFY_API_SECRET,
    apiVersion: ApiVersion.October26,
    hostName: new URL(env.SHOPIFY_APP_URL).host,
    isEmbeddedApp: true,
    logger: libraryLogger(services.log),
    _logDisabledFutureFlags: false,
  });

  const receive = async (req: ExpressRequest, res: ExpressResponse): Promise<void> => {
    const rawBody = Buffer.isBuffer(req.body) ? req.body.toString("utf8") : "";
    const headers = Object.entries(req.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const rawRequest = new Request(env.SHOPIFY_APP_URL, { method: "POST", headers });
    const check = await webhooks.validate({ rawBody, rawRequest });
    if (!check.valid) {
      services.log.warn({ reason: check.reason }, "a webhook of the shop was refused");
      const missing = check.reason === WebhookValidationErrorReason.MissingHeaders;
      return void res
        .status(missing ? 400 : 401)
        .json({ error: missing ? "missing-headers" : "bad-signature" });
    }
    const payload = parseJson(rawBody);
    if (payload === undefined) return void res.status(400).json({ error: "malformed" });
    // The library gives topics back as PRODUCTS_UPDATE; everywhere else they are written as Shopify writes them.
    const topic = req.get("x-shopify-topic") ?? check.topic;
    await receiveShopWebhook(services.db, { shop: check.domain, topic, payload });
    res.status(200).json({ ok: true });
  };

  const router = express.Router();
  router.post("/webhooks/shop", express.raw({ type: () => true, limit: BODY_CAP }), (req, res, next) => {
    receive(req, res).catch(next);
  });
  return router;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
