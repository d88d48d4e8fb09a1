import express, { type Request, type RequestHandler, type Router } from "express";
import type { Return } from "../store/return-types.ts";
import { declineReturn } from "../store/returns.ts";
import type { Shop, ShopContext } from "../store/shop.ts";
import type { World } from "../world.ts";
import {
  declineBody,
  deliveryBody,
  disposeBody,
  processBody,
  returnLinesBody,
  returnListQuery,
  stepBody,
} from "./return-bodies.ts";
import { returnView } from "./return-views.ts";
import {
  approve,
  cancel,
  close,
  editLines,
  findReturn,
  process,
  processExchangeLines,
  refuseUnless,
  reopen,
} from "./returns.ts";
import { deliverBack, disposeGoods } from "./reverse-work.ts";

type Step = (ctx: ShopContext, of: Return, body: unknown) => void;

/** What can be done with a return, by the end of its address. */
const steps: Record<string, Step> = {
  approve: (ctx, of, body) => approve(ctx, of, stepBody.parse(body)),
  decline(ctx, of, body) {
    refuseUnless(of, "declined");
    declineReturn(ctx, of, declineBody.parse(body));
  },
  cancel: (ctx, of, body) => cancel(ctx, of, stepBody.parse(body)),
  close: (ctx, of) => close(ctx, of),
  reopen: (ctx, of) => reopen(ctx, of),
  "process-exchange": (ctx, of) => processExchangeLines(ctx, of),
  process: (ctx, of, body) => process(ctx, of, processBody.parse(body)),
  lines: (ctx, of, body) => editLines(ctx, of, returnLinesBody.parse(body)),
  dispose: (ctx, of, body) => disposeGoods(ctx, of, disposeBody.parse(body)),
  deliveries: (ctx, of, body) => deliverBack(ctx, of, deliveryBody.parse(body)),
};

/** `…/returns`: what becomes of goods that are sent back, without an app having a hand in it. */
export function returnRoutes(
  world: World,
  withShop: (step: (shop: Shop, req: Request) => unknown) => RequestHandler,
): Router {
  const router = express.Router({ mergeParams: true });
  const withReturn = (step: Step) =>
    withShop((shop, req) => {
      const ctx = world.context(shop);
      const found = findReturn(ctx, String(req.params.id));
      step(ctx, found, req.body ?? {});
      return returnView(shop, found);
    });

  router.get(
    "/",
    withShop((shop, req) => {
      const { status, orders, take } = returnListQuery.parse(req.query);
      const isShown = (one: Return) =>
        (!status || one.status === status) && (!orders || orders.has(one.orderId));
      const newestFirst = shop.returns.all().filter(isShown).reverse();
      return newestFirst.slice(0, take).map((one) => returnView(shop, one));
    }),
  );
  router.get(
    "/:id",
    withReturn(() => {}),
  );
  for (const [name, step] of Object.entries(steps)) router.post(`/:id/${name}`, withReturn(step));
  return router;
}
