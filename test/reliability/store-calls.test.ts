// @module-tag proof
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { cancelImport } from "../../app/domain/catalog/import/cancel-import.ts";
import { listLocations } from "../../app/domain/connection/list-locations.ts";
import { readLabelUrls } from "../../app/domain/returns/label/read-label-urls.ts";
import { EVENT_NAMES } from "../../app/fulfilment/events.ts";
import { CHECKED_ROWS } from "../../app/fulfilment/listing.ts";
import { ShopifyError } from "../../app/shopify/errors.ts";
import { announce } from "../support/purchases.ts";
import { sendBack, sold } from "../support/returns.ts";
import { SHOP, type World } from "../support/world.ts";
import { GOOD } from "./cells.ts";
import { createFastWorld } from "./fast.ts";
import { forgetJobs, run, runForStore, tryInTurn } from "./jobs.ts";

/** Enough rows to tell a list that cannot be read from a record. */
const MORE = Object.fromEntries(Array.from({ length: CHECKED_ROWS }, (_, index) => [`MORE-${index}`, 1]));

async function selling(env: Record<string, string> = {}): Promise<World> {
  const world = await createFastWorld({
    warehouse: { GOOD: 5, MUG: 100, ...MORE },
    variants: [
      { sku: GOOD, onHand: 5 },
      { sku: "MUG", onHand: 100 },
    ],
    env,
  });
  await world.atShop("shops/demo/plan", { name: "Standard" });
  await world.connect();
  await forgetJobs(world);
  return world;
}

const IMPORT = { name: "import-catalogue" } as const;

const importOf = ({ services }: World) =>
  services.db.catalogueImport.findUniqueOrThrow({ where: { shop: SHOP } });
const variants = ({ services }: World) => services.db.variant.count({ where: { shop: SHOP, goneAt: null } });

/** Runs the import until it ends or fails. */
async function imported(world: World): Promise<string> {
  for (let runs = 0; runs < 20; runs++) {
    const outcome = await runForStore(world, IMPORT);
    if (outcome !== "processed") return outcome;
    await forgetJobs(world);
    if ((await importOf(world)).stage === "done") return "processed";
  }
  return "never ended";
}

