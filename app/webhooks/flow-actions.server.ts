import express, {
  type Request as ExpressRequest,
  type Response as ExpressResponse,
  type Router,
} from "express";
import { z } from "zod";
import { productIdOf } from "../domain/ids.ts";
import { reconcileNow } from "../domain/stock/settings/reconcile-now.ts";
import type { Services } from "../services.server.ts";
import { rawBody } from "./raw-body.ts";
import { checkSignature, parseJson, signedRequest } from "./signed-request.ts";

const number = /^(?:gid:\/\/shopify\/Product\/)?(\d{1,20})$/;
const schema = z.object({
  shopify_domain: z.string().regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/i),
  properties: z.object({
    product_id: z
      .union([z.string(), z.int().positive()])
      .transform((id) => number.exec(String(id))?.[1] ?? "")
      .refine((id) => id !== "")
      .transform((id) => productIdOf(id)),
  }),
});

/**
 * What merchants' workflows in Shopify Flow have done here: `POST /flow/reconcile-stock`. Flow repeats what is answered
 * with 5xx or not at all; asking twice has the effect of asking once. A shop that is not connected has nothing to
 * reconcile, which no repetition would change.
 */
export function flowActions(services: Services): Router {
  const reconcile = async (req: ExpressRequest, res: ExpressResponse): Promise<void> => {
    const signed = signedRequest(req, services);
    if (!(await checkSignature(services, ({ flow }) => flow.validate(signed))).valid) {
      services.log.warn("an action of Shopify Flow was refused");
      return void res.status(401).json({ error: "bad-signature" });
    }
    const asked = schema.safeParse(parseJson(signed.rawBody));
    if (!asked.success) return void res.status(400).json({ error: "malformed" });
    const { shopify_domain: shop, properties } = asked.data;
    const ctx = services.openShop(shop.toLowerCase());
    const { outcome } = await reconcileNow(ctx, { productId: properties.product_id });
    res.status(200).json({ outcome });
  };

  const router = express.Router();
  router.post("/flow/reconcile-stock", rawBody, (req, res, next) => {
    reconcile(req, res).catch(next);
  });
  return router;
}
