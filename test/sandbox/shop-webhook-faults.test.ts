import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { until } from "../../sandbox/demo/observe.ts";
import { SHOP, startTestShop, type TestShop } from "./shop-harness.ts";
import { startReceiver, subscriptionTo } from "./webhook-receiver.ts";

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let shop: TestShop;

beforeEach(async () => {
  receiver = await startReceiver();
  shop = await startTestShop({ appUrl: receiver.url, toml: subscriptionTo("products/create") });
  await shop.token();
});
afterEach(async () => {
  await shop.close();
  await receiver.close();
});

const switchOn = (fault: object) => shop.control("POST", "webhooks/faults", fault);
const make = (title: string, name = "demo") =>
  shop.control("POST", `shops/${name}/seed`, { products: [{ title, variants: [{}] }] });
const heard = () => receiver.received.map(({ body }) => (JSON.parse(body) as { title: string }).title);
const hears = (count: number) => until(heard, ({ length }) => length >= count);
const shown = () => shop.control<{ state: string; fault?: string }[]>("GET", "webhooks");

test("a dropped webhook is never sent, and can be seen to have been dropped", async () => {
  await switchOn({ kind: "drop", times: 1 });
  await make("Mug");
  await make("Cup");
  expect(await hears(1)).toEqual(["Cup"]);
  expect(await shown()).toMatchObject([{ state: "given-up", fault: "drop" }, {}]);
});

test("a duplicated webhook arrives twice under one id", async () => {
  await switchOn({ kind: "duplicate", times: 1 });
  await make("Mug");
  expect(await hears(2)).toEqual(["Mug", "Mug"]);
  const ids = receiver.received.map(({ headers }) => headers["x-shopify-webhook-id"]);
  expect(new Set(ids).size).toBe(1);
});

test("a late webhook is pending until its time has come", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await switchOn({ kind: "late", ms: 300, times: 1 });
  await make("Mug");
  await make("Cup");
  expect(await hears(1)).toEqual(["Cup"]);
  expect(await shown()).toMatchObject([{ state: "pending", fault: "late" }, {}]);
  vi.advanceTimersByTime(300);
  expect(await hears(2)).toEqual(["Cup", "Mug"]);
});

test("a reordered webhook arrives after the shop's next one", async () => {
  await switchOn({ kind: "reorder" });
  await make("Mug");
  await make("Cup");
  expect(await hears(2)).toEqual(["Cup", "Mug"]);
});

test("a reordered webhook that none follows arrives anyway", async () => {
  await switchOn({ kind: "reorder" });
  await make("Mug");
  expect(await hears(1)).toEqual(["Mug"]);
});

test("a fault may be for one shop and one topic only", async () => {
  await switchOn({ kind: "drop", shop: "other.myshopify.com" });
  await switchOn({ kind: "drop", topic: "products/delete" });
  await make("Mug");
  expect(await hears(1)).toEqual(["Mug"]);
  await switchOn({ kind: "drop", shop: SHOP, topic: "products/create" });
  await make("Cup");
  expect(await shop.control("GET", "webhooks/faults/struck")).toEqual({ drop: 1 });
});
