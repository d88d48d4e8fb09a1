import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { readReadings } from "../../app/domain/returns/settle/return-receipts.ts";
import { createDatabase, ownerUrlOf } from "../support/database.ts";

const FOLDER = "prisma/migrations";
const migrations = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ name, sql: readFileSync(`${FOLDER}/${name}/migration.sql`, "utf8") }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/** Brings a database to just before a migration. @returns how to go on from there, and how to look. */
async function before(name: string) {
  const client = new pg.Client({ connectionString: ownerUrlOf(await createDatabase()) });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  const step = migrations.findIndex((migration) => migration.name.endsWith(name));
  expect(step).toBeGreaterThan(0);
  for (const { sql } of migrations.slice(0, step)) await client.query(sql);
  return {
    client,
    async goOn() {
      for (const { sql } of migrations.slice(step)) await client.query(sql);
    },
    rows: async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows,
  };
}

test("a shop that is live goes on live, and one that has left comes back to a set-up from its beginning", async () => {
  const { client, goOn, rows } = await before("_set_up_guide");
  await client.query(
    `INSERT INTO "Connection" ("shop", "hookId", "accessToken", "webhookKey", "locationId", "locationName",
       "connectedAt", "importedAt", "disconnectedAt")
     VALUES ('here', gen_random_uuid(), 't', 'k', 'l', 'There', now(), now(), NULL),
       ('left', gen_random_uuid(), '', '', 'l', 'There', now(), now(), now())`,
  );
  await client.query(
    `INSERT INTO "StockSettings" ("shop", "phase") VALUES ('here', 'live'), ('left', 'live')`,
  );
  await goOn();
  expect(
    await rows(
      `SELECT "shop", "locationId", "importedAt" IS NOT NULL AS "imported", "phase" FROM "Connection"
       JOIN "StockSettings" USING ("shop") ORDER BY 1`,
    ),
  ).toEqual([
    { shop: "here", locationId: "l", imported: true, phase: "live" },
    { shop: "left", locationId: null, imported: false, phase: "shadow" },
  ]);
});

test("a shop's mappings survive the step to kits and tombstones", async () => {
  const { client, goOn, rows } = await before("_catalogue");
  const variant = (id: string, sku: string | null, state: string) =>
    client.query(
      `INSERT INTO "Variant" ("shop", "variantId", "inventoryItemId", "productId", "productTitle", "variantTitle", "sku",
         "tracked", "bundle", "state", "onHandReadAt", "readAt")
       VALUES ('s', $1, 'item', 'product', $1, '', $2, true, false, $3::"VariantState", now(), now())`,
      [id, sku, state],
    );
  await variant("mug", " Renamed ", "mapped");
  await variant("twin", "X", "duplicate_sku");
  await variant("bare", null, "no_sku");
  await client.query(
    `INSERT INTO "Mapping" ("shop", "variantId", "inventoryItemId", "sku", "mappedAt")
     VALUES ('s', 'mug', 'item', 'MUG', now()), ('s', 'gone', 'item', 'OLD', now())`,
  );
  await client.query(
    `INSERT INTO "WarehouseProduct" ("shop", "sku", "description", "barcode", "stock", "readAt")
     VALUES ('s', 'MUG', 'A Mug', '400', 5, now())`,
  );

  await goOn();
  expect(await rows(`SELECT "variantId", "state", "skuFolded" FROM "Variant" ORDER BY 1`)).toEqual([
    { variantId: "bare", state: "unmapped", skuFolded: null },
    { variantId: "gone", state: "tombstoned", skuFolded: "old" },
    { variantId: "mug", state: "mapped", skuFolded: "renamed" },
    { variantId: "twin", state: "ambiguous", skuFolded: "x" },
  ]);
  expect(await rows(`SELECT "variantId", "decision", "source", "shopSku" FROM "Mapping" ORDER BY 1`)).toEqual(
    [
      { variantId: "gone", decision: "mapped", source: "sku", shopSku: "OLD" },
      { variantId: "mug", decision: "mapped", source: "sku", shopSku: " Renamed " },
    ],
  );
  expect(await rows(`SELECT "variantId", "sku", "quantity" FROM "MappingComponent" ORDER BY 1`)).toEqual([
    { variantId: "gone", sku: "OLD", quantity: 1 },
    { variantId: "mug", sku: "MUG", quantity: 1 },
  ]);
  expect(await rows(`SELECT "skuFolded", "search" FROM "WarehouseProduct"`)).toEqual([
    { skuFolded: "mug", search: "mug a mug 400" },
  ]);
});

