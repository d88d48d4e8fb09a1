import type { WarehouseClient } from "../../app/fulfilment/client.ts";
import { all } from "./bench.ts";

/** What the warehouse holds before each cell of the table: two products and one return of one line. */
export const MUG = { sku: "MUG / 50% ü", description: "A mug", stock: 5 };
export const CUP = { sku: "CUP", description: "A cup", stock: 0 };
export const RETURN = {
  ref: "RET #1",
  type: "return" as const,
  supplierRef: "#1001",
  expectedReceiveDate: "2030-04-01",
  senderName: "Ada Lovelace",
  senderAddressLine1: "St James's Square 12",
  senderCity: "London",
  senderPostCode: "SW1Y 4JH",
  senderCountryCode: "GB",
  lines: [{ ref: "1", sku: MUG.sku, quantity: 2 }],
};
const LINE = { ref: "2/b", sku: CUP.sku, quantity: 1 };
/** Its products are not announced anywhere, so they may be deleted. */
const NEW_PRODUCT = { sku: "VASE", barcode: "4006381333931", weight: 310, url: "https://shop.example/vase" };
const NOTIFY = { event: "receipt-received", notificationUrl: "http://localhost:9/hook" } as const;

/** One operation of the interface, and how the client is to behave when it does not go well. */
export interface Operation {
  name: string;
  method: string;
  /** Matches its path, and no other operation's with the same method. */
  path: string;
  run(client: WarehouseClient): Promise<unknown>;
  /** What a good answer holds. */
  happy: unknown;
  /** A request the interface does not take, and the field that is wrong. */
  invalid: { run(client: WarehouseClient): Promise<unknown>; field: string };
  /** What a 404 means: nothing there, nothing left to do, or an error. */
  on404: "null" | "done" | "error";
  /** What is done when the answer was lost after the warehouse had done it. */
  onLostAnswer: "asked again" | "looked up" | "left to the caller";
  /** What the client makes of finding it done, where that differs from a good answer. */
  afterLookUp?: unknown;
}

const DOTS = "..";

/** The ways paths can be written, each with what else may differ along with it. */
export const PATH_STYLES = {
  "as documented": {},
  "as in the examples": {
    paths: "v4",
    subscriptionPath: "/api/fulfilment/v4/subscriptions",
    includeStyle: "repeat",
  },
  "with short product paths": { shortProductPaths: true },
  "with short product paths, as in the examples": {
    paths: "v4",
    subscriptionPath: "/api/fulfilment/v4/subscriptions",
    shortProductPaths: true,
  },
} as const;

