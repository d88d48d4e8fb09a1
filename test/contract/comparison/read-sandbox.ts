import { readFileSync } from "node:fs";
import type { Router } from "express";
import { createBehaviours } from "../../../sandbox/warehouse/behaviours.ts";
import {
  inboundChanges,
  lineChanges,
  newInbound,
  newLine,
  newProduct,
  newSubscription,
  productChanges,
} from "../../../sandbox/warehouse/bodies.ts";
import { eventBody, eventNames } from "../../../sandbox/warehouse/events.ts";
import { inboundRoutes } from "../../../sandbox/warehouse/inbound-routes.ts";
import { lineRoutes } from "../../../sandbox/warehouse/line-routes.ts";
import { productRoutes } from "../../../sandbox/warehouse/product-routes.ts";
import { retrySchedule } from "../../../sandbox/warehouse/retry-schedule.ts";
import { warehouseDefaults } from "../../../sandbox/warehouse/start-warehouse.ts";
import { inboundStatuses, loadState } from "../../../sandbox/warehouse/state.ts";
import { subscriptionRoutes } from "../../../sandbox/warehouse/subscription-routes.ts";
import type { Warehouse } from "../../../sandbox/warehouse/warehouse.ts";
import { openWarehouse } from "../../sandbox/warehouse-bench.ts";
import { AROUND_LIMITS, factsOfZod, list, QUERY_PARAMETERS, ROOTED, ROOTS, type Facts } from "./facts.ts";

