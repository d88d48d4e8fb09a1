import { expect, test } from "vitest";
import { deleteWarehouseProduct } from "../../app/domain/catalog/push/delete-warehouse-product.ts";
import type { Sku } from "../../app/domain/ids.ts";
import { openPush } from "./push-bench.ts";

type Bench = Awaited<ReturnType<typeof openPush>>;
const MUG = "MUG" as Sku;
const remove = ({ ctx }: Bench, { sku = MUG, typedSku }: { sku?: Sku; typedSku?: string } = {}) =>
  deleteWarehouseProduct(ctx, { sku, typedSku: typedSku ?? sku });
const skus = async (bench: Bench) => (await bench.products()).map(({ sku }) => sku);

const announce = ({ warehouse }: Bench, ref: string, sku = "MUG") =>
  warehouse.client.inbounds.create({
    ...{ ref, type: "purchase", expectedReceiveDate: "2030-04-01" },
    lines: [{ ref: "1", sku, quantity: 2 }],
  });

test("a product with nothing there and nothing coming is deleted, and its mapping kept", async () => {
  const bench = await openPush({ variants: { mug: { sku: "MUG" } }, stock: { MUG: 0, CUP: 0 } });
  expect(await remove(bench)).toEqual({ outcome: "deleted" });
  expect(await skus(bench)).toEqual(["CUP"]);
  expect(await bench.states()).toEqual({ mug: "mapped" });
  expect(await bench.db.warehouseProduct.findMany({ select: { sku: true } })).toEqual([{ sku: "CUP" }]);
  expect(await bench.db.hint.findMany({ select: { identifier: true } })).toContainEqual({
    identifier: "MUG",
  });
});

test.each(["mug", "MUG ", "", "MU"])(
  "typed as %j it is not deleted, and the warehouse not even asked",
  async (typedSku) => {
    const bench = await openPush({ stock: { MUG: 0 } });
    expect(await remove(bench, { typedSku })).toEqual({ outcome: "not-typed-right" });
    expect(await bench.warehouse.requests()).toEqual([]);
  },
);

test("what lies there is not deleted, by the warehouse's figure and not by ours", async () => {
  const bench = await openPush({ stock: { MUG: 0 } });
  await bench.warehouse.atFloor("correct", { sku: "MUG", stock: 3 });
  expect(await remove(bench)).toEqual({ outcome: "has-stock", stock: 3 });
  expect(await skus(bench)).toEqual(["MUG"]);
});

test("a figure the warehouse does not give is not taken for none", async () => {
  const bench = await openPush({ stock: { MUG: 0 } });
  const body = JSON.stringify({ sku: "MUG", description: "Mug" });
  await bench.warehouse.fault({ method: "GET", path: "/products/MUG", action: { kind: "body", body } });
  expect(await remove(bench)).toEqual({ outcome: "has-stock", stock: null });
});

test("what is on its way is not deleted, however long the list of inbounds is", async () => {
  const bench = await openPush({ stock: { MUG: 0, CUP: 0 } });
  await announce(bench, "LAST");
  for (let number = 0; number < 110; number++) await announce(bench, `IN-${number}`, "CUP");
  await announce(bench, "FIRST-OF-PAGE-TWO");
  expect(await remove(bench)).toMatchObject({ outcome: "open-inbound" });
  await bench.warehouse.client.inbounds.delete("LAST");
  expect(await remove(bench)).toEqual({ outcome: "open-inbound", ref: "FIRST-OF-PAGE-TWO" });
});

test.each([
  ["being unloaded", "in_progress"],
  ["of a status nobody knows yet", "quarantined"],
])("an inbound %s counts as open", async (_how, status) => {
  const bench = await openPush({ stock: { MUG: 0 } });
  const body = JSON.stringify([{ ref: "IN", status, lines: [{ ref: "1", sku: "MUG", quantity: 2 }] }]);
  await bench.warehouse.fault({ method: "GET", path: "/inbounds", action: { kind: "body", body } });
  expect(await remove(bench)).toEqual({ outcome: "open-inbound", ref: "IN" });
});

test("an inbound received in part counts as open; cancelled ones do not", async () => {
  const bench = await openPush({ stock: { MUG: 0 } });
  await announce(bench, "IN");
  await bench.warehouse.atFloor("receive", { inboundRef: "IN", lines: [{ sku: "MUG", quantity: 1 }] });
  await bench.warehouse.atFloor("correct", { sku: "MUG", stock: 0 });
  expect(await remove(bench)).toEqual({ outcome: "open-inbound", ref: "IN" });
  await bench.warehouse.atFloor("inbounds/IN/status", { status: "cancelled" });
  expect(await remove(bench)).toEqual({ outcome: "deleted" });
});

test("goods that arrive while the inbounds are read are seen", async () => {
  const bench = await openPush({ stock: { MUG: 0 } });
  const body = JSON.stringify({ sku: "MUG", stock: 2 });
  await bench.warehouse.fault({ path: "/products/MUG", skip: 1, times: 1, action: { kind: "body", body } });
  expect(await remove(bench)).toEqual({ outcome: "has-stock", stock: 2 });
});

test("when the answer is lost after the deletion, asking again says deleted", async () => {
  const bench = await openPush({ variants: { mug: { sku: "MUG" } }, stock: { MUG: 0 } });
  await bench.warehouse.fault({
    method: "DELETE",
    path: "/MUG",
    when: "answer",
    times: 1,
    action: { kind: "reset" },
  });
  await bench.warehouse.fault({ method: "DELETE", path: "/MUG", skip: 1, action: { kind: "reset" } });
  expect(await remove(bench)).toMatchObject({
    outcome: "warehouse-failed",
    sentence: { key: "unreachable" },
  });
  expect(await skus(bench)).toEqual([]);
  await bench.clearFaults();
  expect(await remove(bench)).toEqual({ outcome: "deleted" });
  expect(await remove(bench)).toEqual({ outcome: "deleted" });
});

test("a warehouse that says not found to everything is not believed", async () => {
  const bench = await openPush({ stock: { MUG: 0 } });
  await bench.warehouse.fault({ path: "/", action: { kind: "status", status: 404 } });
  expect(await remove(bench)).toMatchObject({ outcome: "warehouse-failed" });
  expect(await bench.db.warehouseProduct.count()).toBe(1);
});

test("the warehouse's own reason is passed on", async () => {
  const bench = await openPush({ stock: { MUG: 0 } });
  const action = { kind: "status", status: 409, body: { message: "It is on a picking list." } };
  await bench.warehouse.fault({ method: "DELETE", path: "/MUG", action });
  expect(await remove(bench)).toMatchObject({
    ...{ outcome: "warehouse-failed" },
    sentence: { key: "refused", values: { reason: "It is on a picking list." } },
  });
});

test.each(["NOBODY", ".."])("%j, which nobody ever had, is unknown", async (sku) => {
  const bench = await openPush({ stock: { MUG: 0 } });
  expect(await remove(bench, { sku: sku as Sku })).toEqual({ outcome: "unknown" });
});
