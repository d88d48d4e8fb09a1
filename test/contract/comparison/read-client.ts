import { readFileSync } from "node:fs";
import type { AccountLimits } from "../../../app/fulfilment/account-limits.server.ts";
import { inboundSchema, lineSchema, productSchema } from "../../../app/fulfilment/answers.ts";
import { createWarehouseClient, type WarehouseClient } from "../../../app/fulfilment/client.ts";
import { EVENT_NAMES, parseEvent } from "../../../app/fulfilment/events.ts";
import {
  inboundChanges,
  inboundQuery,
  lineChanges,
  newInbound,
  newLine,
  newProduct,
  newSubscription,
  pageQuery,
  productChanges,
} from "../../../app/fulfilment/requests.ts";
import { DOCUMENTED } from "../../../app/fulfilment/settings.ts";
import { serve } from "../../../sandbox/lib/serve.ts";
import { all } from "../../fulfilment/bench.ts";
import { PATH_STYLES } from "../../fulfilment/operations.ts";
import { AROUND_LIMITS, factsOfZod, list, ROOTED, rootOf, taken, type Facts } from "./facts.ts";

const PAGE = { skip: 0, take: 10 };
const LINE = { ref: "LINE", sku: "SKU", quantity: 1 };
const INBOUND = { ref: "REF", type: "return" as const, expectedReceiveDate: "2030-01-01", lines: [LINE] };

/** Every call the client can make, with every parameter it can send. */
const CALLS: ((client: WarehouseClient) => Promise<unknown>)[] = [
  (client) => all(client.products.pages({ ...PAGE, filter: "x" })),
  (client) => client.products.create({ sku: "SKU" }),
  (client) => client.products.createMany([{ sku: "SKU" }], { skipDuplicates: true }),
  (client) => client.products.get("SKU"),
  (client) => client.products.update("SKU", {}),
  (client) => client.products.delete("SKU"),
  (client) => all(client.inbounds.pages({ ...PAGE, filter: "x", changeInterval: 5 })),
  (client) => client.inbounds.create(INBOUND),
  (client) => client.inbounds.get("REF"),
  (client) => client.inbounds.update("REF", {}),
  (client) => client.inbounds.delete("REF"),
  (client) => client.inbounds.label("REF"),
  (client) => all(client.lines.pages("REF", PAGE)),
  (client) => client.lines.create("REF", { line: LINE, known: [] }),
  (client) => client.lines.get("REF", "LINE"),
  (client) => client.lines.update("REF", { lineRef: "LINE", changes: {} }),
  (client) => client.lines.delete("REF", "LINE"),
  (client) => client.subscribe({ event: "label-status", notificationUrl: "https://shop.example/hook" }),
];

interface Sent {
  name: string;
  root: string;
  query: string[];
  authorization: string;
  contentType: string | undefined;
}

/** The facts in the app's client: what it sends, and what it reads of answers. */
export async function readClient(): Promise<Facts> {
  const facts: Facts = {};
  const roots = new Map<string, Set<string>>();
  const headers = { authorization: new Set<string>(), contentType: new Set<string>() };
  for (const style of Object.values(PATH_STYLES))
    for (const { name, root, query, authorization, contentType } of await sentIn(style)) {
      facts[name] = list(query);
      roots.set(name, (roots.get(name) ?? new Set()).add(root));
      headers.authorization.add(authorization);
      if (contentType !== undefined) headers.contentType.add(contentType);
    }
  for (const [name, fact] of Object.entries(ROOTED)) facts[fact] = list([...roots.get(name)!]);
  const receipt = inboundSchema.parse({ ref: "R", status: "new", receipts: [{ lines: [{}] }] }).receipts![0]!;
  return {
    ...facts,
    "header of every request": `authorization: ${list([...headers.authorization])}`,
    "content type of bodies": list([...headers.contentType]),
    "header of events": list(headersOfEvents()),
    take: taken(AROUND_LIMITS.take, (take) => pageQuery.safeParse({ take }).success),
    "change-interval": taken(
      AROUND_LIMITS["change-interval"],
      (changeInterval) => inboundQuery.safeParse({ changeInterval }).success,
    ),
    ...factsOfZod("new product", newProduct),
    ...factsOfZod("product changes", productChanges),
    ...factsOfZod("new inbound", newInbound),
    ...factsOfZod("inbound changes", inboundChanges),
    ...factsOfZod("new line", newLine),
    ...factsOfZod("line changes", lineChanges),
    ...factsOfZod("subscription", newSubscription),
    product: list(Object.keys(productSchema.shape)),
    inbound: list(Object.keys(inboundSchema.shape)),
    line: list(Object.keys(lineSchema.shape)),
    receipt: list(Object.keys(receipt)),
    "receipt line": list(Object.keys(receipt.lines![0]!)),
    "event names": list(EVENT_NAMES),
    event: list(
      Object.keys(
        parseEvent(Buffer.from(JSON.stringify({ type: "a", resource: "b", identifier: "c", d: 1 }))),
      ),
    ),
  };
}

/** What the client sends in one style of paths. Nothing it asks for is there. */
async function sentIn(style: object): Promise<Sent[]> {
  const sent: Sent[] = [];
  const server = await serve((req, res) => {
    const { pathname, searchParams } = new URL(req.url!, "http://localhost");
    const root = rootOf(pathname);
    const path = pathname.slice(root.length).replace(/\/$/, "");
    sent.push({
      name: `${req.method} ${path.replace("SKU", ":sku").replace("REF", ":ref").replace("LINE", ":lineRef")}`,
      root,
      query: [...new Set(searchParams.keys())],
      authorization: req.headers.authorization!.split(" ")[0]!,
      contentType: req.headers["content-type"],
    });
    res.writeHead(404).end("{}");
  }, 0);
  const limits: AccountLimits = {
    run: (_account, work) => work(),
    pause: async () => undefined,
    atOnce: 1,
    close: () => undefined,
  };
  const settings = { ...DOCUMENTED, ...style, baseUrl: server.url };
  const client = createWarehouseClient({ settings, accessToken: "token", limits });
  for (const call of CALLS) await call(client).catch(() => undefined);
  await server.close();
  return sent;
}

/** Which header of an event the app's webhook door reads. */
function headersOfEvents(): string[] {
  const text = readFileSync("app/webhooks/warehouse-events.server.ts", "utf8");
  return [...text.matchAll(/req\.headers\["([\w-]+)"\]/g)].map(([, name]) => name!);
}