test("a shop's shared SKUs stay mapped without a policy, and what was refused because of them is not any more", async () => {
  const { client, goOn, rows } = await before("_no_sharing_policies");
  const variant = (id: string, state: string, reason: string | null) =>
    client.query(
      `INSERT INTO "Variant" ("shop", "variantId", "inventoryItemId", "productId", "productTitle", "variantTitle", "sku",
         "tracked", "bundle", "state", "reason", "onHandReadAt", "readAt")
       VALUES ('s', $1, 'item', 'product', $1, '', 'MUG', true, false, $2::"VariantState", $3::"MatchReason", now(), now())`,
      [id, state, reason],
    );
  await variant("mug", "mapped", null);
  await variant("gift", "ambiguous", "taken");
  await client.query(
    `INSERT INTO "MappingComponent" ("shop", "variantId", "sku", "quantity") VALUES ('s', 'mug', 'MUG', 1), ('s', 'set', 'MUG', 2)`,
  );
  await client.query(`INSERT INTO "SharedSku" ("shop", "sku", "policy") VALUES ('s', 'MUG', 'same')`);
  const upload = async (id: string, stage: string, verdicts: Record<string, number>) => {
    await client.query(
      `INSERT INTO "MappingUpload" ("shop", "id", "fileName", "stage", "verdicts", "createdAt")
       VALUES ('s', $1, 'parts.csv', $2::"UploadStage", $3, now())`,
      [id, stage, verdicts],
    );
    for (const [line, verdict] of Object.keys(verdicts).entries())
      await client.query(
        `INSERT INTO "MappingUploadRow" ("shop", "uploadId", "line", "asked", "verdict") VALUES ('s', $1, $2, '{}', $3)`,
        [id, line + 1, verdict],
      );
  };
  await upload("11111111-1111-4111-8111-111111111111", "applied", { new: 1, conflict: 1 });
  await upload("22222222-2222-4222-8222-222222222222", "tried", { new: 1, conflict: 1 });
  await upload("33333333-3333-4333-8333-333333333333", "undone", { undone: 1 });

  await goOn();
  expect(await rows(`SELECT "variantId", "state", "reason" FROM "Variant" ORDER BY 1`)).toEqual([
    { variantId: "gift", state: "ambiguous", reason: "several_products" },
    { variantId: "mug", state: "mapped", reason: null },
  ]);
  expect(await rows(`SELECT "variantId", "quantity" FROM "MappingComponent" ORDER BY 1`)).toEqual([
    { variantId: "mug", quantity: 1 },
    { variantId: "set", quantity: 2 },
  ]);
  expect(await rows(`SELECT "stage", "verdicts" FROM "MappingUpload" ORDER BY "id"`)).toEqual([
    { stage: "applied", verdicts: { new: 1 } },
    { stage: "undone", verdicts: { undone: 1 } },
  ]);
  expect(await rows(`SELECT "verdict" FROM "MappingUploadRow" ORDER BY "uploadId"`)).toEqual([
    { verdict: "new" },
    { verdict: "undone" },
  ]);
});

test("what was looked at is counted by the SKUs that it is mapped to", async () => {
  const AT = Date.UTC(2026, 10, 29);
  const { client, goOn, rows } = await before("_uncounted_fulfillments");
  await client.query(
    `INSERT INTO "StockLook" ("shop", "variantId", "lookedAt", "fulfilled", "unconfirmed")
     VALUES ('s', 'kit', '2026-11-29T00:00:00Z', 5, '[[2, 1000], [1, 2000]]'), ('s', 'mug', '2026-11-29T00:00:00Z', NULL, NULL), ('s', 'forgotten', NULL, NULL, NULL)`,
  );
  await client.query(
    `INSERT INTO "MappingComponent" ("shop", "variantId", "sku", "quantity")
     VALUES ('s', 'kit', 'LID', 1), ('s', 'kit', 'JAR', 2), ('s', 'mug', 'MUG', 1), ('s', 'forgotten', 'MUG', 1),
       ('other', 'kit', 'POT', 1)`,
  );
  await goOn();
  expect(await rows(`SELECT "variantId", "counted" FROM "StockLook" ORDER BY 1`)).toEqual([
    { variantId: "forgotten", counted: null },
    { variantId: "kit", counted: { JAR: [10, AT], LID: [5, AT] } },
    { variantId: "mug", counted: { MUG: [0, AT] } },
  ]);
});

