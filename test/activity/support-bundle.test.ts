import type { Prisma } from "@prisma/client";
import type pg from "pg";
import { describe, expect, test } from "vitest";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { openProblem } from "../../app/domain/problems/problems.ts";
import { refOfReturn } from "../../app/domain/returns/return-ref.ts";
import { makeSupportBundle } from "../../app/domain/support/make-support-bundle.ts";
import { code, errorInShort, scrub } from "../../app/domain/support/safe-text.ts";
import { applied } from "../catalog/csv-bench.ts";
import { shopTables } from "../support/database.ts";
import { announce, takeIn } from "../support/purchases.ts";
import { sendBack, sold } from "../support/returns.ts";
import { createWorld, readShop, SHOP, TOKEN, WEBHOOK_KEY, type World } from "../support/world.ts";
import { SEALED_COLUMNS } from "../../app/sealed-columns.server.ts";

/** What a shopper might be told by, in one text, wherever a text can stand. */
const SHOPPER = "Robin Shopper, 1 High Street, robin@example.com, +49 30 1234567, shpat_0123456789abcdef";
const TELLTALES = ["Robin", "High Street", "robin@", "1234567", "shpat_", "example.com", "sesame"];

/** A shop in which everything there is has happened once. */
async function lived(): Promise<World & { back: { id: string; name: string }; ref: string }> {
  const world = await createWorld({
    warehouse: { MUG: 5, CUP: 2 },
    variants: [{ sku: "MUG" }, { sku: "CUP" }, { sku: "JAR" }],
  });
  await world.connect();
  const { variant } = await readShop(world);
  const variantId = variant("JAR").id as VariantId;
  const components = [{ sku: "CUP" as Sku, quantity: 2 }];
  await mapVariant(world.ctx, { variantId, components });
  await applied(world.ctx, `Variant ID,Decision\n${variantId},ignored\n`);
  const back = await sendBack(world, await sold(world, { MUG: 2 }), { MUG: 1 });
  const ref = await announce(world, { lines: { CUP: 7 } });
  await world.settle();
  await takeIn(world, [{ sku: "MUG", quantity: 1 }], refOfReturn(back.id));
  await takeIn(world, [{ sku: "CUP", quantity: 3, defective: true }], ref);
  await world.settle();
  await world.sweep();
  await openProblem(world.ctx, {
    kind: "stock-rejected",
    subject: "MUG",
    details: { sku: "MUG", reason: "no" },
  });
  return { ...world, back, ref };
}

/**
 * Columns that are neither free text nor made by somebody else: ids, SKUs, and what a merchant knows a return by. Every
 * other text, also of a column that is yet to come, may hold a shopper.
 */
const KEPT: Record<string, string[]> = {
  Variant: ["inventoryItemId", "productId", "sku", "skuFolded"],
  WarehouseProduct: ["skuFolded", "search"],
  Mapping: ["inventoryItemId", "shopSku"],
  LedgerEntry: ["variantId", "inventoryItemId", "sku"],
  Return: ["name", "orderId", "orderName", "inboundRef"],
  // Found by, and not in the bundle.
  PurchaseInbound: ["search"],
  TimelineEntry: ["subject", "sku"],
  Activity: ["subject"],
  StockLook: ["limitedBy"],
};
/** The same within JSON; goods are SKUs in words. */
const KEPT_WITHIN = ["sku", "soldSku", "goods"];

/** Puts the shopper into every text there is. */
async function plant({ services: { pool } }: World): Promise<number> {
  let planted = 0;
  for (const table of await shopTables(pool)) {
    const { rows: columns } = await pool.query<{ name: string; type: string; kept: boolean }>(
      `SELECT c.column_name AS "name", c.data_type AS "type", EXISTS (
         SELECT FROM information_schema.key_column_usage k JOIN information_schema.table_constraints p USING (constraint_name)
         WHERE p.constraint_type = 'PRIMARY KEY' AND k.table_name = c.table_name AND k.column_name = c.column_name
       ) OR c.column_name = 'shop' OR c.column_name = ANY($2) AS "kept"
       FROM information_schema.columns c WHERE c.table_schema = 'public' AND c.table_name = $1`,
      [table, KEPT[table] ?? []],
    );
    for (const { name, type, kept } of columns) {
      // What is sealed nobody can have written anything into.
      if (kept || isSealed(table, name)) continue;
      if (type === "text") await pool.query(`UPDATE "${table}" SET "${name}" = $1`, [SHOPPER]);
      else if (type === "jsonb") await plantWithin(pool, { table, column: name });
      else continue;
      planted += 1;
    }
  }
  return planted;
}

function isSealed(table: string, column: string): boolean {
  const columns: Record<string, readonly string[]> = SEALED_COLUMNS;
  return columns[table]?.includes(column) ?? false;
}

async function plantWithin(pool: pg.Pool, { table, column }: { table: string; column: string }) {
  const { rows } = await pool.query<{ row: string; json: Prisma.JsonValue }>(
    `SELECT t.ctid::text AS "row", "${column}" AS "json" FROM "${table}" t`,
  );
  for (const { row, json } of rows) {
    const planted = planting(json ?? { sender: "" });
    await pool.query(`UPDATE "${table}" SET "${column}" = $1 WHERE ctid = $2::tid`, [
      JSON.stringify(planted),
      row,
    ]);
  }
}

function planting(json: Prisma.JsonValue): unknown {
  if (typeof json === "string") return SHOPPER;
  if (Array.isArray(json)) return json.map(planting);
  if (typeof json !== "object" || json === null) return json;
  const within = Object.entries(json).map(([key, value]) => {
    const kept = KEPT_WITHIN.includes(key) && typeof value === "string";
    return [key, kept ? value : planting(value ?? null)];
  });
  return { ...Object.fromEntries(within), ...("lines" in json ? {} : { note: SHOPPER }) };
}

