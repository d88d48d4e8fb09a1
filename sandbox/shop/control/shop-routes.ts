import express, { type Request, type Response, type Router } from "express";
import { grantedScopes } from "../auth/granted-scopes.ts";
import { expireTokens } from "../auth/tokens.ts";
import { refill } from "../admin/throttle.ts";
import { deleteProduct } from "../store/catalogue.ts";
import { looseId } from "../store/gid.ts";
import type { Shop } from "../store/shop.ts";
import type { World } from "../world.ts";
import {
  expireTokensBody,
  listQuery,
  planBody,
  productEditBody,
  scopesBody,
  seedBody,
  throttleBody,
  webhookBody,
} from "./bodies.ts";
import { ControlError } from "./control-error.ts";
import { historyQuery } from "./inventory-bodies.ts";
import { inventoryRoutes } from "./inventory-routes.ts";
import { listProducts } from "./list-products.ts";
import { mailListQuery } from "./order-bodies.ts";
import { orderRoutes } from "./order-routes.ts";
import { mailView } from "./order-views.ts";
import { setPlan } from "./plan.ts";
import { returnRoutes } from "./return-routes.ts";
import { edit, seed } from "./seed.ts";
import { adjustmentsOf, bulkOperationView, locationView, productView, shopView } from "./views.ts";

/** `/_sandbox/shops/:shop/…`: what a merchant, a customer or the passing of time would do to one shop. */
export function shopRoutes(world: World): Router {
  const router = express.Router({ mergeParams: true });

  const shopParameter = (req: Request) => String((req.params as { shop: string }).shop);
  /** Wraps a step that needs the shop; only seeding makes one. */
  const withShop =
    (step: (shop: Shop, req: Request, res: Response) => unknown) => (req: Request, res: Response) => {
      const name = shopParameter(req);
      const shop = world.find(name);
      if (!shop) throw new ControlError(404, `There is no shop "${name}". Seeding it makes it.`);
      res.json(step(shop, req, res) ?? {});
      if (req.method !== "GET") world.changed();
    };
  const productId = (req: Request) => {
    const id = looseId("Product", String(req.params.id));
    if (id === undefined) throw new ControlError(400, `"${req.params.id}" is no product id.`);
    return id;
  };

  router.post("/seed", (req, res) => {
    const body = seedBody.parse(req.body ?? {});
    const ctx = world.context(world.findOrCreate(shopParameter(req)));
    const made = seed(ctx, body);
    world.changed();
    res.status(201).json({
      shop: ctx.shop.domain,
      locations: made.locations.map(locationView),
      products: made.products.map((product) => productView(ctx.shop, product)),
      generated: made.generated,
    });
  });

  router.get(
    "/state",
    withShop((shop) => ({
      ...shopView(shop),
      products: shop.products.all().map((product) => productView(shop, product)),
    })),
  );
  router.get(
    "/history",
    withShop((shop, { query }) => adjustmentsOf(shop, historyQuery.parse(query))),
  );
  router.get(
    "/bulk-operations",
    withShop((shop) => shop.bulkOperations.map(bulkOperationView)),
  );
  router.get(
    "/products",
    withShop((shop, { query }) => listProducts(shop, listQuery.parse(query))),
  );
  router.post(
    "/products/:id",
    withShop((shop, req) =>
      productView(
        shop,
        edit(world.context(shop), { id: productId(req), body: productEditBody.parse(req.body) }),
      ),
    ),
  );
  router.delete(
    "/products/:id",
    withShop((shop, req) => {
      const id = productId(req);
      if (!deleteProduct(world.context(shop), id)) throw new ControlError(404, `There is no product ${id}.`);
    }),
  );
  router.use("/inventory", inventoryRoutes(world, withShop));
  router.use("/orders", orderRoutes(world, withShop));
  router.use("/returns", returnRoutes(world, withShop));
  router.get(
    "/mails",
    withShop((shop, { query }) => {
      const { orders } = mailListQuery.parse(query);
      return shop.mails
        .filter(({ orderId }) => !orders || orders.has(orderId))
        .map((one) => mailView(shop, one));
    }),
  );
  router.get(
    "/flow-triggers",
    withShop((shop) => shop.flowTriggers),
  );
  router.post(
    "/install",
    withShop((shop) => {
      world.install(shop);
      return shopView(shop);
    }),
  );
  router.post(
    "/uninstall",
    withShop((shop) => {
      world.uninstall(shop);
      return shopView(shop);
    }),
  );
  router.post(
    "/scopes",
    withShop((shop, req) => {
      const previous = grantedScopes(world, shop);
      shop.installation.withheld = scopesBody.parse(req.body).withheld;
      const current = grantedScopes(world, shop);
      world.context(shop).announce("app/scopes_update", () => ({
        ...{ id: shop.id, previous, current, updated_at: world.now().toISOString() },
      }));
      return { granted: current };
    }),
  );
  router.post(
    "/plan",
    withShop((shop, req) => setPlan(world.context(shop), planBody.parse(req.body))),
  );
  router.post(
    "/throttle",
    withShop(({ bucket }, req) => {
      const body = throttleBody.parse(req.body ?? {});
      refill(bucket, world.now());
      return Object.assign(bucket, body);
    }),
  );
  router.post(
    "/expire-tokens",
    withShop((shop, req) =>
      expireTokens(shop, { ...expireTokensBody.parse(req.body ?? {}), now: world.now() }),
    ),
  );
  router.post(
    "/webhooks",
    withShop((shop, req) => {
      const { topic, payload } = webhookBody.parse(req.body);
      return { deliveries: world.webhooks.announce({ shop: shop.domain, topic, payload: () => payload }) };
    }),
  );
  return router;
}