test("what was noted as received of a return is stored by the inbound that brought it", async () => {
  const { client, goOn, rows } = await before("_return_receipts");
  const id = (number: number) => `gid://shopify/Return/${number}`;
  for (const [number, ref] of [
    [1, "return-1-2"],
    [2, "return-2"],
    [3, "return-3"],
    [4, "return-4"],
  ] as const)
    await client.query(
      `INSERT INTO "Return" ("shop", "returnId", "name", "orderId", "orderName", "status", "stage", "pieces", "lines", "needs",
         "inboundRef", "createdAt", "readAt")
       VALUES ('s', $1, '#1-R1', 'o', '#1', 'OPEN', 'receiving', 4, '[]', '[]', $2, now(), now())`,
      [id(number), ref],
    );
  const note = (number: number, kind: string, details: object) =>
    client.query(
      `INSERT INTO "TimelineEntry" ("shop", "about", "subject", "at", "kind", "details", "outcome")
       VALUES ('s', 'return', $1, now(), $2, $3, CASE WHEN $2 = 'announce' THEN 'done'::"WriteOutcome" END)`,
      [id(number), kind, details],
    );
  await note(1, "announce", { ref: "return-1" });
  await note(1, "received", { sku: "MUG", good: 1, defective: 0 });
  await note(1, "received", { sku: "MUG", good: 2, defective: 0 });
  await note(1, "received", { sku: "LID", good: 0, defective: 1 });
  await note(1, "announce", { ref: "return-1-2" });
  await note(1, "received", { sku: "MUG", good: 1, defective: 0, unclear: 1 });
  // Its announcement has been forgotten.
  await note(2, "received", { sku: "MUG", good: 1, defective: 0 });

  // It was deleted at the warehouse, and made again.
  await note(4, "announce", { ref: "return-4", how: "answered" });
  await note(4, "received", { sku: "MUG", good: 1, defective: 0 });
  await note(4, "announce", { ref: "return-4", how: "answered" });
  await note(4, "received", { sku: "MUG", good: 2, defective: 0 });
  await note(4, "announce", { ref: "return-4", how: "found" });

  await goOn();
  const units = (sku: string, good: number, defective: number, unclear = 0) => ({
    ...{ sku, good, defective, unclear, mostGood: good, most: good + defective + unclear },
  });
  const stored = await rows(`SELECT "received" FROM "Return" ORDER BY "returnId"`);
  expect(stored.map(({ received }) => readReadings(received))).toEqual([
    [
      { ref: "return-1", units: [units("LID", 0, 1), units("MUG", 2, 0)], unread: [], receipts: [] },
      { ref: "return-1-2", units: [units("MUG", 1, 0, 1)], unread: [], receipts: [] },
    ],
    [{ ref: "return-2", units: [units("MUG", 1, 0)], unread: [], receipts: [] }],
    [],
    [
      { ref: "return-4", units: [units("MUG", 2, 0)], unread: [], receipts: [] },
      { ref: "return-4 1", units: [units("MUG", 1, 0)], unread: [], receipts: [] },
    ],
  ]);
});

test("a label that was put on a return before the return was announced again is replaced at the next reading", async () => {
  const { client, goOn, rows } = await before("_label_versions");
  const id = (name: string) => `gid://shopify/Return/${name}`;
  const add = async (name: string, of: { label: string; status?: string; wrote: string[] }) => {
    await client.query(
      `INSERT INTO "Return" ("shop", "returnId", "name", "orderId", "orderName", "status", "stage", "pieces", "lines", "needs",
         "inboundRef", "createdAt", "readAt", "label")
       VALUES ('s', $1, $2, 'o', '#1', $3, 'labelled', 1, '[]', '[]', $2, now(), now(), $4::"LabelState")`,
      [id(name), name, of.status ?? "OPEN", of.label],
    );
    for (const wrote of of.wrote) {
      const [kind, outcome] = wrote.split(" ");
      await client.query(
        `INSERT INTO "TimelineEntry" ("shop", "about", "subject", "at", "kind", "details", "outcome")
         VALUES ('s', 'return', $1, now(), $2, '{}', $3::"WriteOutcome")`,
        [id(name), kind, outcome],
      );
    }
  };
  const [announced, attached, again] = ["announce done", "label-attach done", "announce done"];
  await add("1 good", { label: "ready", wrote: [announced, attached] });
  await add("2 old", { label: "ready", wrote: [announced, attached, again] });
  await add("3 replaced since", {
    label: "ready",
    wrote: [announced, attached, again, "label-replace done"],
  });
  await add("4 refused", { label: "ready", wrote: [announced, attached, "announce refused"] });
  await add("5 not replaced", { label: "ready", wrote: [attached, again, "label-replace refused"] });
  await add("6 over", { label: "ready", status: "CLOSED", wrote: [announced, attached, again] });
  await add("7 forgotten", { label: "ready", wrote: [] });
  await add("8 waits", { label: "waiting", wrote: [announced] });
  await add("9 asked for", { label: "ready", wrote: [announced, attached] });
  await client.query(`UPDATE "Return" SET "labelAnew" = "name" = '9 asked for'`);
  await goOn();
  expect(
    await rows(`SELECT "name", "heldLabel", "labelVersion", "labelGoodFrom" FROM "Return" ORDER BY "name"`),
  ).toEqual(
    (
      [
        ["1 good", 0, 0, 0],
        ["2 old", 0, 1, 1],
        ["3 replaced since", 0, 0, 0],
        ["4 refused", 0, 0, 0],
        ["5 not replaced", 0, 1, 1],
        ["6 over", 0, 0, 0],
        ["7 forgotten", 0, 0, 0],
        ["8 waits", null, 0, 0],
        ["9 asked for", 0, 1, 0],
      ] as const
    ).map(([name, heldLabel, labelVersion, labelGoodFrom]) => ({
      ...{ name, heldLabel, labelVersion, labelGoodFrom },
    })),
  );
});

