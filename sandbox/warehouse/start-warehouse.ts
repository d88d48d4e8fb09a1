import express from "express";
import { serve } from "../lib/serve.ts";
import { openAccount, type AccountOptions } from "./account.ts";
import { answerWithError } from "./api-error.ts";
import type { BehaviourChanges } from "./behaviours.ts";
import { createFurtherAccounts } from "./further-accounts.ts";

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
    now = Date.now,
    ...behaviours
  } = options;
  const open = (client: Pick<AccountOptions, "tokens" | "webhookKey" | "stateFile">) =>
    openAccount({ ...client, retryBaseMs, requestsPerSecond, now, behaviours });
  const tokens = [token, ...otherTokens];
  const first = open({ tokens, webhookKey, stateFile });
  const further = createFurtherAccounts({
    taken: tokens,
    open: (client) => open({ tokens: [client.token], webhookKey: client.webhookKey }),
  });
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  app.set("query parser", "simple");
  app.use("/_sandbox/accounts", further.control);
  app.use("/_sandbox", first.control);
  app.use("/accounts", further.floors);
  app.use((req, res, next) => (further.whose(req) ?? first).interface(req, res, next));
  app.use(answerWithError);

  const served = await serve(app, port);
  first.wake();
  return {
    url: served.url,
    port: served.port,
    async close() {
      first.stop();
      further.stop();
      await served.close();
      first.flush();
    },
  };
}
