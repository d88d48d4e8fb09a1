import express, { type Router } from "express";
import { mintSessionToken } from "../auth/session-token.ts";
import { isUnderWay } from "../bulk/bulk-runner.ts";
import type { World } from "../world.ts";
import { ControlError, controlErrors } from "./control-error.ts";
import { shopRoutes } from "./shop-routes.ts";
import { shopView } from "./views.ts";

/** A seed of 100,000 variants is some 25 MB. */
const LARGEST_BODY = "200mb";

/** `/_sandbox/…`: everything tests and demos do to the sandbox that Shopify has no API for. */
export function controlRoutes(world: World, faults: Router): Router {
  const router = express.Router();
  router.use(express.json({ limit: LARGEST_BODY }));
  router.get("/health", (_req, res) => {
    const webhooks = world.webhooks.deliveries().filter(({ state }) => state === "pending");
    const bulkOperations = world.shops().flatMap((shop) => shop.bulkOperations.filter(isUnderWay));
    res.json({ status: "ok", webhooks: webhooks.length, bulkOperations: bulkOperations.length });
  });
  router.post("/reset", (_req, res) => {
    world.reset();
    res.status(204).end();
  });
  router.get("/shops", (_req, res) => void res.json(world.shops().map(shopView)));
  router.use("/calls", world.calls.control);
  router.use("/bulk", world.bulkFaults.control);
  router.use("/shops/:shop", shopRoutes(world));

  router.get("/id-token", (req, res, next) => {
    const { shop: name } = req.query;
    const shop = typeof name === "string" ? world.find(name) : undefined;
    if (!shop) throw new ControlError(404, "There is no such shop. Name it with ?shop=demo.myshopify.com");
    mintSessionToken(world, { domain: shop.domain }).then((token) => res.json({ token }), next);
  });

  router.get("/webhooks", (req, res) => {
    const { shop, topic, state } = req.query;
    const wanted = world.webhooks
      .deliveries()
      .filter(
        (one) =>
          (!shop || one.shop === shop) && (!topic || one.topic === topic) && (!state || one.state === state),
      );
    res.json(wanted);
  });
  router.use("/webhooks/faults", world.webhookFaults.routes);
  router.post("/webhooks/:id/redeliver", (req, res) => {
    if (!world.webhooks.redeliver(req.params.id))
      throw new ControlError(404, `There is no delivery with the webhook id "${req.params.id}".`);
    res.status(202).json({});
  });

  router.use(faults);
  router.use(controlErrors);
  return router;
}
