import { randomUUID } from "node:crypto";
import { Router } from "express";
import { newSubscription, readBody } from "./bodies.ts";
import type { Warehouse } from "./warehouse.ts";

/**
 * Registering is all the interface shows. Nothing in it says that a second registration of the same address and event
 * replaces the first, so here it is a second subscription and the address is told twice.
 */
export function subscriptionRoutes(warehouse: Warehouse): Router {
  const router = Router({ caseSensitive: true });
  router.post("/subscriptions", (req, res) => {
    const subscription = { id: randomUUID(), ...readBody(req, newSubscription) };
    warehouse.state.subscriptions.push(subscription);
    warehouse.changed();
    res.status(201).json(subscription);
  });
  return router;
}
