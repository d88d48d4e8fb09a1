import { expect, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import {
  openReceiver,
  openWarehouse,
  signature,
  type Refusal,
  type ShownProduct,
} from "./warehouse-bench.ts";

const FIRST = { name: "first-client", token: "first-token", webhookKey: "first-key" };
const SECOND = { name: "second-client", token: "second-token", webhookKey: "second-key" };

async function openTwo() {
  const warehouse = await openWarehouse();
  for (const account of [FIRST, SECOND])
    expect((await warehouse.call("POST /_sandbox/accounts", account)).status).toBe(201);
  const products = async (token: string) => {
    const answer = await fetch(`${warehouse.url}/fulfilment/v3/products`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return answer.ok ? ((await answer.json()) as ShownProduct[]).map(({ sku }) => sku) : answer.status;
  };
  const at = ({ name }: typeof FIRST) => `${warehouse.url}/accounts/${name}`;
  const subscribe = ({ token }: typeof FIRST, notificationUrl: string) =>
    fetch(`${warehouse.url}/fulfilment/v4/subscriptions`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ event: "receipt-received", notificationUrl }),
    });
  return { ...warehouse, products, at, subscribe };
}

test("each account has goods of its own, and its token shows no others", async () => {
  const { at, products, stock, call } = await openTwo();
  await stock({ MUG: 1 });
  await control(at(FIRST), { path: "products", body: [{ sku: "CUP", stock: 2 }] });
  await control(at(SECOND), { path: "products", body: [{ sku: "JAR", stock: 3 }] });
  expect(await products(FIRST.token)).toEqual(["CUP"]);
  expect(await products(SECOND.token)).toEqual(["JAR"]);
  expect((await call<ShownProduct[]>("GET /fulfilment/v3/products")).body.map(({ sku }) => sku)).toEqual([
    "MUG",
  ]);
});

test("an account's events go to its own subscribers, signed with its own key", async () => {
  const { at, subscribe } = await openTwo();
  const [first, second] = [await openReceiver(), await openReceiver()];
  expect((await subscribe(FIRST, first.url)).status).toBe(201);
  expect((await subscribe(SECOND, second.url)).status).toBe(201);
  await control(at(FIRST), { path: "products", body: [{ sku: "CUP", stock: 2 }] });
  await control(at(FIRST), { path: "receive", body: { lines: [{ sku: "CUP", quantity: 1 }] } });
  await expect.poll(() => first.heard).toHaveLength(1);
  const [heard] = first.heard;
  expect(heard!.signature).toBe(signature(heard!.body, FIRST.webhookKey));
  expect(second.heard).toEqual([]);
});

test("what goes wrong for one account goes wrong for no other", async () => {
  const { at, products } = await openTwo();
  await control(at(FIRST), { path: "faults", body: { path: "/", action: { kind: "status", status: 503 } } });
  expect(await products(FIRST.token)).toBe(503);
  expect(await products(SECOND.token)).toEqual([]);
  expect(await control(at(FIRST), { path: "calls" })).toEqual({ calls: {} });
  expect(await control(at(SECOND), { path: "calls" })).toEqual({ calls: { "GET products": 1 } });
});

test("a name or a token that is taken is refused", async () => {
  const { call } = await openTwo();
  for (const [account, field] of [
    [{ ...FIRST, token: "another" }, "name"],
    [{ ...FIRST, name: "another" }, "token"],
    [{ ...FIRST, name: "another", token: "sandbox-warehouse-token" }, "token"],
  ] as const) {
    const { status, body } = await call<Refusal>("POST /_sandbox/accounts", account);
    expect([status, body.code, body.field]).toEqual([409, "duplicate-account", field]);
  }
  const { status, body } = await call<Refusal>("POST /_sandbox/accounts", { ...FIRST, name: "a/b" });
  expect([status, body.field]).toEqual([422, "name"]);
});

test("an account that was closed is gone, with its token, and may be opened anew", async () => {
  const { at, call, products } = await openTwo();
  await control(at(FIRST), { path: "products", body: [{ sku: "CUP", stock: 2 }] });
  expect((await call(`DELETE /_sandbox/accounts/${FIRST.name}`)).status).toBe(204);
  expect(await products(FIRST.token)).toBe(401);
  expect((await call(`GET /accounts/${FIRST.name}/_sandbox/health`)).body).toMatchObject({
    code: "account-not-found",
  });
  expect((await call(`DELETE /_sandbox/accounts/${FIRST.name}`)).status).toBe(404);
  expect((await call("POST /_sandbox/accounts", FIRST)).status).toBe(201);
  expect(await products(FIRST.token)).toEqual([]);
});
