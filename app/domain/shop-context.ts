import type pg from "pg";
import type { Db } from "../db.server.ts";
import type { WarehouseClient } from "../fulfilment/client.ts";
import type { Logger } from "../operations/log.server.ts";
import type { Sealer } from "../secrets.server.ts";
import type { AdminApi } from "../shopify/admin-api.ts";
import type { Meter } from "./meter.ts";

/** One shop's world: what a use case may touch. Made in `services.server.ts`, nowhere else. */
export interface ShopContext {
  /** The shop's `*.myshopify.com` name. First in every query. */
  shop: string;
  /** The job this is done as, by the queue's number; null of what is done outside of jobs. */
  jobId: string | null;
  /** The staff member of the store who asked for it, by Shopify's number; null where nobody did. */
  staffId: string | null;
  db: Db;
  /**
   * The connections `db` uses, without Prisma, which spends a millisecond on a query that PostgreSQL answers in a tenth
   * of one: for what an event waits for, and for megabytes at a time.
   */
  pool: pg.Pool;
  /** Opens what `pool` reads of sealed columns. */
  secrets: Sealer;
  admin: AdminApi;
  /** The warehouse as seen with one access token. */
  warehouse(accessToken: string): WarehouseClient;
  /** Which of the two worlds has answered so far in the way its interface says: their problems are over. */
  reached: Set<"warehouse" | "shop">;
  /** How the inbounds came that were read so far: with both lines and receipts, or without one of them. */
  inboundsSeen: Set<"whole" | "partial">;
  /** The time now. */
  clock(): Date;
  log: Logger;
  meter: Meter;
  /** Where this app is reached from outside, without a trailing slash. */
  appUrl: string;
  /** Where the app is shown in the shop's admin, without a trailing slash. */
  panelUrl: string;
  /** Shopify's page of the app's plans for this shop; null when everything is free. */
  plansUrl: string | null;
}
