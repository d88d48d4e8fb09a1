import { WebhookValidationErrorReason } from "@shopify/shopify-api";
import express, {
  type Request as ExpressRequest,
  type Response as ExpressResponse,
  type Router,
} from "express";
import { z } from "zod";
import { receiveShopWebhook } from "../domain/events/receive-shop-webhook.ts";
import { createGate } from "../http/gate.ts";
import { BUSY_RETRY_SECONDS } from "../http/panel-handler.server.ts";
import { nameShop } from "../operations/log.server.ts";
import type { Services } from "../services.server.ts";
import { rawBody } from "./raw-body.ts";
import { checkSignature, parseJson, signedRequest } from "./signed-request.ts";

/**
 * Webhooks of one shop that are stored at the same moment, so that a shop with thousands leaves the database to the others. Those
 * that would wait longer than Shopify does are sent again by it, for four hours.
 */
const OF_ONE_SHOP = { concurrency: 4, waitingMax: 500, waitMaxMs: 3_000 };

/** Compliance requests name their shop, others do not. */
const named = z.object({ shop_domain: z.string() }).partial();

/**
 * Where Shopify sends its webhooks, compliance topics included: `POST /webhooks/shop`. Answers 200 once the hint is
 * committed.
 */
export function shopWebhooks(services: Services): Router {
  const { metrics } = services;
  const gate = createGate(OF_ONE_SHOP);
  const count = (outcome: string) => metrics.received({ source: "shop", outcome });

  const receive = async (req: ExpressRequest, res: ExpressResponse): Promise<void> => {
    const signed = signedRequest(req, services);
    const check = await checkSignature(services, ({ webhooks }) => webhooks.validate(signed));
    if (!check.valid) {
      services.log.warn({ reason: check.reason }, "a webhook of the shop was refused");
      count("refused");
      const missing = check.reason === WebhookValidationErrorReason.MissingHeaders;
      return void res
        .status(missing ? 400 : 401)
        .json({ error: missing ? "missing-headers" : "bad-signature" });
    }
    const payload = parseJson(signed.rawBody);
    // The signature is over the body alone: what is meant for one shop must not be taken for another's word.
    const { shop_domain: meant = check.domain } = named.safeParse(payload).data ?? {};
    const wrong = payload === undefined ? "malformed" : meant !== check.domain ? "another-shop" : undefined;
    if (wrong) {
      count(wrong);
      return void res.status(400).json({ error: wrong });
    }
    // The library gives topics back as PRODUCTS_UPDATE; everywhere else they are written as Shopify writes them.
    const topic = req.get("x-shopify-topic") ?? check.topic;
    nameShop(check.domain);
    const leave = await gate.enter(check.domain);
    if (!leave) {
      count("crowded");
      res.setHeader("Retry-After", BUSY_RETRY_SECONDS);
      return void res.status(503).json({ error: "busy" });
    }
    try {
      await receiveShopWebhook(services, { shop: check.domain, topic, payload });
    } finally {
      leave();
    }
    count("accepted");
    res.status(200).json({ ok: true });
  };

  const router = express.Router();
  router.post("/webhooks/shop", rawBody, (req, res, next) => {
    receive(req, res).catch(next);
  });
  return router;
}
