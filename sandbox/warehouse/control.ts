import { join } from "node:path";
import express, { Router } from "express";
import { ApiError } from "./api-error.ts";
import { readBody } from "./bodies.ts";
import type { Clock } from "./clock.ts";
import {
  anotherToken,
  clockMove,
  correction,
  departure,
  redelivery,
  seededProducts,
} from "./control-bodies.ts";
import type { DeliverySender } from "./delivery-sender.ts";
import { correctStock } from "./floor.ts";
import { inboundControls } from "./inbound-controls.ts";
import { readMost, readOne } from "./list-query.ts";
import { receiptControls } from "./receipt-controls.ts";
import { dispatchShipment, shipUnits } from "./ship-units.ts";
import { forget, type Delivery, type Product } from "./state.ts";
import { iso, type Warehouse } from "./warehouse.ts";

/** Room for a catalogue of a hundred thousand products in one seed. */
const BODY_LIMIT = "100mb";

/** What the sandbox adds to a warehouse: seeds, the floor, its deliveries, faults, and a page to play it by hand. */
export function controlRoutes(
  warehouse: Warehouse,
  {
    sender,
    clock,
    tokens,
    behaviours,
    faults,
    eventFaults,
    calls,
  }: {
    sender: DeliverySender;
    clock: Clock;
    tokens: Set<string>;
    behaviours: Router;
    faults: Router;
    eventFaults: Router;
    calls: Router;
  },
): Router {
  const { state } = warehouse;
  const router = Router({ caseSensitive: true });
  router.use(express.json({ limit: BODY_LIMIT }));

  router.get("/health", (_req, res) => {
    const deliveries = [...state.deliveries.values()];
    res.json({
      status: "ok",
      products: state.products.size,
      inbounds: state.inbounds.size,
      subscriptions: state.subscriptions.length,
      pending: deliveries.filter((delivery) => delivery.state === "pending").length,
      paused: state.paused,
    });
  });

  /** Faults and the request log are no state; they have their own DELETE. */
  router.post("/reset", (_req, res, next) => {
    forget(state);
    warehouse.changed();
    clock.reset().then(() => res.status(204).end(), next);
  });

  const showClock = () => ({ now: iso(clock.now()), offsetMs: state.clockOffsetMs });
  router.get("/clock", (_req, res) => void res.json(showClock()));
  router.post("/clock", (req, res, next) => {
    const { advanceMs } = readBody(req, clockMove);
    clock.advance(advanceMs, sender).then((attempts) => res.json({ ...showClock(), attempts }), next);
  });

  /** Tokens are no state either: a program that starts has those it was started with. */
  router.post("/tokens", (req, res) => {
    const { token } = readBody(req, anotherToken);
    tokens.add(token);
    res.status(201).json({ token });
  });
  router.delete("/tokens/:token", (req, res) => {
    const { token } = req.params;
    tokens.delete(token);
    if (warehouse.behaviours.revokedSubscriptions === "ended") {
      state.subscriptions = state.subscriptions.filter((subscription) => subscription.token !== token);
      warehouse.changed();
    }
    res.status(204).end();
  });

  router.get("/products", (req, res) => {
    const matches = [...state.products.values()].filter(matching(readOne(req, "search")));
    res.json(matches.slice(0, readMost(req)));
  });

  router.post("/products", (req, res) => {
    const products = readBody(req, seededProducts);
    products.forEach((product) => state.products.set(product.sku, product));
    warehouse.changed();
    res.json({ products: products.length });
  });

  router.use(inboundControls(warehouse), receiptControls(warehouse));

  router.post("/ship", (req, res) => {
    res.status(201).json(shipUnits(warehouse, readBody(req, departure)));
  });

  router.get("/shipments", (_req, res) => void res.json([...state.shipments.values()].reverse()));
  router.post("/shipments/:id/dispatch", (req, res) => {
    res.json(dispatchShipment(warehouse, req.params.id));
  });

  router.post("/correct", (req, res) => {
    res.json(correctStock(warehouse, readBody(req, correction)));
  });

  router.get("/deliveries", (req, res) => {
    const newestFirst = [...state.deliveries.values()].reverse();
    res.json(newestFirst.slice(0, readMost(req)).map(showDelivery));
  });

  router.use("/deliveries/faults", eventFaults);
  router.post("/deliveries/pause", (_req, res) => pause(true, res));
  router.post("/deliveries/resume", (_req, res) => pause(false, res));
  function pause(paused: boolean, res: express.Response): void {
    state.paused = paused;
    warehouse.changed();
    sender.wake();
    res.json({ paused });
  }

  router.post("/deliveries/:id/redeliver", (req, res, next) => {
    const delivery = state.deliveries.get(req.params.id);
    if (!delivery)
      throw new ApiError("delivery-not-found", { message: `There is no delivery with id ${req.params.id}.` });
    const { times } = readBody(req, redelivery);
    sender.sendAgain(delivery, times).then((statuses) => res.json({ statuses }), next);
  });

  router.use("/behaviours", behaviours);
  router.use("/calls", calls);
  router.use(faults);
  router.use(floorPage());
  router.use((req) => {
    throw new ApiError("operation-not-found", {
      message: `The sandbox has no control ${req.method} ${req.path}.`,
    });
  });
  return router;
}

function floorPage(): express.RequestHandler {
  return express.static(join(import.meta.dirname, "floor-page"), {
    cacheControl: false,
    setHeaders: (res) => {
      res.setHeader("content-security-policy", "default-src 'self'; frame-ancestors 'none'");
    },
  });
}

function matching(search = ""): (product: Product) => boolean {
  const wanted = search.trim().toLocaleLowerCase();
  return ({ sku, barcode, description }) =>
    [sku, barcode, description].some((text) => text.toLocaleLowerCase().includes(wanted));
}

function showDelivery({ subscriptionId, createdAt, lastAttemptAt, nextAttemptAt, ...rest }: Delivery) {
  return {
    ...rest,
    subscription: subscriptionId,
    createdAt: iso(createdAt),
    lastAttemptAt: iso(lastAttemptAt),
    nextAttemptAt: iso(nextAttemptAt),
  };
}
