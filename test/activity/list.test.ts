import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { activityQuery, type ActivityAsked } from "../../app/domain/activity/activity-query.ts";
import { exportActivity } from "../../app/domain/activity/export-activity.ts";
import { findThings } from "../../app/domain/activity/find-things.ts";
import { listActivity, type ActivityFilter } from "../../app/domain/activity/list-activity.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { createWorld, SHOP } from "../support/world.ts";
import { asOwner } from "../support/database.ts";

const THEIRS = "theirs.myshopify.com";
const variantOf = (number: number) => `gid://shopify/ProductVariant/${number}`;

/**
 * So much of everything that happens, in two shops with the very same ids, `each` of every kind; at the same few moments,
 * so that tables and rows share them. Variants and returns are called by numbers from 1 to `things`.
 */
async function fill(
  { db, pool }: ShopContext,
  { each, things }: { each: number; things: number },
): Promise<void> {
  for (const shop of [SHOP, THEIRS]) {
    await db.$executeRaw`
      INSERT INTO "Variant" ("shop", "variantId", "inventoryItemId", "productId", "productTitle", "variantTitle", "sku",
        "skuFolded", "tracked", "bundle", "state", "onHandReadAt", "readAt")
      SELECT ${shop}, 'gid://shopify/ProductVariant/' || i, 'gid://shopify/InventoryItem/' || i, 'p', ${shop} || i, '',
        'SKU-' || i, 'sku-' || i, true, false, 'mapped', now(), now()
      FROM generate_series(1, ${things}) i`;
    await db.$executeRaw`
      INSERT INTO "Mapping" ("shop", "variantId", "inventoryItemId", "decision", "source", "mappedAt")
      SELECT ${shop}, 'gid://shopify/ProductVariant/' || i, 'i', 'mapped', 'sku', now() - interval '1 year'
      FROM generate_series(1, ${things}) i`;
    await db.$executeRaw`
      INSERT INTO "MappingComponent" ("shop", "variantId", "sku", "quantity")
      SELECT ${shop}, 'gid://shopify/ProductVariant/' || i, 'SKU-' || i, 1 FROM generate_series(1, ${things}) i`;
    await db.$executeRaw`
      INSERT INTO "PushedProduct" ("shop", "sku", "variantId", "state", "queuedAt")
      SELECT ${shop}, 'SKU-' || i, 'gid://shopify/ProductVariant/' || i, 'created', now() - interval '2 years'
      FROM generate_series(1, ${things}) i`;
    await db.$executeRaw`
      INSERT INTO "LedgerEntry" ("shop", "variantId", "inventoryItemId", "sku", "warehouseReadAt", "shopFigure", "shopReadAt",
        "target", "outcome", "intendedAt")
      SELECT ${shop}, 'gid://shopify/ProductVariant/' || 1 + i % ${things}, 'i', '=SKU', now(), i, now(), i + 1, 'written',
        date_trunc('milliseconds', now()) - i / 9 * interval '1 minute'
      FROM generate_series(1, ${each}) i`;
    await db.$executeRaw`
      INSERT INTO "Hint" ("shop", "source", "event", "identifier", "receivedAt")
      SELECT ${shop}, (ARRAY['warehouse', 'shop', 'shop_stock', 'app'])[1 + i % 4]::"HintSource", 'orders/create',
        'gid://shopify/ProductVariant/' || 1 + i % ${things}, date_trunc('milliseconds', now()) - i / 9 * interval '1 minute'
      FROM generate_series(1, ${each}) i`;
    // Of purchases a hundredth, so that they lie far apart.
    await db.$executeRaw`
      INSERT INTO "TimelineEntry" ("shop", "about", "subject", "sku", "at", "kind", "details")
      SELECT ${shop}, (CASE WHEN i % 100 = 0 THEN 'purchase' ELSE 'return' END)::"TimelineAbout",
        'gid://shopify/Return/' || 1 + i % ${things}, 'SKU-' || 1 + i % ${things},
        date_trunc('milliseconds', now()) - i / 9 * interval '1 minute', (ARRAY['heard', 'needs-nothing'])[1 + i / 7 % 2], '{}'
      FROM generate_series(1, ${each}) i`;
    await db.$executeRaw`
      INSERT INTO "Activity" ("shop", "area", "kind", "subject", "details", "at")
      SELECT ${shop}, (ARRAY['products', 'problems', 'settings'])[1 + i % 3]::"ActivityArea", 'paused',
        CASE WHEN i % 2 = 0 THEN 'SKU-' || 1 + i % ${things} END, '{}', date_trunc('milliseconds', now()) - i / 9 * interval '1 minute'
      FROM generate_series(1, ${each}) i`;
  }
  await asOwner(pool, "ANALYZE");
}

