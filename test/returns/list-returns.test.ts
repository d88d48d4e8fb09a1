import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countReturns, MANY_RETURNS } from "../../app/domain/returns/count-returns.ts";
import { listReturns, returnsQuery, type ListReturns } from "../../app/domain/returns/list-returns.ts";
import { RETURN_TABS } from "../../app/domain/returns/return-tabs.ts";
import { openDatabase, type Db } from "../../app/db.server.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { createLog } from "../../app/operations/log.server.ts";
import { asOwner, createDatabase } from "../support/database.ts";
import { SHOP } from "../support/world.ts";
import { secrets } from "../support/secrets.ts";

const THEIRS = "theirs.myshopify.com";
const MANY = 10_000;

let db: Db;
let pool: pg.Pool;
const atEnd: (() => Promise<void>)[] = [];
const ctx = () => ({ shop: SHOP, db, clock: () => new Date() }) as ShopContext;

/**
 * So many returns, the newest of the highest number, all sent back in one line of two pieces of which one has come. Of
 * those from before Dockline there are none.
 */
async function fill(shop: string, count: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "Return" ("shop", "returnId", "name", "orderId", "orderName", "status", "stage", "pieces", "lines", "needs",
      "inboundRef", "createdAt", "readAt")
    SELECT ${shop}, 'gid://shopify/Return/' || n, '#' || n || '-R1', 'gid://shopify/Order/' || n, '#' || n, 'OPEN',
      (ARRAY['requested', 'approved', 'announced', 'labelled', 'receiving', 'received', 'settled'])[1 + n % 7]
        ::"ReturnStage", 2,
      jsonb_build_array(jsonb_build_object('id', n::text, 'title', 'Mug', 'variantTitle', null, 'soldSku', 'MUG',
        'variantId', null, 'quantity', 2, 'goods', 'mapped', 'components',
        jsonb_build_array(jsonb_build_object('sku', 'MUG', 'quantity', 1)), 'good', 1, 'defective', 0, 'disposed',
        '{"RESTOCKED":0,"NOT_RESTOCKED":0,"PROCESSING_REQUIRED":0,"MISSING":0}'::jsonb)),
      '[]', 'return-' || n, '2026-01-01'::timestamptz + n * interval '1 second', now()
    FROM generate_series(1, ${count}::int) n`;
}

type Whose = "all" | "oldest" | "none";
let needed: Whose | undefined;

/** Has the merchant needed for those returns, and only for those. */
async function need(whose: Whose): Promise<void> {
  if (needed === whose) return;
  needed = whose;
  await db.$executeRaw`UPDATE "Return" SET "needs" = '[]', "needsPerson" = false WHERE "shop" = ${SHOP}`;
  if (whose !== "none")
    await db.$executeRaw`
      UPDATE "Return" SET "needs" = '[{"kind":"inbound-gone"},{"kind":"changed-late"}]', "needsPerson" = true
      WHERE "shop" = ${SHOP} AND (${whose === "all"} OR "createdAt" < '2026-01-01 00:00:20Z')`;
  await asOwner(pool, 'VACUUM ANALYZE "Return"');
}

interface Plan {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

/** How PostgreSQL reads one page: by which kinds of reading, and how many rows for it. */
async function readingOf(asked: ListReturns): Promise<{ kinds: string[]; rows: number }> {
  const { sql, values } = returnsQuery(SHOP, asked);
  let position = 0;
  const text = sql.replaceAll("?", () => `$${++position}`);
  const [plan] = await db.$queryRawUnsafe<{ "QUERY PLAN": { Plan: Plan }[] }[]>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    ...values,
  );
  const nodes = flat(plan!["QUERY PLAN"][0]!.Plan).filter((one) => one["Node Type"].includes("Scan"));
  const rowsOf = (one: Plan) =>
    (one["Actual Rows"] + (one["Rows Removed by Filter"] ?? 0)) * one["Actual Loops"];
  return {
    kinds: [...new Set(nodes.map((one) => one["Node Type"]))],
    rows: nodes.reduce((sum, one) => sum + rowsOf(one), 0),
  };
}

const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)];

beforeAll(async () => {
  const url = await createDatabase((drop) => atEnd.push(drop));
  const opened = openDatabase({ url, log: createLog("silent"), secrets });
  ({ db, pool } = opened);
  atEnd.unshift(() => opened.close());
  await fill(SHOP, MANY);
  await fill(THEIRS, MANY);
  await db.return.updateMany({ where: { shop: THEIRS }, data: { orderName: "THEIRS", needsPerson: true } });
  await need("none");
});

afterAll(async () => {
  for (const end of atEnd) await end();
});

describe("the list of returns", () => {
  test("shows the newest first, with what was sent back, what has come and what each needs", async () => {
    await need("all");
    const { rows, previous, next } = await listReturns(ctx(), {});
    expect(rows).toHaveLength(50);
    expect(rows[0]).toEqual({
      ...{ returnId: "gid://shopify/Return/10000", name: "#10000-R1", orderName: "#10000" },
      ...{ createdAt: new Date("2026-01-01T02:46:40Z"), stage: "receiving", label: "none" },
      ...{ returned: 2, received: 1, needs: ["inbound-gone", "changed-late"] },
      waiting: { state: "attention", since: expect.any(Date) as Date },
    });
    expect(previous).toBeNull();
    expect(next).not.toBeNull();
  });

  test("can be turned page by page to its end and back, and misses none", async () => {
    const seen: string[] = [];
    let page = await listReturns(ctx(), { tab: "arriving", search: "#1" });
    const first = page;
    while (true) {
      seen.push(...page.rows.map(({ returnId }) => returnId));
      if (!page.next) break;
      page = await listReturns(ctx(), { tab: "arriving", search: "#1", after: page.next });
    }
    const expected = await db.return.count({
      where: { shop: SHOP, stage: { in: ["receiving", "received"] }, name: { startsWith: "#1" } },
    });
    expect(expected).toBeGreaterThan(250);
    expect(new Set(seen).size).toBe(expected);
    expect(seen).toHaveLength(expected);
    while (page.previous)
      page = await listReturns(ctx(), { tab: "arriving", search: "#1", before: page.previous });
    expect(page.rows).toEqual(first.rows);
  });

  test.each([
    ["requested", ["requested"]],
    ["earlier", []],
    ["on_its_way", ["announced", "approved", "labelled"]],
    ["arriving", ["received", "receiving"]],
    ["done", ["settled"]],
  ] as const)("shows under %s the stages %j", async (tab, stages) => {
    const { rows } = await listReturns(ctx(), { tab });
    expect([...new Set(rows.map(({ stage }) => stage))].sort()).toEqual(stages);
  });

  test("is searched by part of a return's or an order's name, in which every sign means itself", async () => {
    const found = async (search: string) =>
      (await listReturns(ctx(), { search })).rows.map(({ name }) => name);
    expect(await found("777-r1")).toEqual(
      ["#9777-R1", "#8777-R1", "#7777-R1", "#6777-R1", "#5777-R1", "#4777-R1", "#3777-R1", "#2777-R1"].concat(
        ["#1777-R1", "#777-R1"],
      ),
    );
    expect(await found("#1234-")).toEqual(["#1234-R1"]);
    expect(await found("#%1")).toEqual([]);
    expect(await found("THEIRS")).toEqual([]);
  });

  test("takes an address that makes no sense for its first page", async () => {
    expect(await listReturns(ctx(), { after: "nonsense" })).toEqual(await listReturns(ctx(), {}));
  });
});

describe("with 10,000 open returns", () => {
  /** Each stage's stretch of the index is read for one page at most, and each page is read once more to be sorted. */
  const FEW = 500;

  test.each([undefined, ...RETURN_TABS])("a page of %s reads a few rows along an index", async (tab) => {
    await need("all");
    const { next } = await listReturns(ctx(), { tab });
    for (const asked of [{ tab }, { tab, after: next ?? "" }, { tab, before: next ?? "" }]) {
      const { kinds, rows } = await readingOf(asked);
      expect(kinds).not.toContain("Seq Scan");
      expect(rows).toBeLessThan(FEW);
    }
  });

  test("so it does deep in the list", async () => {
    const after = Buffer.from(JSON.stringify(["2026-01-01T00:10:00.000Z", "x"])).toString("base64url");
    const { kinds, rows } = await readingOf({ after });
    expect(kinds).not.toContain("Seq Scan");
    expect(rows).toBeLessThan(FEW);
  });

  test("so it does when only the oldest need the merchant, or none do", async () => {
    for (const whose of ["oldest", "none"] as const) {
      await need(whose);
      const { kinds, rows } = await readingOf({ tab: "needs" });
      expect(kinds).not.toContain("Seq Scan");
      expect(rows).toBeLessThan(FEW);
    }
  });

  test.each([undefined, "on_its_way", "needs"] as const)("so it does for a search in %s", async (tab) => {
    const { kinds } = await readingOf({ tab, search: "#4711-R1" });
    expect(kinds).not.toContain("Seq Scan");
  });

  test("how many stand where is counted no further than anybody reads", async () => {
    await need("all");
    const [many, none] = [MANY_RETURNS, 0];
    const atMost = { requested: many, on_its_way: many, arriving: many, done: many };
    expect(await countReturns(ctx())).toEqual({ needs: many, earlier: none, ...atMost });
    await need("oldest");
    expect((await countReturns(ctx())).needs).toBe(19);
  });
});
