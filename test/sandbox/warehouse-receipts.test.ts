import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openReceiver, openWarehouse, type ShownInbound } from "./warehouse-bench.ts";

type Receipt = ShownInbound["receipts"][number];

const MORNING = Date.parse("2030-04-01T08:00:00Z");
const HOUR_MS = 60 * 60 * 1000;

async function open(options = {}) {
  const warehouse = await openWarehouse({ now: () => MORNING, ...options });
  const { call } = warehouse;
  return {
    ...warehouse,
    receive: async (body: object) =>
      (await call<{ receipt: Receipt }>("POST /_sandbox/receive", body)).body.receipt,
    correct: (body: object, number = "VS-1") =>
      call<Receipt>(`POST /_sandbox/receipts/${number}/correct`, body),
    changedRefs: async () =>
      (await call<ShownInbound[]>("GET /fulfilment/v3/inbounds?change-interval=5")).body.map(
        ({ ref }) => ref,
      ),
  };
}

/** Receipt VS-1: three good mugs for an inbound that announces three. */
async function withReceipt(options = {}) {
  const warehouse = await open(options);
  await warehouse.stock({ MUG: 5 });
  await warehouse.announce("RET-1", { MUG: 3 });
  await warehouse.receive({ inboundRef: "RET-1", lines: [{ sku: "MUG", quantity: 3 }] });
  await warehouse.call("POST /_sandbox/clock", { advanceMs: HOUR_MS });
  const linesOf = async () => {
    const { receipts } = await warehouse.inbound("RET-1");
    return receipts.map(({ lines }) => lines.map(({ quantity, defective }) => [quantity, defective]));
  };
  return { ...warehouse, linesOf };
}

test.each([
  ["changed-line", "gone", [[[1, false]]]],
  [
    "further-line",
    "gone",
    [
      [
        [3, false],
        [-2, false],
      ],
    ],
  ],
  ["further-receipt", "gone", [[[3, false]], [[-2, false]]]],
  [
    "changed-line",
    "defective",
    [
      [
        [1, false],
        [2, true],
      ],
    ],
  ],
  [
    "further-line",
    "defective",
    [
      [
        [3, false],
        [-2, false],
        [2, true],
      ],
    ],
  ],
  [
    "further-receipt",
    "defective",
    [
      [[3, false]],
      [
        [-2, false],
        [2, true],
      ],
    ],
  ],
])(
  "a receipt corrected by %s says that two of three mugs are %s, and stock follows",
  async (as, becomes, lines) => {
    const { correct, linesOf, stockOf, inbound, changedRefs } = await withReceipt();
    expect(await stockOf("MUG")).toBe(8);
    expect(await changedRefs()).toEqual([]);
    expect((await correct({ quantity: 2, becomes, as })).status).toBe(200);
    expect(await linesOf()).toEqual(lines);
    expect(await stockOf("MUG")).toBe(6);
    expect(await changedRefs()).toEqual(["RET-1"]);
    const { status, lines: announced, receipts } = await inbound("RET-1");
    expect(status).toBe("fully_received");
    expect(announced).toMatchObject([{ quantityReceived: becomes === "gone" ? 1 : 3 }]);
    for (const line of receipts.flatMap((receipt) => receipt.lines))
      expect(line).toMatchObject({ sku: "MUG", inboundRef: "RET-1", inboundLineRef: "RET-1:MUG" });
  },
);

test("a whole line becomes defective in place, and what is defective was never in stock", async () => {
  const { correct, linesOf, stockOf, inbound } = await withReceipt();
  await correct({ quantity: 3, becomes: "defective" });
  expect(await linesOf()).toEqual([[[3, true]]]);
  expect(await stockOf("MUG")).toBe(5);
  await correct({ quantity: 1, becomes: "gone" });
  expect(await linesOf()).toEqual([[[2, true]]]);
  expect(await stockOf("MUG")).toBe(5);
  expect((await inbound("RET-1")).lines).toMatchObject([{ quantityReceived: 2 }]);
});

