import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openWarehouse } from "./warehouse-bench.ts";

const SHIPPING = ["outbound-status", "shipment-created", "shipment-shipped", "label-status"];

/** Ten mugs, and a subscription to every event of a shipment that nobody answers. */
async function withMugs(options = {}) {
  const warehouse = await openWarehouse(options);
  const { call } = warehouse;
  await warehouse.stock({ MUG: 10 });
  await call("POST /_sandbox/deliveries/pause");
  for (const event of SHIPPING) await warehouse.subscribe(event, "http://localhost:1/hook");
  return {
    ...warehouse,
    ship: async (body: object = {}) =>
      (
        await call<{ shipment: string }>("POST /_sandbox/ship", {
          lines: [{ sku: "MUG", quantity: 3 }],
          ...body,
        })
      ).body.shipment,
    dispatch: (id: string) => call(`POST /_sandbox/shipments/${id}/dispatch`),
    /** Oldest first. */
    events: async () => (await warehouse.deliveries()).map(({ event }) => event).reverse(),
  };
}

test.each([
  [
    "a consolidation partner",
    {},
    ["outbound-status", "shipment-created"],
    7,
    ["shipment-shipped", "label-status"],
  ],
  ["another partner", { consolidation: false }, ["outbound-status", "shipment-shipped"], 7, ["label-status"]],
  [
    "another partner whose stock falls on dispatch",
    { consolidation: false, unconsolidatedStock: "dispatch" },
    ["outbound-status", "shipment-shipped"],
    10,
    ["label-status"],
  ],
])(
  "for %s a packed shipment and a dispatched one have their own events",
  async (_who, options, packed, stock, dispatched) => {
    const { ship, dispatch, events, stockOf, call } = await withMugs(options);
    const id = await ship({ dispatch: false });
    expect(await events()).toEqual(packed);
    expect(await stockOf("MUG")).toBe(stock);
    expect((await call("GET /_sandbox/shipments")).body).toMatchObject([
      { shipment: id, inStock: stock === 10 },
    ]);
    expect((await dispatch(id)).status).toBe(200);
    expect(await events()).toEqual([...packed, ...dispatched]);
    expect(await stockOf("MUG")).toBe(7);
    expect((await call("GET /_sandbox/shipments")).body).toEqual([]);
    expect(await dispatch(id)).toMatchObject({ status: 404, body: { code: "shipment-not-found" } });
  },
);

test("a partner without consolidation never gets shipment-created, though it may subscribe to it", async () => {
  const { ship, events, stockOf } = await withMugs({ consolidation: false });
  await ship();
  expect(await events()).toEqual(["outbound-status", "shipment-shipped", "label-status"]);
  expect(await stockOf("MUG")).toBe(7);
});

test("a shipment is dispatched as the partner it was packed for, whatever changes meanwhile", async () => {
  const { ship, dispatch, events, call } = await withMugs();
  const id = await ship({ dispatch: false });
  await call("POST /_sandbox/behaviours", { consolidation: false });
  await dispatch(id);
  expect(await events()).toEqual(SHIPPING);
});

test("units that are no longer there cannot be dispatched, and the shipment waits on", async () => {
  const { ship, dispatch, call, stockOf } = await withMugs({
    consolidation: false,
    unconsolidatedStock: "dispatch",
  });
  const id = await ship({ dispatch: false });
  await call("POST /_sandbox/correct", { sku: "MUG", stock: 2 });
  expect(await dispatch(id)).toMatchObject({ status: 409, body: { code: "insufficient-stock" } });
  expect(await stockOf("MUG")).toBe(2);
  await call("POST /_sandbox/correct", { sku: "MUG", stock: 3 });
  expect((await dispatch(id)).status).toBe(200);
  expect(await stockOf("MUG")).toBe(0);
});

test("a packed shipment survives a restart", async () => {
  const folder = mkdtempSync(join(tmpdir(), "warehouse-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const stateFile = join(folder, "state.json");
  const before = await withMugs({ stateFile });
  const id = await before.ship({ dispatch: false });
  await before.close();
  const { call } = await openWarehouse({ stateFile });
  expect((await call(`POST /_sandbox/shipments/${id}/dispatch`)).status).toBe(200);
});
