import { randomUUID } from "node:crypto";
import { Router } from "express";
import { ApiError } from "./api-error.ts";
import { bearerToken } from "./bearer-token.ts";
import { newSubscription, readBody } from "./bodies.ts";
import type { Warehouse } from "./warehouse.ts";

/**
 * Registering is all the interface shows. Nothing in it says that a second registration of the same address and event
 * replaces the first, so by default it is a second subscription and the address gets every event twice.
 */
export function subscriptionRoutes(warehouse: Warehouse): Router {
  const { state, behaviours } = warehouse;
  const router = Router({ caseSensitive: true });
  router.post("/subscriptions", (req, res) => {
    const { event, notificationUrl } = readBody(req, newSubscription);
    const refusal = behaviours.refusedSubscriptions[event];
    if (refusal) {
      const message = `Subscriptions to ${event} are refused here.`;
      return void res.status(refusal).json({ code: "subscription-refused", message, field: "event" });
    }
    const { repeatedSubscriptions } = behaviours;
    const repeated = state.subscriptions.some(
      (other) =>
        other.event === event &&
        (repeatedSubscriptions === "event-refused" || other.notificationUrl === notificationUrl),
    );
    if (repeated && repeatedSubscriptions !== "accepted")
      throw new ApiError("duplicate-subscription", { message: `A subscription to ${event} exists already.` });
    const subscription = { id: randomUUID(), notificationUrl, event };
    state.subscriptions.push({ ...subscription, token: bearerToken(req) ?? "" });
    warehouse.changed();
    res.status(201).json(subscription);
  });
  return router;
}