test("how a receipt is corrected follows the behavior unless the call says otherwise", async () => {
  const { correct, linesOf } = await withReceipt({ corrections: "further-line" });
  await correct({ quantity: 1, becomes: "gone" });
  expect(await linesOf()).toEqual([
    [
      [3, false],
      [-1, false],
    ],
  ]);
  await correct({ quantity: 1, becomes: "gone", as: "changed-line" });
  expect(await linesOf()).toEqual([
    [
      [2, false],
      [-1, false],
    ],
  ]);
});

test("a correction is announced only where the behavior or the call says so", async () => {
  const { correct, subscribe, deliveries, call } = await withReceipt();
  const shop = await openReceiver();
  for (const event of ["receipt-received", "inbound-status"]) await subscribe(event, shop.url);
  await correct({ quantity: 1, becomes: "gone" });
  expect(await deliveries()).toEqual([]);
  await call("POST /_sandbox/behaviours", { correctionEvents: true });
  await correct({ quantity: 1, becomes: "gone" });
  await correct({ quantity: 1, becomes: "gone", event: false });
  await expect
    .poll(() => shop.events())
    .toEqual([{ type: "received", resource: "inbound", identifier: "RET-1" }]);
  expect(await deliveries()).toHaveLength(1);
});

test("a correction that cannot be made changes nothing", async () => {
  const { correct, call, linesOf, stockOf } = await withReceipt();
  const gone = { quantity: 1, becomes: "gone" };
  for (const [body, status, code, number] of [
    [{ ...gone, quantity: 4 }, 422, "invalid-field"],
    [{ ...gone, becomes: "lost" }, 422, "invalid-field"],
    [{ ...gone, line: 1 }, 404, "line-not-found"],
    [gone, 404, "receipt-not-found", "VS-9"],
  ] as const)
    expect(await correct(body, number)).toMatchObject({ status, body: { code } });
  await call("POST /_sandbox/correct", { sku: "MUG", stock: 0 });
  expect((await correct(gone)).body).toMatchObject({ code: "insufficient-stock" });
  expect(await linesOf()).toEqual([[[3, false]]]);
  expect(await stockOf("MUG")).toBe(0);
});

test("what was taken back once, in whatever form, cannot be taken back again", async () => {
  const { correct, stockOf } = await withReceipt({ corrections: "further-receipt" });
  expect((await correct({ quantity: 2, becomes: "gone" })).status).toBe(200);
  expect(await correct({ quantity: 2, becomes: "defective" })).toMatchObject({
    status: 422,
    body: { field: "quantity", message: expect.stringContaining("at most 1") as string },
  });
  expect((await correct({ quantity: 1, becomes: "defective" })).status).toBe(200);
  expect(await stockOf("MUG")).toBe(5);
});

/** One parcel with three mugs for one inbound and a cup for another. */
async function withSharedReceipt(options = {}) {
  const warehouse = await open(options);
  await warehouse.stock({ MUG: 0, CUP: 0 });
  await warehouse.announce("RET-1", { MUG: 3 });
  await warehouse.announce("RET-2", { CUP: 2 });
  const shop = await openReceiver();
  for (const event of ["receipt-received", "inbound-status"]) await warehouse.subscribe(event, shop.url);
  const lines = [
    { sku: "MUG", quantity: 3 },
    { sku: "CUP", quantity: 1, inboundRef: "RET-2" },
  ];
  await warehouse.receive({ inboundRef: "RET-1", lines });
  const receiptsOf = async (ref: string) => (await warehouse.inbound(ref)).receipts;
  return { ...warehouse, shop, receiptsOf };
}

