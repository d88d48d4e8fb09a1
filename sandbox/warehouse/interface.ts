import { randomUUID } from "node:crypto";
import express, { Router, type RequestHandler } from "express";
import { ApiError } from "./api-error.ts";
import { bearerToken } from "./bearer-token.ts";
import { inboundRoutes } from "./inbound-routes.ts";
import { limitRate } from "./limit-rate.ts";
import { lineRoutes } from "./line-routes.ts";
import { productChangeRoutes, productRoutes } from "./product-routes.ts";
import { subscriptionRoutes } from "./subscription-routes.ts";
import type { Warehouse } from "./warehouse.ts";

/** Room for some ten thousand products in one bulk request; the interface shows no limit. */
const BODY_LIMIT = "10mb";

interface InterfaceOptions {
  tokens: ReadonlySet<string>;
  /** Stands before everything, where a network would. */
  misbehave: RequestHandler;
  /** Stands behind it: what went wrong before never arrived. */
  countCalls: RequestHandler;
  /** Without limit when left out. */
  requestsPerSecond: number | undefined;
}

/** The fulfilment service's documented interface. */
export function fulfilmentInterface(
  warehouse: Warehouse,
  { tokens, misbehave, countCalls, requestsPerSecond }: InterfaceOptions,
): Router {
  const router = Router({ caseSensitive: true });
  // The body is read before anything goes wrong: a request served late is served whole, though its sender has hung up.
  router.use(
    giveRequestId,
    express.json({ limit: BODY_LIMIT, strict: false }),
    misbehave,
    countCalls,
    requireToken(tokens),
  );
  if (requestsPerSecond !== undefined) router.use(limitRate(requestsPerSecond));
  router.use(requireJson);

  const resources = [productRoutes(warehouse), inboundRoutes(warehouse), lineRoutes(warehouse)];
  const subscriptions = subscriptionRoutes(warehouse);
  router.use("/fulfilment/v3", ...resources);
  router.use("/fulfilment/v4", subscriptions);
  router.use("/api/fulfilment/v4", ...resources, subscriptions);
  // The document's headings write the paths of these two operations without `fulfilment`.
  router.use(["/v3", "/api/v4"], productChangeRoutes(warehouse));

  router.use((req) => {
    throw new ApiError("operation-not-found", {
      message: `The interface has no operation ${req.method} ${req.path}.`,
    });
  });
  return router;
}

const giveRequestId: RequestHandler = (_req, res, next) => {
  res.set("x-request-id", randomUUID());
  next();
};

function requireToken(tokens: ReadonlySet<string>): RequestHandler {
  return (req, _res, next) => {
    if (tokens.has(bearerToken(req) ?? "")) return next();
    throw new ApiError("unauthorized", {
      message: "Send the access token in the header Authorization: Bearer <token>.",
    });
  };
}

/** `is` answers false for a body of another type and null for no body at all. */
const requireJson: RequestHandler = (req, _res, next) => {
  if (req.is("application/json") !== false) return next();
  throw new ApiError("not-json", { message: "Send the body as JSON with Content-Type: application/json." });
};
