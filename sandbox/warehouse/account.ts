import type { RequestHandler } from "express";
import { createFaultBench } from "../lib/faults.ts";
import { openStateFile } from "../lib/state-file.ts";
import { createSwitchedOn } from "../lib/switched-on.ts";
import { createBehaviours, type BehaviourChanges } from "./behaviours.ts";
import { createClock } from "./clock.ts";
import { controlRoutes } from "./control.ts";
import { createCallCounter } from "./count-calls.ts";
import { createDeliverySender } from "./delivery-sender.ts";
import { eventFaultSchema, type EventFault } from "./event-faults.ts";
import { fulfilmentInterface } from "./interface.ts";
import { loadState, toSave } from "./state.ts";
import type { Warehouse } from "./warehouse.ts";

/** What a client of the fulfilment service has there. */
export interface AccountOptions {
  /** What it may send as `Authorization: Bearer <token>`. */
  tokens: readonly string[];
  /** Key of the `x-hook-signature` of every delivery. */
  webhookKey: string;
  /** Where products, inbounds, subscriptions and deliveries survive a restart; nowhere when left out. */
  stateFile?: string | undefined;
  /** Gap before the first retry of a delivery; those after it grow so that all fit into a day. */
  retryBaseMs: number;
  /** Requests beyond it are answered 429; any number when left out. */
  requestsPerSecond?: number | undefined;
  /** The time that the account's clock starts out from, in milliseconds since 1970. */
  now: () => number;
  behaviours: BehaviourChanges;
}

/** A client's part of the warehouse. Two accounts share nothing: no goods, no clock, no faults. */
export interface Account {
  tokens: ReadonlySet<string>;
  /** The documented interface, as this client sees it. */
  interface: RequestHandler;
  /** The control API over it. */
  control: RequestHandler;
  /** Sends what an earlier run left to be sent. */
  wake(): void;
  /** Sends nothing more, and gives up waiting for answers. */
  stop(): void;
  /** Saves what is unsaved. */
  flush(): void;
}

/** @throws Error when the state file is not one of its own */
export function openAccount({
  tokens: firstTokens,
  webhookKey,
  stateFile,
  retryBaseMs,
  requestsPerSecond,
  now: base,
  behaviours: started,
}: AccountOptions): Account {
  const state = loadState(stateFile);
  const tokens = new Set(firstTokens);
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
  return {
    tokens,
    interface: fulfilmentInterface(warehouse, {
      tokens,
      misbehave: faults.middleware,
      countCalls: calls.middleware,
      requestsPerSecond,
    }),
    control: controlRoutes(warehouse, {
      sender,
      clock,
      tokens,
      behaviours: behaviourRoutes,
      faults: faults.control,
      eventFaults: eventFaults.routes,
      calls: calls.control,
    }),
    wake: () => sender.wake(),
    stop: () => sender.stop(),
    flush: () => file.flush(),
  };
}
