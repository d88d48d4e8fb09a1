import { expect, test } from "vitest";
import { openWarehouse, type ShownInbound } from "./warehouse-bench.ts";

async function withInbound(options = {}) {
  const warehouse = await openWarehouse(options);
  await warehouse.stock({ MUG: 5 });
  await warehouse.announce("RET-1", { MUG: 1 });
  return {
    ...warehouse,
    behave: (changes: object) => warehouse.call<object>("POST /_sandbox/behaviours", changes),
    partsOf: async (operation: string, body?: unknown) => {
      const answer = await warehouse.call<ShownInbound | ShownInbound[]>(operation, body);
      const [inbound] = [answer.body].flat();
      return ["lines", "receipts"].filter((name) => name in (inbound ?? {}));
    },
  };
}

test("a behavior set at run time holds until it is reset to how the warehouse started", async () => {
  const { call, behave } = await withInbound({ showLines: "included" });
  const behaviours = async () => (await call("GET /_sandbox/behaviours")).body;
  expect(await behaviours()).toMatchObject({ showLines: "included", showReceipts: "unasked" });
  expect((await behave({ showLines: "never", showReceipts: "never" })).body).toMatchObject({
    showLines: "never",
    showReceipts: "never",
  });
  expect((await behave({ showReceipts: "included" })).body).toMatchObject({ showLines: "never" });
  await call("POST /_sandbox/reset");
  expect(await behaviours()).toMatchObject({ showLines: "never", showReceipts: "included" });
  expect((await call("DELETE /_sandbox/behaviours")).status).toBe(204);
  expect(await behaviours()).toMatchObject({ showLines: "included", showReceipts: "unasked" });
});

test.each([
  ["showLines", { showLines: "sometimes" }],
  ["jsonLabels", { jsonLabels: "yes" }],
  ["", { explode: true }],
  ["", [1]],
])("a behavior with a wrong %s is refused and nothing changes (%j)", async (field, body) => {
  const { call, behave } = await withInbound();
  const before = (await call("GET /_sandbox/behaviours")).body;
  expect(await behave(body)).toMatchObject({ status: 422, body: { code: "invalid-field", field } });
  expect((await call("GET /_sandbox/behaviours")).body).toEqual(before);
});

test("each part of an inbound can be left out even where it is included", async () => {
  const { behave, partsOf } = await withInbound();
  const one = "/fulfilment/v3/inbounds/RET-1";
  const both = "include=lines,receipts";
  for (const [changes, unasked, included] of [
    [{ showLines: "never" }, ["receipts"], ["receipts"]],
    [{ showLines: "unasked", showReceipts: "never" }, ["lines"], ["lines"]],
    [{ showReceipts: "included" }, ["lines"], ["lines", "receipts"]],
    [{ showLines: "never", showReceipts: "never" }, [], []],
  ] as const) {
    await behave(changes);
    for (const operation of [`GET ${one}`, "GET /fulfilment/v3/inbounds"]) {
      expect(await partsOf(operation)).toEqual(unasked);
      expect(await partsOf(`${operation}?${both}`)).toEqual(included);
    }
    expect(await partsOf(`PUT ${one}?${both}`, { senderCity: "Bath" })).toEqual(included);
  }
});

test("a part that is not shown is still refused when its name is wrong", async () => {
  const { call, behave } = await withInbound();
  await behave({ showLines: "never" });
  expect((await call("GET /fulfilment/v3/inbounds/RET-1?include=labels")).status).toBe(400);
});
