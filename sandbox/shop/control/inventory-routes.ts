import express, { type Request, type RequestHandler, type Router } from "express";
import type { InventoryItem, Shop, ShopContext } from "../store/shop.ts";
import type { World } from "../world.ts";
import { inventoryBody, moveBody, reservationBody } from "./inventory-bodies.ts";
import { moveUnits, releaseUnits, reserveUnits, setInventory } from "./inventory.ts";
import { productView } from "./views.ts";

/** `…/inventory`: what a merchant or another app does to quantities. Each answers with the product. */
export function inventoryRoutes(
  world: World,
  withShop: (step: (shop: Shop, req: Request) => unknown) => RequestHandler,
): Router {
  const router = express.Router({ mergeParams: true });
  const withItem = (step: (ctx: ShopContext, body: unknown) => InventoryItem) =>
    withShop((shop, req) => {
      const item = step(world.context(shop), req.body);
      const product = shop.products.get(shop.variants.get(item.variantId)?.productId ?? 0);
      return product && productView(shop, product);
    });

  router.post(
    "/",
    withItem((ctx, body) => setInventory(ctx, inventoryBody.parse(body))),
  );
  router.post(
    "/move",
    withItem((ctx, body) => moveUnits(ctx, moveBody.parse(body))),
  );
  router.post(
    "/reserve",
    withItem((ctx, body) => reserveUnits(ctx, reservationBody.parse(body))),
  );
  router.post(
    "/release",
    withItem((ctx, body) => releaseUnits(ctx, reservationBody.parse(body))),
  );
  return router;
}