/** The facts in the sandbox warehouse: what it takes, and what it answers. */
export async function readSandbox(): Promise<Facts> {
  const warehouse = await openWarehouse();
  await warehouse.call("POST /_sandbox/products", [{ sku: "S", stock: 1 }]);
  const line = { ref: "L", sku: "S", quantity: 2 };
  const inbound = { ref: "R", type: "return", expectedReceiveDate: "2030-01-01", lines: [line] };
  await warehouse.call("POST /fulfilment/v3/inbounds", inbound);
  const ask = async (
    request: string,
    { token = warehouseDefaults.token, scheme = "Bearer", type = "application/json", body }: Asked = {},
  ): Promise<Answer> => {
    const [method = "", path = ""] = request.split(" ");
    const response = await fetch(warehouse.url + path, {
      method,
      headers: { authorization: `${scheme} ${token}`, ...(body !== undefined && { "content-type": type }) },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text.startsWith("{") ? (JSON.parse(text) as Answer["body"]) : {},
    };
  };
  const facts: Facts = {};
  for (const name of operations()) facts[name] = list(await queryOf(name, ask));
  for (const [name, fact] of Object.entries(ROOTED)) {
    const [method = "", path = ""] = name.split(" ");
    const answers = ROOTS.map(async (root) => {
      const { body } = await ask(
        `${method} ${root}${path.replace(":sku", "S")}`,
        method === "GET" ? {} : { body: "{}" },
      );
      return body.code === "operation-not-found" ? [] : [root];
    });
    facts[fact] = list((await Promise.all(answers)).flat());
  }
  for (const [name, values] of Object.entries(AROUND_LIMITS)) {
    const asked = await Promise.all(
      values.map((value) => ask(`GET /fulfilment/v3/inbounds?${name}=${value}`)),
    );
    facts[name] =
      `${values.filter((_, index) => asked[index]!.status === 200).join(", ")} of ${values.join(", ")}`;
  }
  const received = await warehouse.call<{ inbound: Shown }>("POST /_sandbox/receive", {
    inboundRef: "R",
    lines: [{ sku: "S", quantity: 1 }],
  });
  const [product] = (await warehouse.call<object[]>("GET /fulfilment/v3/products")).body;
  const shown = received.body.inbound;
  const isOpen = (await ask("GET /fulfilment/v3/products", { scheme: "Basic" })).status === 200;
  const takesText =
    (await ask("POST /fulfilment/v3/products", { type: "text/plain", body: "{}" })).status !== 415;
  return {
    ...facts,
    "header of every request": isOpen ? "none" : "authorization: Bearer",
    "content type of bodies": takesText ? "any" : "application/json",
    "header of events": list(headersOfEvents()),
    "attempts at an event": attempts(),
    ...factsOfZod("new product", newProduct),
    ...factsOfZod("product changes", productChanges),
    ...factsOfZod("new inbound", newInbound),
    ...factsOfZod("inbound changes", inboundChanges),
    ...factsOfZod("new line", newLine),
    ...factsOfZod("line changes", lineChanges),
    ...factsOfZod("subscription", newSubscription),
    product: list(Object.keys(product!)),
    inbound: list(Object.keys(shown)),
    line: list(Object.keys(shown.lines[0]!)),
    receipt: list(Object.keys(shown.receipts[0]!)),
    "receipt line": list(Object.keys(shown.receipts[0]!.lines[0]!)),
    "statuses of an inbound": list(inboundStatuses),
    "event names": list(eventNames),
    event: list(Object.keys(JSON.parse(eventBody("label-status", { subject: { label: "1" } })) as object)),
  };
}

interface Asked {
  token?: string;
  scheme?: string;
  type?: string;
  body?: string;
}
interface Answer {
  status: number;
  body: { code?: string; field?: string };
}
interface Shown {
  lines: object[];
  receipts: { lines: object[] }[];
}
type Ask = (request: string, asked?: Asked) => Promise<Answer>;

/** Every operation of the routers, as `GET /products/:sku`. */
function operations(): string[] {
  const warehouse: Warehouse = {
    ...{ state: loadState(undefined), now: Date.now, changed: () => undefined, announce: () => undefined },
    behaviours: createBehaviours({}).behaviours,
  };
  return [productRoutes, inboundRoutes, lineRoutes, subscriptionRoutes].flatMap((routes) =>
    namesOf(routes(warehouse)),
  );
}

function namesOf({ stack }: Pick<Router, "stack">): string[] {
  return stack.flatMap(({ route, handle }): string[] => {
    if (!route) return "stack" in handle ? namesOf(handle as unknown as Pick<Router, "stack">) : [];
    const { path, methods } = route as unknown as { path: string; methods: Record<string, boolean> };
    return Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`);
  });
}

/** Which parameters an operation reads: those of which it refuses nonsense. */
async function queryOf(name: string, ask: Ask): Promise<string[]> {
  const [method = "", path = ""] = name.split(" ");
  if (method === "DELETE") return [];
  const root = path === "/subscriptions" ? "/fulfilment/v4" : "/fulfilment/v3";
  const at = `${root}${path.replace(":sku", "S").replace(":ref", "R").replace(":lineRef", "L")}`;
  const read: string[] = [];
  for (const parameter of QUERY_PARAMETERS) {
    const asked = method === "GET" ? {} : { body: "{}" };
    const { body } = await ask(`${method} ${at}?${parameter}=%00nonsense`, asked);
    if (body.code === "invalid-query" && body.field === parameter) read.push(parameter);
  }
  return read;
}

function attempts(): string {
  const HOUR_MS = 60 * 60_000;
  const next = retrySchedule(1_000);
  const after = (made: number, hours: number) =>
    next({ createdAt: 0, attempts: made }, { now: hours * HOUR_MS, random: 0 });
  const most = Array.from({ length: 400 }, (_, index) => index + 1).find((made) => after(made, 0) === null);
  const hours = Array.from({ length: 72 }, (_, index) => index + 1).find((hour) => after(1, hour) === null);
  return `${most} in ${hours} hours`;
}

/** The header that the sandbox's deliveries carry besides their content's type. */
function headersOfEvents(): string[] {
  const text = readFileSync("sandbox/warehouse/delivery-sender.ts", "utf8");
  return [...text.matchAll(/"(x-[\w-]+)":/g)].map(([, name]) => name!);
}
