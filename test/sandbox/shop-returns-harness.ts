import { afterEach, beforeEach } from "vitest";
import type { ShopOptions } from "../../sandbox/shop/start-shop.ts";
import { startTestShop, type Seeded, type TestShop } from "./shop-harness.ts";

interface UserError {
  code: string | null;
  field: string[] | null;
  message: string;
}

interface Payload {
  userErrors: UserError[];
  [field: string]: unknown;
}

export interface OrderView {
  id: string;
  name: string;
  lines: { id: string; sku: string | null; withShopper: number }[];
  fulfillments: { id: string; lines: { fulfillmentLineId: string }[] }[];
}

export interface ReturnView {
  id: string;
  name: string;
  status: string;
  lines: { id: string; sku: string | null; quantity: number; fulfillmentLineId: string | null }[];
  reverseFulfillmentOrders: {
    id: string;
    status: string;
    lines: { id: string; sku: string | null; quantity: number; dispositions: object[] }[];
    deliveries: { id: string; label: { publicFileUrl: string } | null; lines: object[] }[];
  }[];
}

/** What an app sees of a return. */
export const RETURN = `
  id name status totalQuantity createdAt requestApprovedAt closedAt decline { reason note }
  order { id returnStatus updatedAt }
  returnLineItems(first: 10) { nodes { __typename id quantity processedQuantity unprocessedQuantity
    returnReasonNote customerNote returnReasonDefinition { handle }
    ... on ReturnLineItem { fulfillmentLineItem { id lineItem { sku } } } } }
  reverseFulfillmentOrders(first: 10) { nodes { id status
    lineItems(first: 10) { nodes { id totalQuantity fulfillmentLineItem { id }
      dispositions { type quantity location { name } } } }
    reverseDeliveries(first: 10) { nodes { id deliverable { ... on ReverseDeliveryShippingDeliverable {
      label { publicFileUrl } tracking { number url carrierName } } } } } } }`;

/** What shoppers, the merchant and an app do with returns in a shop that sells mugs (10 at Main) and cups (5 at Main). */
export class ReturnsShop {
  running!: TestShop;

  async start(options: Partial<ShopOptions> & { scopes?: string; toml?: string } = {}) {
    this.running = await startTestShop(options);
    return this.control<Seeded>("POST", "seed", {
      locations: ["Main", "Annex", { name: "Closed", isActive: false }],
      products: [
        { title: "Mug", variants: [{ sku: "MUG", onHand: { Main: 10 } }] },
        { title: "Cup", variants: [{ sku: "CUP", onHand: { Main: 5 } }] },
      ],
    });
  }

  control<Answer = Record<string, unknown>>(method: string, path: string, body?: unknown) {
    return this.running.control<Answer>(method, `shops/demo/${path}`, body);
  }

  sell(lines: (string | object)[], more: object = {}) {
    const wanted = lines.map((line) => (typeof line === "string" ? { sku: line, quantity: 2 } : line));
    return this.control<OrderView>("POST", "orders", { lines: wanted, location: "Main", ...more });
  }

  send({ id }: { id: string }, lines?: object[]) {
    return this.control<OrderView>(
      "POST",
      `orders/${encodeURIComponent(id)}/fulfill`,
      lines ? { lines } : {},
    );
  }

  /** Two of each, sold and sent. */
  async sold(...skus: (string | object)[]) {
    return this.send(await this.sell(skus));
  }

  ask({ id }: { id: string }, body: object) {
    return this.control<ReturnView>("POST", `orders/${encodeURIComponent(id)}/returns`, body);
  }

  step({ id }: { id: string }, what: string, body: object = {}) {
    return this.control<ReturnView>("POST", `returns/${encodeURIComponent(id)}/${what}`, body);
  }

  look({ id }: { id: string }) {
    return this.control<ReturnView>("GET", `returns/${encodeURIComponent(id)}`);
  }

  /** An open return of all mugs of an order that was sent. */
  async open(...skus: string[]) {
    const names = skus.length ? skus : ["MUG"];
    const order = await this.sold(...names);
    const back = await this.ask(order, { lines: names.map((sku) => ({ sku })), status: "open" });
    return { order, back, work: back.reverseFulfillmentOrders[0]! };
  }

  /** Runs a document that Shopify must have no complaint about. */
  async data<Data = Record<string, unknown>>(
    query: string,
    variables?: Record<string, unknown>,
  ): Promise<Data> {
    const { data, errors } = await this.running.graphql(query, variables);
    if (errors) throw new Error(JSON.stringify(errors));
    return data as Data;
  }

  /** Runs one mutation with its arguments written out, and gives back its payload. */
  async mutate(call: string, selection: string): Promise<Payload> {
    const text = `mutation { it: ${call} { ${selection} userErrors { code field message } } }`;
    return (await this.data<{ it: Payload }>(text)).it;
  }

  /** On hand and available. */
  async stock(sku: string, location = "Main") {
    const { products } = await this.control<Seeded>("GET", "state");
    const variant = products.flatMap(({ variants }) => variants).find((one) => one.sku === sku);
    const { on_hand, available } = variant!.levels[location]!;
    return [on_hand, available];
  }
}

/** A shop of its own for each test. */
export function eachReturnsShop(options: Partial<ShopOptions> & { scopes?: string; toml?: string } = {}) {
  const shop = new ReturnsShop();
  beforeEach(async () => void (await shop.start(options)));
  afterEach(() => shop.running.close());
  return shop;
}
