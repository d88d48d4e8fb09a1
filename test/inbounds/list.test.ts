import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, type Db } from "../../app/db.server.ts";
import { listPurchases, purchasesQuery } from "../../app/domain/inbounds/list-purchases.ts";
import { PURCHASE_TABS, type PurchaseTab } from "../../app/domain/inbounds/purchase-tabs.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { createLog } from "../../app/operations/log.server.ts";
import { asOwner, createDatabase } from "../support/database.ts";
import { SHOP } from "../support/world.ts";
import { secrets } from "../support/secrets.ts";

const THEIRS = "theirs.myshopify.com";
const MANY = 10_000;
const NOW = new Date("2026-06-15T12:00:00Z");

let db: Db;
const atEnd: (() => Promise<void>)[] = [];
const ctx = () => ({ shop: SHOP, db, clock: () => NOW }) as ShopContext;

/** So many purchases, the latest of the highest number, expected on one of the days round the one it is. */
async function fill(shop: string, count: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "PurchaseInbound" ("shop", "ref", "stage", "phase", "content", "receipts", "needs", "supplier",
      "supplierRef", "expectedOn", "search", "announced", "createdAt")
    SELECT ${shop}, 'purchase-' || n,
      (ARRAY['expected', 'receiving', 'received', 'gone'])[1 + n % 4]::"PurchaseStage",
      (ARRAY['awaited', 'receiving', 'over', 'over'])[1 + n % 4]::"PurchasePhase",
      '{}', '[]', '[]', 'Supplier ' || n % 10, 'PO-' || n,
      to_char(date '2026-06-15' + (n % 40 - 20), 'YYYY-MM-DD'), lower('PO-' || n || ' Supplier ' || n % 10), 8,
      '2026-01-01'::timestamptz + n * interval '1 second'
    FROM generate_series(1, ${count}::int) n`;
}

beforeAll(async () => {
  const opened = openDatabase({
    url: await createDatabase((drop) => atEnd.push(drop)),
    log: createLog("silent"),
    secrets,
  });
  db = opened.db;
  atEnd.unshift(() => opened.close());
  await fill(SHOP, MANY);
  await fill(THEIRS, MANY);
  await db.purchaseInbound.updateMany({ where: { shop: THEIRS }, data: { supplier: "THEIRS" } });
  await asOwner(opened.pool, 'VACUUM ANALYZE "PurchaseInbound"');
});

afterAll(async () => {
  for (const end of atEnd) await end();
});

/** All pages of a list, one after the other, and back again. */
async function leafThrough(tab: PurchaseTab | undefined) {
  const refs: string[] = [];
  let page = await listPurchases(ctx(), { tab });
  const first = page;
  for (;;) {
    refs.push(...page.rows.map(({ ref }) => ref));
    if (!page.next) break;
    page = await listPurchases(ctx(), { tab, after: page.next });
  }
  while (page.previous) page = await listPurchases(ctx(), { tab, before: page.previous });
  expect(page.rows).toEqual(first.rows);
  return refs;
}

describe("the list of purchases", () => {
  test("shows the latest first, and nobody else's", async () => {
    const { rows, previous, next } = await listPurchases(ctx(), {});
    expect(rows.map(({ supplierRef }) => supplierRef).slice(0, 3)).toEqual([
      "PO-10000",
      "PO-9999",
      "PO-9998",
    ]);
    expect([rows.length, previous]).toEqual([50, null]);
    expect(next).not.toBeNull();
    expect(JSON.stringify(rows)).not.toContain("THEIRS");
  });

  test("has under Late what was expected before today and of which nothing came, the longest awaited first", async () => {
    const { rows } = await listPurchases(ctx(), { tab: "late" });
    expect(rows[0]).toMatchObject({ stage: "expected", expectedOn: "2026-05-26", daysLate: 20 });
    expect(rows.every((row) => row.daysLate > 0)).toBe(true);
    const refs = await leafThrough("late");
    const expected = await db.purchaseInbound.count({
      where: { shop: SHOP, phase: "awaited", expectedOn: { lt: "2026-06-15" } },
    });
    expect(new Set(refs).size).toBe(expected);
    expect(refs).toHaveLength(expected);
  });

  test("can be turned page by page to its end and back, and misses none", async () => {
    for (const tab of ["receiving", "expected"] as const) {
      const refs = await leafThrough(tab);
      expect([refs.length, new Set(refs).size], tab).toEqual([MANY / 4, MANY / 4]);
    }
  });

  test("is searched by supplier and by either reference, in which every sign means itself", async () => {
    const found = async (search: string) =>
      (await listPurchases(ctx(), { search })).rows.map(({ supplierRef }) => supplierRef);
    expect(await found("po-1234 ")).toEqual(["PO-1234"]);
    expect(await found("purchase-77")).toEqual([]);
    expect(await found("SUPPLIER 3")).toHaveLength(50);
    expect(await found("PO-%")).toEqual([]);
  });

  test("begins anew where a cursor is none", async () => {
    const first = await listPurchases(ctx(), {});
    expect(await listPurchases(ctx(), { after: "nonsense" })).toEqual(first);
  });

  test.each([undefined, ...PURCHASE_TABS])(
    "reads no more than a page for %s, however many there are",
    async (tab) => {
      const deep = (await listPurchases(ctx(), { tab })).next!;
      for (const asked of [{ tab }, { tab, after: deep }, { tab, before: deep }]) {
        const start = asked.after ?? asked.before;
        const place = start
          ? (JSON.parse(Buffer.from(start, "base64url").toString()) as [string, string])
          : undefined;
        const { sql, values } = purchasesQuery(SHOP, {
          ...{ ...asked, now: NOW, start: { place, backwards: asked.before !== undefined } },
        });
        let position = 0;
        const [plan] = await db.$queryRawUnsafe<{ "QUERY PLAN": { Plan: Plan }[] }[]>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${sql.replaceAll("?", () => `$${++position}`)}`,
          ...values,
        );
        const scans = flat(plan!["QUERY PLAN"][0]!.Plan).filter((one) => one["Node Type"].includes("Scan"));
        const rows = scans.reduce(
          (sum, one) => sum + one["Actual Rows"] + (one["Rows Removed by Filter"] ?? 0),
          0,
        );
        expect(rows, JSON.stringify(asked)).toBeLessThanOrEqual(51);
      }
    },
  );
});

interface Plan {
  "Node Type": string;
  "Actual Rows": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}
const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)];