type Row = Awaited<ReturnType<typeof listActivity>>["rows"][number];

/** Every page from the first to the last. */
async function leaf(ctx: ShopContext, filter: ActivityFilter, between = async () => {}) {
  const pages = [await listActivity(ctx, filter)];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
    await between();
    pages.push(await listActivity(ctx, { ...filter, after: next }));
  }
  return pages;
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);

describe("page by page", () => {
  test("everything is there once, newest first, forward and back, also where moments are shared", async () => {
    const { ctx } = await createWorld({});
    await fill(ctx, { each: 180, things: 6 });
    for (const filter of [
      {},
      { area: "events" },
      { area: "inbounds" },
      { search: "SKU-2" },
      { search: "SKU" },
    ] as const) {
      const pages = await leaf(ctx, filter);
      const rows = pages.flatMap((page) => page.rows);
      expect(new Set(idsOf(rows)).size).toBe(rows.length);
      expect(rows.map(({ at }) => at)).toEqual(
        rows.map(({ at }) => at).sort((a, b) => b.getTime() - a.getTime()),
      );
      for (const [number, page] of pages.entries()) {
        const before = pages[number - 1];
        if (!before) expect(page.previous).toBeNull();
        else {
          const again = await listActivity(ctx, { ...filter, before: page.previous! });
          expect(idsOf(again.rows)).toEqual(idsOf(before.rows));
        }
      }
    }
    // Of the timelines half is heard, and told by the events; of the events a quarter is our own.
    const all = (await leaf(ctx, {})).flatMap(({ rows }) => rows);
    const heard = await ctx.db.timelineEntry.count({ where: { shop: SHOP, kind: "heard" } });
    expect(all).toHaveLength(180 + (180 - heard) + 135 + 180);
    expect(await listActivity(ctx, { after: "no cursor" })).toMatchObject({ previous: null });
  });

  test("what happens meanwhile moves nothing from one page to another", async () => {
    const { ctx } = await createWorld({});
    await fill(ctx, { each: 60, things: 6 });
    const known = (await leaf(ctx, {})).flatMap(({ rows }) => idsOf(rows));
    const now = {
      shop: SHOP,
      about: "return",
      subject: "gid://shopify/Return/1",
      kind: "close",
      details: {},
    } as const;
    let arrived = 0;
    const pages = await leaf(ctx, {}, async () => {
      for (const source of ["warehouse", "shop"] as const)
        await ctx.db.hint.create({ data: { shop: SHOP, source, event: "receipt-received" } });
      await ctx.db.timelineEntry.create({ data: { ...now, at: new Date() } });
      arrived += 3;
    });
    expect(arrived).toBeGreaterThan(5);
    expect(pages.flatMap(({ rows }) => idsOf(rows))).toEqual(known);
    const first = await listActivity(ctx, {});
    expect(idsOf(first.rows).slice(arrived)).toEqual(known.slice(0, 50 - arrived));
  });

  test("nothing of another shop is there, though its ids and names are the same", async () => {
    const { ctx } = await createWorld({});
    await fill(ctx, { each: 60, things: 6 });
    const own = await ctx.db.ledgerEntry.findMany({ where: { shop: SHOP }, select: { id: true } });
    const ours = new Set(own.map(({ id }) => `1:${id}`));
    for (const filter of [{}, { area: "stock" }, { search: "sku-1" }] as const) {
      const rows = (await leaf(ctx, filter)).flatMap((page) => page.rows);
      expect(rows.length).toBeGreaterThan(9);
      expect(JSON.stringify(rows)).not.toContain(THEIRS);
      const written = rows.filter(({ area }) => area === "stock");
      expect(written.filter(({ id }) => !ours.has(id))).toEqual([]);
    }
    expect((await listActivity(ctx, { search: "theirs" })).rows).toEqual([]);
  });
});