test("a zero that the merchant had confirmed stays confirmed", async () => {
  const { client, goOn, rows } = await before("_usual_stock");
  const add = (name: string, allowed: boolean, stock: number | null) =>
    client.query(
      `INSERT INTO "StockLook" ("shop", "variantId", "zeroAllowed", "warehouseStock") VALUES ('s', $1, $2, $3)`,
      [name, allowed, stock],
    );
  await add("1 confirmed", true, 0);
  await add("2 below 0", true, -2);
  await add("3 unknown SKU", true, null);
  await add("4 not confirmed", false, 0);
  await goOn();
  const usual = (variantId: string, usualStock: number | null) => ({
    variantId,
    usualStock,
    usualSince: null,
  });
  expect(await rows(`SELECT "variantId", "usualStock", "usualSince" FROM "StockLook" ORDER BY 1`)).toEqual([
    usual("1 confirmed", 0),
    usual("2 below 0", 0),
    usual("3 unknown SKU", 0),
    usual("4 not confirmed", null),
  ]);
});

test("a cancelled return whose inbound had ended is read once more, so that it needs no attention", async () => {
  const { client, goOn, rows } = await before("_needs_that_ended");
  const add = (name: string, kind: string, checkAt: string | null) =>
    client.query(
      `INSERT INTO "Return" ("shop", "returnId", "name", "orderId", "orderName", "status", "stage", "pieces", "lines", "needs",
         "inboundRef", "createdAt", "readAt", "checkAt")
       VALUES ('s', $1, $1, 'o', '#1', 'CANCELED', 'cancelled', 1, '[]', $2, $1, now(), now(), $3)`,
      [name, JSON.stringify([{ kind: "late", sku: "MUG", quantity: 1 }, { kind }]), checkAt],
    );
  await add("1 dead end", "cancelled-late", null);
  await add("2 read again anyhow", "cancelled-late", "2999-01-01");
  await add("3 something else", "label", null);
  await goOn();
  expect(await rows(`SELECT "returnId" FROM "Return" WHERE "checkAt" < '2998-01-01'`)).toEqual([
    { returnId: "1 dead end" },
  ]);
});

test("a sender that the merchant typed while the warehouse had not begun counts as theirs", async () => {
  const { client, goOn, rows } = await before("_return_dates_and_senders");
  const add = async (
    name: string,
    inboundStatus: string,
    entry?: { kind: string; what?: string; shop?: string },
  ) => {
    await client.query(
      `INSERT INTO "Return" ("shop", "returnId", "name", "orderId", "orderName", "status", "stage", "pieces", "lines", "needs",
         "inboundRef", "inboundStatus", "createdAt", "readAt")
       VALUES ('s', $1, $1, 'o', '#1', 'OPEN', 'announced', 1, '[]', '[]', $1, $2, now(), now())`,
      [name, inboundStatus],
    );
    if (entry)
      await client.query(
        `INSERT INTO "TimelineEntry" ("shop", "subject", "about", "kind", "details", "at") VALUES ($1, $2, 'return', $3, $4, now())`,
        [entry.shop ?? "s", name, entry.kind, entry.what ? { what: entry.what } : {}],
      );
  };
  await add("1 before the announcement", "new", { kind: "asked", what: "sender" });
  await add("2 afterwards", "new", { kind: "inbound-change" });
  await add("3 the warehouse has begun", "in_progress", { kind: "inbound-change" });
  await add("4 something else was asked for", "new", { kind: "asked", what: "label" });
  await add("5 in another store", "new", { kind: "inbound-change", shop: "other" });
  await add("6 nothing", "new");
  await goOn();
  expect(await rows(`SELECT "returnId" FROM "Return" WHERE "senderIsTyped" ORDER BY 1`)).toEqual([
    { returnId: "1 before the announcement" },
    { returnId: "2 afterwards" },
  ]);
});