test("one parcel's receipt appears on each inbound that its lines name, with the lines of all", async () => {
  const { inbound, receiptsOf, shop, stockOf } = await withSharedReceipt();
  expect(await receiptsOf("RET-1")).toEqual([
    {
      receiptDate: "2030-04-01",
      vendorShipmentNo: "VS-1",
      lines: [
        { sku: "MUG", quantity: 3, defective: false, inboundRef: "RET-1", inboundLineRef: "RET-1:MUG" },
        { sku: "CUP", quantity: 1, defective: false, inboundRef: "RET-2", inboundLineRef: "RET-2:CUP" },
      ],
    },
  ]);
  expect(await receiptsOf("RET-2")).toEqual(await receiptsOf("RET-1"));
  expect(await inbound("RET-1")).toMatchObject({
    status: "fully_received",
    lines: [{ quantityReceived: 3 }],
  });
  expect(await inbound("RET-2")).toMatchObject({
    status: "partially_received",
    lines: [{ quantityReceived: 1 }],
  });
  expect([await stockOf("MUG"), await stockOf("CUP")]).toEqual([3, 1]);
  await expect.poll(() => shop.heard).toHaveLength(4);
  const received = shop.events().filter((event) => (event as { type: string }).type === "received");
  expect(received.map((event) => (event as { identifier: string }).identifier).sort()).toEqual([
    "RET-1",
    "RET-2",
  ]);
});

test("a shared receipt is corrected on each of its inbounds, after a restart too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "warehouse-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const stateFile = join(folder, "state.json");
  const before = await withSharedReceipt({ stateFile });
  await before.close();
  const { correct, inbound, changedRefs, call } = await open({ stateFile });
  await call("POST /_sandbox/clock", { advanceMs: HOUR_MS });
  await correct({ line: 0, quantity: 2, becomes: "gone" });
  for (const ref of ["RET-1", "RET-2"])
    expect((await inbound(ref)).receipts).toMatchObject([{ lines: [{ quantity: 1 }, { quantity: 1 }] }]);
  expect((await inbound("RET-1")).lines).toMatchObject([{ quantityReceived: 1 }]);
  expect(await changedRefs()).toEqual(["RET-1", "RET-2"]);
});

test("a shared receipt remains on one inbound when the other is deleted", async () => {
  const { call, receiptsOf } = await withSharedReceipt();
  await call("POST /_sandbox/inbounds/RET-1/delete");
  expect(await receiptsOf("RET-2")).toMatchObject([
    { lines: [{ inboundRef: "RET-1" }, { inboundRef: "RET-2" }] },
  ]);
  expect((await call("GET /_sandbox/receipts")).body).toMatchObject([{ vendorShipmentNo: "VS-1" }]);
});

test("a parcel of which one inbound cannot receive is refused whole", async () => {
  const { call, stockOf, inbound, receiptsOf } = await withSharedReceipt();
  const lines = [
    { sku: "MUG", quantity: 1 },
    { sku: "CUP", quantity: 1, inboundRef: "NONE" },
  ];
  expect((await call("POST /_sandbox/receive", { lines })).status).toBe(404);
  expect(await stockOf("MUG")).toBe(3);
  expect((await inbound("RET-1")).lines).toMatchObject([{ quantityReceived: 3 }]);
  expect(await receiptsOf("RET-1")).toHaveLength(1);
  expect((await call("GET /_sandbox/health")).body).toMatchObject({ inbounds: 2 });
});

test("receipts are listed newest first, each once", async () => {
  const { call, receive } = await withSharedReceipt();
  await receive({ inboundRef: "RET-2", lines: [{ sku: "CUP", quantity: 1 }] });
  const { body } = await call<Receipt[]>("GET /_sandbox/receipts");
  expect(body.map(({ vendorShipmentNo }) => vendorShipmentNo)).toEqual(["VS-2", "VS-1"]);
  expect((await call("GET /_sandbox/receipts?take=1")).body).toHaveLength(1);
});