/** A step of a plan, as PostgreSQL tells it. */
interface Step {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Step[];
}

const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];

test(
  "a page of 50,000 entries of each kind is read along indexes, and no further than it is long",
  { tags: ["proof"] },
  async () => {
    const { ctx } = await createWorld({});
    await fill(ctx, { each: 50_000, things: 2_000 });
    /** Rows that are looked at for a page, and the tables that are gone through whole. */
    const look = async (asked: ActivityAsked, place?: [string, number, string]) => {
      const query = activityQuery({
        ...asked,
        shop: SHOP,
        timeZone: "UTC",
        take: 51,
        start: { place, backwards: false },
      });
      const [plan] = await ctx.db.$queryRaw<{ "QUERY PLAN": [{ Plan: Step }] }[]>`
      EXPLAIN (ANALYZE, FORMAT JSON) ${query}`;
      const reads = stepsOf(plan!["QUERY PLAN"][0].Plan).filter((step) => step["Relation Name"]);
      return {
        whole: reads.filter((step) => step["Node Type"] === "Seq Scan").map((step) => step["Relation Name"]),
        rows: reads.reduce(
          (sum, step) =>
            sum + (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0)) * step["Actual Loops"],
          0,
        ),
      };
    };
    const yesterday = new Date(Date.now() - 86_400_000);
    const branches = 10;
    for (const asked of [{}, { area: "events" }, { area: "inbounds" }, { area: "problems" }] as const)
      for (const place of [undefined, [yesterday.toISOString(), 3, "1000"] as [string, number, string]]) {
        const { whole, rows } = await look(asked, place);
        expect(whole).toEqual([]);
        expect(rows).toBeLessThan(51 * 2 * branches);
      }
    const day = yesterday.toISOString().slice(0, 10);
    expect(await look({ from: day, until: day })).toMatchObject({ whole: [] });

    // Of one SKU: its rows, 25 of each kind, and a few more that are left out.
    const things = await findThings(ctx, "SKU-1234");
    expect(things.variantIds).toEqual([variantOf(1234)]);
    const { whole, rows } = await look({ things });
    expect(whole).toEqual([]);
    expect(rows).toBeLessThan(300);
  },
);

describe("the file", () => {
  test("has everything that is listed on all pages once, and no formulas", async () => {
    const { ctx } = await createWorld({});
    await fill(ctx, { each: 1_500, things: 6 });
    for (const filter of [{}, { area: "stock", search: "sku-3" }] as const) {
      const listed = (await leaf(ctx, filter)).flatMap(({ rows }) => rows);
      const [heading, ...lines] = (await text(exportActivity(ctx, filter))).trimEnd().split("\r\n");
      expect(heading).toMatch(/^Time,Kind,What,About,/);
      expect(lines.map((line) => line.split(",")[0])).toEqual(listed.map(({ at }) => at.toISOString()));
    }
    const stock = await text(exportActivity(ctx, { area: "stock" }));
    expect(stock).toContain(",sku: =SKU");
    expect(stock).not.toMatch(/[,\n]"?=/);
  });

  test("tells of each thing what it was about, from what to what, and why", async () => {
    const { ctx } = await createWorld({});
    const at = new Date("2026-11-20T12:00:00.000Z");
    const of = { shop: SHOP, variantId: variantOf(1), inventoryItemId: "i", sku: "MUG" };
    await ctx.db.ledgerEntry.create({
      data: {
        ...{ ...of, outcome: "rejected", reason: "=HYPERLINK(1)", shopFigure: 4, target: 6, intendedAt: at },
        ...{
          cause: "receipt-received",
          causeOf: "return-1",
          causedAt: at,
          warehouseReadAt: at,
          shopReadAt: at,
        },
      },
    });
    const [, line] = (await text(exportActivity(ctx, {}))).trimEnd().split("\r\n");
    expect(line).toBe(
      `${at.toISOString()},stock,on_hand,,,,4,6,rejected,,receipt-received,return-1,'=HYPERLINK(1),sku: MUG`,
    );
  });
});
