import express, { type Request, type RequestHandler, type Router } from "express";
import { looseId } from "../store/gid.ts";
import { unfulfilled } from "../store/order-stock.ts";
import type { Order } from "../store/order-types.ts";
import type { Shop } from "../store/shop.ts";
import type { World } from "../world.ts";
import { cancelFulfillmentOf, fulfill } from "./fulfillments.ts";
import {
  addressBody,
  ageBody,
  cancelBody,
  fulfillBody,
  orderBody,
  orderListQuery,
  takeBackBody,
} from "./order-bodies.ts";
import { orderView } from "./order-views.ts";
import { ageOrder, cancel, changeAddress, findOrder, order, takeBack } from "./orders.ts";
import { newReturnBody } from "./return-bodies.ts";
import { returnView } from "./return-views.ts";
import { askForReturn } from "./returns.ts";

/** `…/orders`: what moves stock in a shop without an app. */
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
      const { open, take, search } = orderListQuery.parse(req.query);
      const isOpen = (one: Order) => !one.cancelledAt && one.lines.some((line) => unfulfilled(line));
      const isFound = ({ id, number }: Order) =>
        [`#${number}`, String(number)].includes(search) || looseId("Order", search) === id;
      const isShown = (one: Order) => (open === "false" || isOpen(one)) && (!search || isFound(one));
      const newestFirst = shop.orders.all().filter(isShown).reverse();
      return newestFirst.slice(0, take).map((one) => orderView(shop, one));
    }),
  );
  router.post(
    "/",
    withShop((shop, req) => orderView(shop, order(world.context(shop), orderBody.parse(req.body)))),
  );
  router.post(
    "/age",
    withShop((shop, req) => {
      const body = ageBody.parse(req.body);
      for (const one of shop.orders.all()) ageOrder(one, body);
      return {};
    }),
  );
  router.get(
    "/:id",
    withOrder(() => {}),
  );
  router.post(
    "/:id/fulfill",
    withOrder((ctx, of, req) => fulfill(ctx, of, fulfillBody.parse(req.body ?? {}))),
  );
  router.post(
    "/:id/fulfillments/:fulfillmentId/cancel",
    withOrder((ctx, of, req) => cancelFulfillmentOf(ctx, of, String(req.params.fulfillmentId))),
  );
  router.post(
    "/:id/cancel",
    withOrder((ctx, of, req) => cancel(ctx, of, cancelBody.parse(req.body))),
  );
  router.post(
    "/:id/take-back",
    withOrder((ctx, of, req) => takeBack(ctx, of, takeBackBody.parse(req.body))),
  );
  router.post(
    "/:id/age",
    withOrder((_ctx, of, req) => ageOrder(of, ageBody.parse(req.body))),
  );
  router.post(
    "/:id/address",
    withOrder((ctx, of, req) => changeAddress(ctx, of, addressBody.parse(req.body))),
  );
  router.post(
    "/:id/returns",
    withShop((shop, req) => {
      const ctx = world.context(shop);
      const of = findOrder(ctx, String(req.params.id));
      return returnView(shop, askForReturn(ctx, of, newReturnBody.parse(req.body)));
    }),
  );
  return router;
}
