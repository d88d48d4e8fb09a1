import express, { type Request, type RequestHandler, type Router } from "express";
import { unfulfilled } from "../store/orders.ts";
import type { Order, Shop } from "../store/shop.ts";
import type { World } from "../world.ts";
import { cancelBody, fulfillBody, orderBody, orderListQuery, returnBody } from "./bodies.ts";
import { cancel, findOrder, fulfill, order, takeBack } from "./orders.ts";
import { orderView } from "./views.ts";

/** `…/orders`: what moves stock in a shop without an app having a hand in it. */
export function orderRoutes(
  world: World,
  withShop: (step: (shop: Shop, req: Request) => unknown) => RequestHandler,
): Router {
  const router = express.Router({ mergeParams: true });
  const withOrder = (step: (ctx: ReturnType<World["context"]>, of: Order, req: Request) => void) =>
    withShop((shop, req) => {
      const ctx = world.context(shop);
      const found = findOrder(ctx, String(req.params.id));
      step(ctx, found, req);
      return orderView(shop, found);
    });

  router.get(
    "/",
    withShop((shop, req) => {
      const { open, take } = orderListQuery.parse(req.query);
      const isShown = (one: Order) =>
        open === "false" || (!one.cancelledAt && one.lines.some((line) => unfulfilled(line)));
      const newestFirst = shop.orders.all().filter(isShown).reverse();
      return newestFirst.slice(0, take).map((one) => orderView(shop, one));
    }),
  );
  router.post(
    "/",
    withShop((shop, req) => orderView(shop, order(world.context(shop), orderBody.parse(req.body)))),
  );
  router.get(
    "/:id",
    withOrder(() => {}),
  );
  router.post(
    "/:id/fulfill",
    withOrder((ctx, of, req) => fulfill(ctx, of, fulfillBody.parse(req.body ?? {}).lines)),
  );
  router.post(
    "/:id/cancel",
    withOrder((ctx, of, req) => cancel(ctx, of, cancelBody.parse(req.body))),
  );
  router.post(
    "/:id/return",
    withOrder((ctx, of, req) => takeBack(ctx, of, returnBody.parse(req.body))),
  );
  return router;
}