/** A job of the shop that has failed, with all of it that may say too much. */
async function fail({ services: { pool } }: World, returnId: string): Promise<void> {
  await pool.query(
    `SELECT graphile_worker.add_job('follow-return', json_build_object('shop', $1::text, 'senderName', $3::text),
       queue_name := 'returns:' || $1, job_key := 'follow-return:' || $1 || ':' || $2, run_at := now() + interval '1 day')`,
    [SHOP, returnId, SHOPPER],
  );
  await pool.query(`UPDATE graphile_worker._private_jobs SET attempts = 4, last_error = $1`, [
    `Warehouse: GET /inbounds/return-1 answered 500: ${SHOPPER}`,
  ]);
}

test("nothing of a shopper, no token and no key is in the bundle, wherever it might stand", async () => {
  const world = await lived();
  const { accessToken, refreshToken } = await world.services.db.session.findFirstOrThrow();
  const { hookId } = await world.services.db.connection.findFirstOrThrow();
  const secrets = [TOKEN, WEBHOOK_KEY, hookId, accessToken, refreshToken!];
  const ask = (about?: string) => makeSupportBundle(world.ctx, { about });
  const whole = [await ask(), await ask("MUG"), await ask(world.back.name), await ask("PO-1")];
  for (const bundle of whole) expect(secrets.filter((secret) => bundle.includes(secret))).toEqual([]);

  await fail(world, world.back.id);
  expect(await plant(world)).toBeGreaterThan(60);
  for (const about of [undefined, "MUG", world.back.name, world.ref, "Robin"]) {
    const bundle = await ask(about);
    expect(TELLTALES.filter((one) => bundle.includes(one))).toEqual([]);
  }
});

test("a secret that has come to stand in a text after all is taken out of it", async () => {
  const world = await lived();
  await world.services.db.ledgerEntry.updateMany({ data: { cause: TOKEN, causeOf: WEBHOOK_KEY } });
  const bundle = await makeSupportBundle(world.ctx, {});
  expect([TOKEN, WEBHOOK_KEY].filter((secret) => bundle.includes(secret))).toEqual([]);
});

test("says all that whoever helps would ask for", async () => {
  const world = await lived();
  await fail(world, world.back.id);
  const bundle: unknown = JSON.parse(await makeSupportBundle(world.ctx, { about: world.back.name }));
  expect(bundle).toMatchObject({
    about: { app: "Dockline", version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string, shop: SHOP },
    connection: { hasToken: true, disconnectedAt: null },
    settings: { stock: { phase: "live" }, returns: { announce: true } },
    counts: { returns: [{ _count: 1 }], warehouseProducts: 2 },
    problems: [{ kind: "stock-rejected", subject: "MUG", details: { sku: "MUG", reason: "(left out)" } }],
    reading: { stage: "done", variants: 3, products: 2 },
    subscriptions: some({ event: "receipt-received", ofThisAddress: true, ofThisToken: true }),
    comparisons: some({ differing: 0 }),
    jobs: some({
      ...{ name: "follow-return", about: world.back.id, attempts: 4 },
      error: "Warehouse: GET /inbounds/return-1 answered 500 (left out)",
    }),
    latest: {
      ledger: some({ sku: "MUG", shopFigure: 0, target: 5, outcome: "written" }),
      activity: some({ kind: "mapped", details: { goods: "2 × CUP" } }),
      hints: some({ event: "receipt-received" }),
    },
    asked: {
      returns: [{ name: world.back.name, lines: [{ soldSku: "MUG", quantity: 1, good: 1 }] }],
      history: { timeline: some({ kind: "announce", outcome: "done" }) },
    },
  });
});

/** A list in which there is such a one, among others. */
const some = (one: object) => expect.arrayContaining([expect.objectContaining(one)]) as unknown[];

describe("what is taken of a text", () => {
  test.each([
    ["receipt-received", "receipt-received"],
    ["gid://shopify/Return/12", "gid://shopify/Return/12"],
    ["short, over", "short, over"],
    ["#1001-R1", "#1001-R1"],
    ["read_orders,write_products", "read_orders,write_products"],
    ["Robin Shopper", "(left out)"],
    ["short, Robin Shopper", "(left out)"],
    ["robin@example.com", "(left out)"],
    [null, null],
  ])("as a code of %j: %j", (text, taken) => {
    expect(code(text)).toBe(taken);
  });

  test.each([
    ["Warehouse: GET /products/MUG answered 503", "Warehouse: GET /products/MUG answered 503 (left out)"],
    [
      "Warehouse: no whole answer to PUT /inbounds/a",
      "Warehouse: no whole answer to PUT /inbounds/a (left out)",
    ],
    ["Shopify: Robin Shopper is unknown", "Shopify: (left out)"],
    ["Invalid invocation: { senderName: 'Robin' }", "(left out)"],
    [null, null],
  ])("of a failure that says %j: %j", (message, taken) => {
    expect(errorInShort(message)).toBe(taken);
  });

  test.each([
    ["mail robin.s+x@mail.example.co.uk now", "mail (left out) now"],
    ["call +49 (30) 123-4567 now", "call (left out) now"],
    [
      "at 2026-11-21T22:57:51.123Z, gid://shopify/Return/1234567890",
      "at 2026-11-21T22:57:51.123Z, gid://shopify/Return/1234567890",
    ],
    ["has shpua_0123abc and Bearer abc.def", "has (left out) and (left out)"],
    ['says s3cret\\"key', "says (left out)"],
  ])("out of %j at last: %j", (text, left) => {
    expect(scrub(text, ['s3cret"key', "s"])).toBe(left);
  });
});
