import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createCanvas } from "@napi-rs/canvas";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { beforeAll, expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { openWarehouse } from "./warehouse-bench.ts";

const require = createRequire(import.meta.url);

// Left to itself the reader fetches its program from the network.
beforeAll(() =>
  prepareZXingModule({
    overrides: { wasmBinary: readFileSync(require.resolve("zxing-wasm/reader/zxing_reader.wasm")).buffer },
    fireImmediately: true,
  }),
);

const returned = {
  ref: "RET-1001",
  type: "return",
  supplierRef: "#1001-R1",
  expectedReceiveDate: "2030-04-01",
  senderName: "Ada Lovelace",
  senderEmail: "ada@shop.example",
  senderPhonenumber: "+44 20 7946 0000",
  senderAddressLine1: "St James's Square 12",
  senderAddressLine2: null,
  senderPostCode: "SW1Y 4JH",
  senderCity: "London",
  senderCountryCode: "GB",
  lines: [],
};

async function withReturn(inbound: object = {}, options = {}) {
  const warehouse = await openWarehouse(options);
  const announced = { ...returned, ...inbound };
  const created = await warehouse.call("POST /fulfilment/v3/inbounds/", announced);
  expect(created.status).toBe(201);
  const path = `/fulfilment/v3/inbounds/${encodeURIComponent(announced.ref)}/label`;
  return { ...warehouse, label: () => warehouse.send(`GET ${path}`) };
}

const decode = async (label: Response) => Buffer.from(await label.text(), "base64");

/** The label as a person sees it and as the scanner at the ramp does. */
async function look(pdf: Buffer) {
  const opening = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await opening.promise;
  expect(document.numPages).toBe(1);
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
  // Three pixels for a point are some 200 to the inch, what a label printer has.
  const viewport = page.getViewport({ scale: 3 });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise;
  const codes = await readBarcodes(new Uint8Array(canvas.toBuffer("image/png")), { tryHarder: true });
  await opening.destroy();
  return { text, codes: codes.map((code) => code.text), size: [viewport.width / 3, viewport.height / 3] };
}

test("a return's label shows both addresses, and its code is the inbound's ref", async () => {
  const { label } = await withReturn();
  const answer = await label();
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);

  const { text, codes, size } = await look(await decode(answer));
  for (const line of ["Ada Lovelace", "St James's Square 12", "SW1Y 4JH London", "GB"])
    expect(text).toContain(line);
  for (const line of ["Sandbox Warehouse", "Quay Road 1", "20457 Hamburg"]) expect(text).toContain(line);
  for (const line of ["RET-1001", "#1001-R1", "2030-04-01"]) expect(text).toContain(line);
  expect(codes).toEqual(["RET-1001"]);
  // A6 upright in points.
  expect(size.map(Math.round)).toEqual([298, 420]);
});

test.each([
  ["Polish", "Łukasz Żółć, Kraków"],
  ["Greek", "Αθηνά Παπαδοπούλου"],
  ["Cyrillic", "Дмитрий Щербаков"],
  ["Turkish and Romanian", "Işıl Ağaoğlu Ștefan"],
])("a name in %s letters is printed as it is", async (_language, senderName) => {
  const { label } = await withReturn({ senderName });
  expect((await look(await decode(await label()))).text).toContain(senderName);
});

test.each([
  "R/1 ? 50% #+",
  "Rücksendung-ß",
  "a-ref-of-a-uuid-0190b6f2-7d1c-7c3e-8f1a-2b3c4d5e6f70",
  "x".repeat(300),
])("the ref %s can be scanned", async (ref) => {
  const { label } = await withReturn({ ref });
  expect((await look(await decode(await label()))).codes).toEqual([ref]);
});

test("the longest addresses the interface allows fit on one page", async () => {
  const wide = (length: number) => "WMW ".repeat(length).slice(0, length).trim();
  const { label } = await withReturn({
    senderName: wide(100),
    senderAddressLine1: wide(100),
    senderAddressLine2: wide(100),
    senderPostCode: wide(20),
    senderCity: wide(30),
    supplierRef: wide(35),
  });
  const { text, codes } = await look(await decode(await label()));
  expect(text).toContain("GB");
  expect(text).not.toContain("…");
  expect(codes).toEqual(["RET-1001"]);
});

test("the same inbound gives the same label, and a changed one another", async () => {
  const { call, label } = await withReturn();
  const first = await decode(await label());
  expect(await decode(await label())).toEqual(first);
  await call("PUT /fulfilment/v3/inbounds/RET-1001", { senderCity: "Paris" });
  expect(await decode(await label())).not.toEqual(first);
});

test("labels can come as JSON strings", async () => {
  const { label } = await withReturn({}, { jsonLabels: true });
  const answer = await label();
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  const base64 = (await answer.json()) as string;
  expect(Buffer.from(base64, "base64").toString("latin1")).toMatch(/^%PDF-/);
});

test("what cannot have a label is refused with the reason", async () => {
  const { call } = await withReturn();
  const purchase = { ...returned, ref: "PO-1", type: "purchase" };
  const long = { ...returned, ref: "x".repeat(301) };
  for (const inbound of [purchase, long]) {
    await call("POST /fulfilment/v3/inbounds/", inbound);
    expect(await call(`GET /fulfilment/v3/inbounds/${inbound.ref}/label`)).toMatchObject({
      status: 409,
      body: { code: "no-label" },
    });
  }
  expect(await call("GET /fulfilment/v3/inbounds/NONE/label")).toMatchObject({
    status: 404,
    body: { code: "inbound-not-found" },
  });
});

test("a person can open a label as it would be printed", async () => {
  const { send, label } = await withReturn();
  const opened = await send("GET /_sandbox/inbounds/RET-1001/label.pdf");
  expect(opened.headers.get("content-type")).toBe("application/pdf");
  expect(Buffer.from(await opened.arrayBuffer())).toEqual(await decode(await label()));
});
