import express from "express";
import { createFaultBench } from "../lib/faults.ts";
import { serve } from "../lib/serve.ts";
import { openStateFile } from "../lib/state-file.ts";
import { createSwitchedOn } from "../lib/switched-on.ts";
import { answerWithError } from "./api-error.ts";
import { createBehaviours, type BehaviourChanges } from "./behaviours.ts";
import { createClock } from "./clock.ts";
import { controlRoutes } from "./control.ts";
import { createCallCounter } from "./count-calls.ts";
import { createDeliverySender } from "./delivery-sender.ts";
import { eventFaultSchema, type EventFault } from "./event-faults.ts";
import { fulfilmentInterface } from "./interface.ts";
import { loadState, toSave } from "./state.ts";
import type { Warehouse } from "./warehouse.ts";

/** Behaviours, and what stays as it is from start to close. */
export interface WarehouseOptions extends BehaviourChanges {
  /** 0 takes any free one. */
  port?: number;
  /** What clients send as `Authorization: Bearer <token>`. */
  token?: string;
  /** More tokens that are let in: accounts of their own, as whoever counts requests sees them, with the same goods. */
  otherTokens?: readonly string[];
  /** Key of the `x-hook-signature` of every delivery. */
  webhookKey?: string;
  /** Where products, inbounds, subscriptions and deliveries survive a restart; nowhere when left out. */
  stateFile?: string;
  /** Gap before the first retry of a delivery; those after it grow so that all fit into a day. */
  retryBaseMs?: number;
  /** Requests beyond it are answered 429; any number when left out. */
  requestsPerSecond?: number;
  /** The time that the warehouse's clock starts out from, in milliseconds since 1970: this machine's when left out. */
  now?: () => number;
}

export interface RunningWarehouse {
  /** Origin without a trailing slash. */
  url: string;
  port: number;
  /** Saves, and ends what is under way. */
  close(): Promise<void>;
}

export const warehouseDefaults = {
  port: 9300,
  token: "sandbox-warehouse-token",
  webhookKey: "sandbox-webhook-key",
  retryBaseMs: 500,
};

/**
 * Starts a warehouse on this machine's loopback. Rejects when the port is taken (EADDRINUSE) or the state file is not
 * one of its own.
 *
 * @example
 * const warehouse = await startWarehouse({ port: 0 });
 * await fetch(`${warehouse.url}/_sandbox/health`);
 * await warehouse.close();
 */
export async function startWarehouse(options: WarehouseOptions = {}): Promise<RunningWarehouse> {
  const {
    port = warehouseDefaults.port,
    token = warehouseDefaults.token,
    webhookKey = warehouseDefaults.webhookKey,
    retryBaseMs = warehouseDefaults.retryBaseMs,
    otherTokens = [],
    stateFile,
    requestsPerSecond,
    now: base = Date.now,
    ...started
  } = options;
  const state = loadState(stateFile);
  const file = openStateFile(stateFile, () => toSave(state));
  const changed = () => file.changed();
  const clock = createClock({ state, changed, base });
  const { now } = clock;
  const { behaviours, routes: behaviourRoutes } = createBehaviours(started);
  const faults = createFaultBench();
  const eventFaults = createSwitchedOn<EventFault>(eventFaultSchema, ({ kind }) => kind);
  const sender = createDeliverySender({
    ...{ state, changed, now, webhookKey, retryBaseMs, behaviours },
    faults: eventFaults,
  });
  const warehouse: Warehouse = {
    state,
    now,
    changed,
    announce: (event, subject) => sender.announce(event, subject),
    behaviours,
  };

  const calls = createCallCounter();
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  app.set("query parser", "simple");
  app.use(
    "/_sandbox",
    controlRoutes(warehouse, {
      sender,
      clock,
      behaviours: behaviourRoutes,
      faults: faults.control,
      eventFaults: eventFaults.routes,
      calls: calls.control,
    }),
  );
  app.use(
    fulfilmentInterface(warehouse, {
      tokens: new Set([token, ...otherTokens]),
      misbehave: faults.middleware,
      countCalls: calls.middleware,
      requestsPerSecond,
    }),
  );
  app.use(answerWithError);

  const served = await serve(app, port);
  sender.wake();
  return {
    url: served.url,
    port: served.port,
    async close() {
      sender.stop();
      await served.close();
      file.flush();
    },
  };
}
