import { readState, openStateFile, type StateFile } from "../lib/state-file.ts";
import { createSwitchedOn, type SwitchedOn } from "../lib/switched-on.ts";
import { createCallCounter, type CallCounter } from "./admin/count-calls.ts";
import type { AppConfig } from "./app-config.ts";
import { createBulkFaults, type BulkFaults } from "./bulk/bulk-faults.ts";
import { createBulkRunner, isUnderWay, type BulkRunner } from "./bulk/bulk-runner.ts";
import { createResultStore, type ResultStore } from "./bulk/result-store.ts";
import { shopPayload } from "./store/payloads.ts";
import {
  newShop,
  openShop,
  savedShop,
  shopName,
  type SavedShop,
  type Shop,
  type ShopContext,
} from "./store/shop.ts";
import { createUploadStore, type StagedUpload, type UploadStore } from "./uploads/upload-store.ts";
import { createDeliverySender, type Delivery, type DeliverySender } from "./webhooks/delivery-sender.ts";
import { webhookFaultSchema, type WebhookFault } from "./webhooks/webhook-faults.ts";

/** The app the shops of this sandbox may install. */
export interface RegisteredApp {
  config: AppConfig;
  handle: string;
  apiKey: string;
  apiSecret: string;
  /** Origin and, if it has one, path, without a slash at the end. */
  url: string;
}

/** Everything the sandbox knows, and the only place that keeps it. */
export interface World {
  app: RegisteredApp;
  now: () => Date;
  shops(): Shop[];
  /** By name or domain: `demo` or `demo.myshopify.com`. */
  find(name: string): Shop | undefined;
  /** The same, made when it does not exist. */
  findOrCreate(name: string): Shop;
  context(shop: Shop): ShopContext;
  install(shop: Shop): void;
  uninstall(shop: Shop): void;
  uploads: UploadStore;
  webhooks: DeliverySender;
  webhookFaults: SwitchedOn<WebhookFault>;
  bulk: BulkRunner;
  bulkResults: ResultStore;
  bulkFaults: BulkFaults;
  calls: CallCounter;
  /** Call after every change, so that the state file follows. */
  changed: () => void;
  /** Back to the shops it began with, empty. */
  reset(): void;
  close(): void;
}

interface SavedWorld {
  shops: SavedShop[];
  uploads: StagedUpload[];
  deliveries: Delivery[];
}

export interface WorldOptions {
  app: RegisteredApp;
  shops: readonly string[];
  stateFile?: string;
  now: () => Date;
  origin: () => string;
  answerWithinMs?: number;
  retryBaseMs?: number;
}

export const domainOf = (name: string): string => `${shopName(name.toLowerCase())}.myshopify.com`;

export function createWorld({ app, now, ...options }: WorldOptions): World {
  const saved = readState(options.stateFile) as SavedWorld | undefined;
  const shops = new Map((saved?.shops ?? []).map((one) => [one.domain, openShop(one)]));
  // Requests that were under way when an earlier run ended are not under way any more.
  for (const shop of shops.values())
    for (const attempt of Object.values(shop.keyedAttempts))
      if (attempt.outcome === "running") attempt.outcome = "done";
  for (const shop of shops.values())
    for (const operation of shop.bulkOperations.filter(isUnderWay))
      Object.assign(operation, {
        status: "FAILED",
        errorCode: "INTERNAL_SERVER_ERROR",
        endedAt: now().toISOString(),
      });
  const uploads = createUploadStore({ origin: options.origin, saved: saved?.uploads ?? [] });
  const bulkResults = createResultStore({ origin: options.origin });
  const bulkFaults = createBulkFaults();
  const bulk = createBulkRunner({
    results: bulkResults,
    faults: bulkFaults,
    changed: () => state.changed(),
  });
  const webhookFaults = createSwitchedOn<WebhookFault>(webhookFaultSchema, ({ kind }) => kind);
  const webhooks = createDeliverySender({
    faults: webhookFaults,
    answerWithinMs: options.answerWithinMs,
    retryBaseMs: options.retryBaseMs,
    appUrl: new URL(app.url).origin,
    secret: app.apiSecret,
    apiVersion: app.config.webhookApiVersion,
    subscriptions: app.config.subscriptions,
    saved: saved?.deliveries ?? [],
    now,
    changed: () => state.changed(),
  });
  const state: StateFile = openStateFile(options.stateFile, (): SavedWorld => ({
    shops: [...shops.values()].map(savedShop),
    uploads: uploads.saved(),
    deliveries: [...webhooks.deliveries()],
  }));

  const find = (name: string) => shops.get(domainOf(name));
  const findOrCreate = (name: string) => {
    const known = find(name);
    if (known) return known;
    const domain = domainOf(name);
    const shop = newShop(domain, { index: shops.size, now: now() });
    shops.set(domain, shop);
    state.changed();
    return shop;
  };
  options.shops.forEach(findOrCreate);

  const context = (shop: Shop): ShopContext => ({
    shop,
    now,
    announce: (topic, payload) => {
      state.changed();
      if (shop.installation.status === "installed") webhooks.announce({ shop: shop.domain, topic, payload });
    },
  });

  return {
    app,
    now,
    shops: () => [...shops.values()],
    find,
    findOrCreate,
    context,
    install(shop) {
      shop.installation.status = "installed";
      state.changed();
    },
    uninstall(shop) {
      if (shop.installation.status !== "installed") return;
      context(shop).announce("app/uninstalled", () => shopPayload(shop));
      Object.assign(shop.installation, { status: "uninstalled", accessTokens: [], grants: [] });
      // Shopify ends what is paid for with it.
      delete shop.installation.plan;
    },
    uploads,
    webhooks,
    webhookFaults,
    bulk,
    bulkResults,
    bulkFaults,
    calls: createCallCounter(),
    changed: () => state.changed(),
    reset() {
      bulk.stop();
      shops.clear();
      uploads.clear();
      webhooks.clear();
      options.shops.forEach(findOrCreate);
    },
    close() {
      bulk.stop();
      webhooks.stop();
      state.flush();
    },
  };
}
