import { expect, test } from "vitest";
import { listActivity } from "../../app/domain/activity/list-activity.ts";
import { beginImport } from "../../app/domain/catalog/import/begin-import.ts";
import { beginSweep } from "../../app/domain/stock/sweep/sweep-rows.ts";
import { retryEvents } from "../../app/domain/events/retry-events.ts";
import { sendBack, sold } from "../support/returns.ts";
import { createWorld, readShop, SHOP, type World } from "../support/world.ts";
import { ask, notedBy, STAFF, type Sent } from "./actions-bench.ts";
import { failJob, quarantine } from "./actions-on-failures.ts";

const TASK = "33333333-3333-4333-8333-333333333333";

async function connected(): Promise<World> {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
  await world.connect();
  return world;
}

const shown = async (world: World, kind: string) => {
  const { rows } = await listActivity(world.ctx, {});
  return rows.filter(({ told }) => "kind" in told && told.kind === kind);
};

test("what is asked for too late, or changes nothing, leaves no entry", async () => {
  const world = await connected();
  const { variantId } = await world.services.db.variant.findFirstOrThrow({ where: { shop: SHOP } });
  const view = { list: "returns", name: "Late" };
  await ask(world, "app.views", { post: { intent: "save", ...view, tab: null, search: "late" } });
  for (const intent of ["report-seen", "dismiss"])
    await ask(world, "app.setup", { post: { form: { intent } } });
  await ask(world, "app.stock", { post: { intent: "buffer", sku: "MUG", pieces: 1 } });
  await ask(world, "app.stock", { post: { intent: "go-live", variantIds: [variantId] } });
  // Connecting has led to an import, of which the merchant is shown what came.
  await ask(world, "app.work", { post: { intent: "put-away", work: "reading" } });
  await world.settle();
  const locationId = (await readShop(world)).location("Shop floor");
  const moot: [string, Sent["post"]][] = [
    ...["cancel", "put-away"].flatMap((intent) =>
      ["reading", "comparison", "push", "update", "task"].map((work): [string, Sent["post"]] => [
        "app.work",
        { intent, work, taskId: TASK },
      ]),
    ),
    ["app.views", { intent: "save", ...view, tab: null, search: "again" }],
    ["app.views", { intent: "rename", ...view, to: "Late" }],
    ["app.views", { intent: "rename", ...view, name: "Unknown", to: "Known" }],
    ["app.views", { intent: "delete", ...view, name: "Unknown" }],
    ["app.activity", { intent: "retry", id: "3:1" }],
    ["app.activity_.support", { intent: "retry" }],
    ["app.problems", { intent: "retry", kind: "inbound-unreadable", subject: "RET-1" }],
    ["app.setup", { form: { intent: "report-seen" } }],
    ["app.setup", { form: { intent: "dismiss" } }],
    ["app.connect", { intent: "previous-location", locationId, change: "dismiss" }],
    ["app.stock", { intent: "buffer", sku: "MUG", pieces: 1 }],
    ["app.stock", { intent: "go-live", variantIds: [variantId] }],
    ["app.stock", { intent: "track", variantId }],
    ["app.products_.delete", { form: { sku: "MUG", typedSku: "MUG" } }],
  ];
  for (const [route, post] of moot)
    expect(await notedBy(world, () => ask(world, route, { post })), JSON.stringify(post)).toEqual([]);
});

test("asked for twice, also at once, what has one effect leaves one entry", async () => {
  const world = await connected();
  const id = await quarantine(world);
  for (const [route, post, kind] of [
    ["app.stock", { intent: "compare" }, "full-sync-requested"],
    ["app._index", { form: {} }, "import-requested"],
    ["app.activity", { intent: "retry", id }, "events-retried"],
  ] as const) {
    const twice = () => Promise.all([ask(world, route, { post }), ask(world, route, { post })]);
    expect(await notedBy(world, twice)).toEqual([kind]);
    expect(await notedBy(world, twice)).toEqual([]);
  }
});

test("a full sync and an import that the schedule began are noted when a person asks for them, and not before", async () => {
  const world = await connected();
  const { db } = world.services;
  const now = new Date();
  await beginSweep(db, { shop: SHOP, now, asked: false });
  await beginImport(db, { shop: SHOP, now, asked: false });
  expect(await shown(world, "full-sync-requested")).toEqual([]);
  expect(await shown(world, "import-requested")).toEqual([]);
  const asking = async () => {
    await ask(world, "app.stock", { post: { intent: "compare" } });
    await ask(world, "app._index", { post: { form: {} } });
  };
  expect(await notedBy(world, asking)).toEqual(["full-sync-requested", "import-requested"]);
});

test("entries name how many, and the one record that was retried, which leads to its page", async () => {
  const world = await connected();
  const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
  await world.settle();
  await failJob(world, back.id);
  await ask(world, "app.activity_.support", { post: { intent: "retry" } });
  expect(await shown(world, "jobs-retried")).toMatchObject([
    { told: { details: { count: 1 } }, thing: { of: "return", returnId: back.id }, staffId: STAFF },
  ]);
  await failJob(world, back.id);
  await failJob(world, "gid://shopify/Return/1");
  await ask(world, "app.activity_.support", { post: { intent: "retry" } });
  const [both] = await shown(world, "jobs-retried");
  expect(both).toMatchObject({ told: { details: { count: 2 } }, thing: null });

  await ask(world, "app.activity", { post: { intent: "retry", id: await quarantine(world) } });
  const [retried] = await shown(world, "events-retried");
  expect(retried).toMatchObject({ told: { details: { count: 1 } }, thing: { of: "unknown", name: "RET-1" } });

  const variantId = (await readShop(world)).variant("MUG").id;
  await ask(world, "app.problems", { post: { intent: "look", variantId } });
  expect(await shown(world, "sync-requested")).toMatchObject([{ thing: { of: "variant", variantId } }]);
  // Found by the return's name, too.
  const { rows } = await listActivity(world.ctx, { search: back.name });
  expect(rows.some(({ told }) => "kind" in told && told.kind === "jobs-retried")).toBe(true);
});

test("what an operator has retried is shown, and names nobody of the store", async () => {
  const world = await connected();
  await quarantine(world);
  const { id } = await world.services.db.hint.findFirstOrThrow({ where: { quarantinedAt: { not: null } } });
  expect(await retryEvents(world.ctx, { ids: [String(id)] })).toBe(1);
  expect(await shown(world, "events-retried")).toMatchObject([{ staffId: null }]);
});