const usual = { sku: "MUG", quantity: 2, defective: false, inboundRef: "RET-1", inboundLineRef: "RET-1:MUG" };
const without = (field: keyof typeof usual) =>
  Object.fromEntries(Object.entries(usual).filter(([name]) => name !== field));

test.each([
  [{ leftOut: ["defective"] }, without("defective")],
  [{ leftOut: ["sku"] }, without("sku")],
  [{ shown: { defective: null } }, { ...usual, defective: null }],
  [{ shown: { defective: "true" } }, { ...usual, defective: "true" }],
  [{ shown: { defective: 1 } }, { ...usual, defective: 1 }],
  [{ shown: { defective: 0 } }, { ...usual, defective: 0 }],
  [{ shown: { sku: null } }, { ...usual, sku: null }],
  [{ shown: { quantity: "2" } }, { ...usual, quantity: "2" }],
  [
    { shown: { quantity: "two", sku: 7 }, leftOut: ["inboundLineRef"] },
    { ...without("inboundLineRef"), quantity: "two", sku: 7 },
  ],
])(
  "a receipt line shows odd values where it is to (%j), and stock follows the real ones",
  async (odd, shown) => {
    const { receive, inbound, stockOf, stock, announce, call } = await open();
    await stock({ MUG: 5 });
    await announce("RET-1", { MUG: 2 });
    const line = { sku: "MUG", quantity: 2 };
    expect((await receive({ inboundRef: "RET-1", lines: [{ ...line, ...odd }] })).lines).toEqual([shown]);
    expect(await inbound("RET-1")).toMatchObject({
      status: "fully_received",
      receipts: [{ lines: [shown] }],
    });
    expect((await inbound("RET-1")).receipts[0]?.lines).toEqual([shown]);
    expect(await stockOf("MUG")).toBe(7);

    await call("POST /_sandbox/receipts/VS-1/odd", {});
    expect((await inbound("RET-1")).receipts[0]?.lines).toEqual([usual]);
    await call("POST /_sandbox/receipts/VS-1/odd", odd);
    expect((await inbound("RET-1")).receipts[0]?.lines).toEqual([shown]);
  },
);

test.each([
  ["left-out", 2, 1],
  ["counted", 3, 3],
])(
  "with defective units %s, the stock counts %i of two good units and a defective one, and %i once a good one is found defective",
  async (defectiveStock, received, corrected) => {
    const { stock, stockOf, receive, correct } = await open({ defectiveStock });
    await stock({ MUG: 0 });
    const lines = [
      { sku: "MUG", quantity: 2 },
      { sku: "MUG", quantity: 1, defective: true },
    ];
    const { vendorShipmentNo } = await receive({ lines });
    expect(await stockOf("MUG")).toBe(received);
    await correct({ quantity: 1, becomes: "defective" }, vendorShipmentNo);
    expect(await stockOf("MUG")).toBe(corrected);
    await correct({ line: 1, quantity: 1, becomes: "gone" }, vendorShipmentNo);
    expect(await stockOf("MUG")).toBe(defectiveStock === "counted" ? corrected - 1 : corrected);
  },
);

test("odd values survive a restart, and those of a field that is none are refused", async () => {
  const folder = mkdtempSync(join(tmpdir(), "warehouse-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const stateFile = join(folder, "state.json");
  const before = await withReceipt({ stateFile });
  const odd = (body: object) => before.call("POST /_sandbox/receipts/VS-1/odd", body);
  await odd({ shown: { defective: "true" }, leftOut: ["sku"] });
  expect((await odd({ shown: { colour: "red" } })).status).toBe(422);
  expect((await odd({ leftOut: ["colour"] })).status).toBe(422);
  expect((await odd({ line: 1 })).status).toBe(404);
  await before.close();
  const { inbound } = await open({ stateFile });
  const [line] = (await inbound("RET-1")).receipts[0]!.lines;
  expect(line).toMatchObject({ defective: "true" });
  expect(line).not.toHaveProperty("sku");
});