export const OPERATIONS: Operation[] = [
  {
    name: "list products",
    method: "GET",
    path: "/products\\?",
    run: (client) => all(client.products.pages({ filter: `sku=${MUG.sku}` })),
    happy: [MUG],
    invalid: { run: (client) => all(client.products.pages({ take: 9 })), field: "take" },
    on404: "error",
    onLostAnswer: "asked again",
  },
  {
    name: "create a product",
    method: "POST",
    path: "v./products/$",
    run: (client) => client.products.create(NEW_PRODUCT),
    happy: { how: "answered", record: { ...NEW_PRODUCT, stock: 0 } },
    invalid: { run: (client) => client.products.create({ sku: "X", weight: -1 }), field: "weight" },
    on404: "error",
    onLostAnswer: "looked up",
    afterLookUp: { how: "found", wasThere: false, record: { ...NEW_PRODUCT, stock: 0 } },
  },
  {
    name: "create several products",
    method: "POST",
    path: "/bulk/products/",
    run: (client) => client.products.createMany([NEW_PRODUCT, { sku: "BOWL" }], { skipDuplicates: true }),
    happy: { created: [NEW_PRODUCT, { sku: "BOWL" }], found: [] },
    invalid: {
      run: (client) => client.products.createMany([{ sku: "A" }, { sku: "" }], { skipDuplicates: true }),
      field: "[1].sku",
    },
    on404: "error",
    onLostAnswer: "looked up",
    afterLookUp: { created: [], found: [NEW_PRODUCT, { sku: "BOWL" }] },
  },
  {
    name: "retrieve a product",
    method: "GET",
    path: "/products/.",
    run: (client) => client.products.get(MUG.sku),
    happy: MUG,
    invalid: { run: (client) => client.products.get(""), field: "sku" },
    on404: "null",
    onLostAnswer: "asked again",
  },
  {
    name: "update a product",
    method: "PUT",
    path: "/products/.",
    run: (client) => client.products.update(MUG.sku, { weight: 320 }),
    happy: { ...MUG, weight: 320 },
    invalid: {
      run: (client) => client.products.update(MUG.sku, { imageUrl: "http://x" }),
      field: "imageUrl",
    },
    on404: "error",
    onLostAnswer: "asked again",
  },
  {
    name: "delete a product",
    method: "DELETE",
    path: "/products/.",
    run: (client) => client.products.delete(CUP.sku),
    happy: undefined,
    invalid: { run: (client) => client.products.delete(DOTS), field: "sku" },
    on404: "done",
    onLostAnswer: "asked again",
  },
  {
    name: "list inbounds",
    method: "GET",
    path: "/inbounds\\?",
    run: (client) => all(client.inbounds.pages({ changeInterval: 5, include: ["lines", "receipts"] })),
    happy: [{ ...RETURN, status: "new", receipts: [] }],
    invalid: {
      run: (client) => all(client.inbounds.pages({ changeInterval: 2801 })),
      field: "changeInterval",
    },
    on404: "error",
    onLostAnswer: "asked again",
  },
  {
    name: "create an inbound",
    method: "POST",
    path: "/inbounds/\\?",
    run: (client) => client.inbounds.create({ ...RETURN, ref: "RET 2" }),
    happy: { how: "answered", record: { ref: "RET 2", status: "new", lines: RETURN.lines } },
    invalid: {
      run: (client) => client.inbounds.create({ ...RETURN, senderCity: "x".repeat(31) }),
      field: "senderCity",
    },
    on404: "error",
    onLostAnswer: "looked up",
    afterLookUp: {
      how: "found",
      wasThere: false,
      record: { ref: "RET 2", status: "new", lines: RETURN.lines },
    },
  },
  {
    name: "retrieve an inbound",
    method: "GET",
    path: "/inbounds/[^/]+\\?",
    run: (client) => client.inbounds.get(RETURN.ref),
    happy: { ...RETURN, status: "new", receipts: [] },
    invalid: { run: (client) => client.inbounds.get("."), field: "ref" },
    on404: "null",
    onLostAnswer: "asked again",
  },
  {
    name: "update an inbound",
    method: "PUT",
    path: "/inbounds/[^/]+\\?",
    run: (client) => client.inbounds.update(RETURN.ref, { senderCity: "Bath", senderAddressLine2: null }),
    happy: { ref: RETURN.ref, senderCity: "Bath", senderAddressLine2: "" },
    invalid: {
      run: (client) => client.inbounds.update(RETURN.ref, { supplierRef: "x".repeat(36) }),
      field: "supplierRef",
    },
    on404: "error",
    onLostAnswer: "asked again",
  },
  {
    name: "delete an inbound",
    method: "DELETE",
    path: "/inbounds/[^/]+$",
    run: (client) => client.inbounds.delete(RETURN.ref),
    happy: undefined,
    invalid: { run: (client) => client.inbounds.delete(DOTS), field: "ref" },
    on404: "done",
    onLostAnswer: "asked again",
  },
  {
    name: "fetch a label",
    method: "GET",
    path: "/label$",
    run: async (client) => (await client.inbounds.label(RETURN.ref)).subarray(0, 5).toString(),
    happy: "%PDF-",
    invalid: { run: (client) => client.inbounds.label(""), field: "ref" },
    on404: "error",
    onLostAnswer: "asked again",
  },
  {
    name: "list lines",
    method: "GET",
    path: "/lines\\?",
    run: (client) => all(client.lines.pages(RETURN.ref)),
    happy: [{ ...RETURN.lines[0], quantityReceived: 0 }],
    invalid: { run: (client) => all(client.lines.pages(RETURN.ref, { take: 101 })), field: "take" },
    on404: "error",
    onLostAnswer: "asked again",
  },
  {
    name: "create a line",
    method: "POST",
    path: "/lines$",
    run: (client) => client.lines.create(RETURN.ref, { line: LINE, known: ["1"] }),
    happy: { how: "answered", record: { ...LINE, quantityReceived: 0 } },
    invalid: {
      run: (client) => client.lines.create(RETURN.ref, { line: { ...LINE, quantity: 1.5 }, known: [] }),
      field: "quantity",
    },
    on404: "error",
    onLostAnswer: "looked up",
    afterLookUp: { how: "found", wasThere: false, record: { ...LINE, quantityReceived: 0 } },
  },
  {
    name: "retrieve a line",
    method: "GET",
    path: "/lines/.",
    run: (client) => client.lines.get(RETURN.ref, "1"),
    happy: RETURN.lines[0],
    invalid: { run: (client) => client.lines.get(RETURN.ref, DOTS), field: "lineRef" },
    on404: "null",
    onLostAnswer: "asked again",
  },
  {
    name: "update a line",
    method: "PUT",
    path: "/lines/.",
    run: (client) => client.lines.update(RETURN.ref, { lineRef: "1", changes: { quantity: 3 } }),
    happy: { ...RETURN.lines[0], quantity: 3 },
    invalid: {
      run: (client) => client.lines.update(RETURN.ref, { lineRef: "1", changes: { sku: "." } }),
      field: "sku",
    },
    on404: "error",
    onLostAnswer: "asked again",
  },
  {
    name: "delete a line",
    method: "DELETE",
    path: "/lines/.",
    run: (client) => client.lines.delete(RETURN.ref, "1"),
    happy: undefined,
    invalid: { run: (client) => client.lines.delete("", "1"), field: "ref" },
    on404: "done",
    onLostAnswer: "asked again",
  },
  {
    name: "register a subscription",
    method: "POST",
    path: "/subscriptions$",
    run: (client) => client.subscribe(NOTIFY),
    happy: "registered",
    invalid: {
      run: (client) => client.subscribe({ ...NOTIFY, notificationUrl: "http://shop.example/hook" }),
      field: "notificationUrl",
    },
    on404: "error",
    onLostAnswer: "left to the caller",
  },
];