describe("a call about the whole store", () => {
  test("lists what there is at the warehouse", async () => {
    const world = await selling();
    await tryInTurn(world, {
      call: "listProducts",
      system: "warehouse",
      target: { path: `/products\\?.*take=(?!${CHECKED_ROWS}$)` },
      eachTime: true,
      run: () => runForStore(world, IMPORT),
    });
    expect(await imported(world)).toBe("processed");
    for (let count = 0; count < CHECKED_ROWS; count++) await announce(world, { formId: randomUUID() });
    await forgetJobs(world);
    await tryInTurn(world, {
      call: "listInbounds",
      system: "warehouse",
      target: { method: "GET", path: "/inbounds\\?" },
      run: () => runForStore(world, { name: "read-changed-inbounds" }),
    });
  });

  test("asks the warehouse for its events, one kind after the other", async () => {
    const world = await selling();
    const [event, ...others] = EVENT_NAMES;
    const { db } = world.services;
    const registered = async () => (await db.subscription.findMany({ where: { shop: SHOP } })).length;
    await tryInTurn(world, {
      call: "registerSubscription",
      system: "warehouse",
      target: { method: "POST", path: "/subscriptions", body: `"event":"${event}"` },
      async run() {
        await db.subscription.deleteMany({ where: { shop: SHOP } });
        const thrown = await run(world, { name: "subscribe-to-events" });
        const { count } = await db.problem.deleteMany({ where: { shop: SHOP, kind: "events-refused" } });
        const isRegistered = (await registered()) === EVENT_NAMES.length;
        expect((await registered()) - Number(isRegistered)).toBe(others.length);
        if (isRegistered) return "processed";
        return thrown ? "repeated" : count > 0 ? "refused" : "nothing";
      },
    });
    expect(await run(world, { name: "subscribe-to-events" })).toBeUndefined();
    expect(await registered()).toBe(EVENT_NAMES.length);
  });

  test("exports all variants from Shopify", async () => {
    const world = await selling();
    const known = await variants(world);
    await tryInTurn(world, {
      call: "ShopTimeZone",
      system: "shop",
      target: { operation: "ShopTimeZone" },
      async run() {
        const outcome = await runForStore(world, IMPORT);
        const { stage } = await importOf(world);
        await cancelImport(world.ctx);
        return outcome === "processed" && stage !== "exporting" ? "skipped" : outcome;
      },
    });
    await tryInTurn(world, {
      call: "RunBulkQuery",
      system: "shop",
      target: { operation: "RunBulkQuery" },
      run: () => runForStore(world, IMPORT),
    });
    expect(await imported(world)).toBe("processed");
    await tryInTurn(world, {
      call: "CancelBulkQuery",
      system: "shop",
      target: { operation: "CancelBulkQuery" },
      async run() {
        const bulkOperationId = "gid://shopify/BulkOperation/1";
        const data = { stage: "storing", bulkOperationId } as const;
        await world.services.db.catalogueImport.update({ where: { shop: SHOP }, data });
        return (await cancelImport(world.ctx)) ? "skipped" : "not cancelled";
      },
    });
    await world.delivered();
    await tryInTurn(world, {
      call: "BulkOperationState",
      system: "shop",
      target: { operation: "BulkOperationState" },
      eachTime: true,
      run: () => runForStore(world, IMPORT),
    });
    expect(await imported(world)).toBe("processed");
    await tryInTurn(world, {
      call: "bulk result",
      system: "shop",
      target: { path: "/bulk-operation-outputs/" },
      run: () => imported(world),
    });
    expect(await imported(world)).toBe("processed");
    expect(await variants(world)).toBe(known);
  });

  test("lists open returns, and those of an order", async () => {
    const world = await selling();
    const order = await sold(world, { MUG: 6 });
    for (let count = 0; count < 5; count++) await sendBack(world, order, { MUG: 1 });
    const back = await sendBack(world, order, { MUG: 1 });
    await forgetJobs(world);
    await tryInTurn(world, {
      call: "OpenReturns",
      system: "shop",
      target: { operation: "OpenReturns" },
      eachTime: true,
      run: () => runForStore(world, { name: "find-returns" }),
    });
    await tryInTurn(world, {
      call: "ReturnsOfOrder",
      system: "shop",
      target: { operation: "ReturnsOfOrder" },
      async run() {
        const outcome = await runForStore(world, { name: "find-returns" });
        return outcome === "processed" ? "skipped" : outcome;
      },
    });
    await tryInTurn(world, {
      call: "LabelsOfReturns",
      system: "shop",
      target: { operation: "LabelsOfReturns" },
      async run() {
        const urls = await readLabelUrls(world.ctx, { returnIds: [back.id] });
        return urls.size === 0 ? "skipped" : "processed";
      },
    });
  });

  test("asks for the store's plan and locations, and starts workflows", async () => {
    const world = await selling({ BILLING_APP_HANDLE: "dockline" });
    await tryInTurn(world, {
      call: "ActivePlans",
      system: "shop",
      target: { operation: "ActivePlans" },
      run: () => runForStore(world, { name: "look-at-plan" }),
    });
    await tryInTurn(world, {
      call: "Locations",
      system: "shop",
      target: { operation: "Locations" },
      async run() {
        const failure: unknown = await listLocations(world.ctx).catch((error: unknown) => error);
        return failure instanceof ShopifyError ? "told" : "processed";
      },
    });
    await tryInTurn(world, {
      call: "FireFlowTrigger",
      system: "shop",
      target: { operation: "FireFlowTrigger" },
      async run() {
        await world.services.db.problem.create({
          data: { shop: SHOP, kind: "events-missed", subject: "", details: {}, openedAt: new Date() },
        });
        await forgetJobs(world);
        const job = { name: "tell-flow-of-problem", payload: { kind: "events-missed" } } as const;
        expect(await run(world, job)).toBeUndefined();
        await world.services.db.problem.deleteMany({ where: { shop: SHOP } });
        const { rows } = await world.services.pool.query(
          "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'tell-flow-of-problem'",
        );
        return rows.length > 0 ? "repeated" : "skipped";
      },
    });
  });
});
