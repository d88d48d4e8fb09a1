import fc from "../support/fast-check.ts";
import { VariantState } from "@prisma/client";
import { describe, expect, test } from "vitest";
import { readActivityQuery } from "../../app/http/activity-query.server.ts";
import { listActivity } from "../../app/domain/activity/list-activity.ts";
import { AREAS } from "../../app/domain/activity/activity-areas.ts";
import { listVariants } from "../../app/domain/catalog/list-variants.ts";
import { listPurchases } from "../../app/domain/inbounds/list-purchases.ts";
import { PURCHASE_TABS } from "../../app/domain/inbounds/purchase-tabs.ts";
import { writeCursor } from "../../app/domain/keyset-page.ts";
import { listProblemPage } from "../../app/domain/problems/list-problem-page.ts";
import { listReturns } from "../../app/domain/returns/list-returns.ts";
import { RETURN_TABS } from "../../app/domain/returns/return-tabs.ts";
import { listDifferences } from "../../app/domain/stock/report/list-differences.ts";
import { REPORTED } from "../../app/domain/stock/report/reported-verdicts.ts";
import { readListQuery } from "../../app/http/list-query.server.ts";
import { openCatalogue } from "../catalog/bench.ts";

const bench = await openCatalogue();

/** A page of the panel, asked for under this address. */
const pageAt = (query: Record<string, string>) =>
  new Request(`https://app.example/app?${new URLSearchParams(query).toString()}`);

/** What a merchant, an old bookmark or somebody curious may have put there. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("%", "_", "\\", "'", "\0", "a\0b", "2026-02-30", "2026-01-01", "0000-01-01", "9999-12-31"),
);
const time = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom("2026-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "2026-01-01", "0000-01-01", "now"),
);
const part = fc.oneof(text, time, fc.integer(), fc.constantFrom("write", "gone", "1".repeat(18), "-1", "5"));
const cursor = fc.oneof(
  text,
  fc
    .oneof(fc.jsonValue(), text, fc.array(part, { maxLength: 4 }), fc.tuple(time, part), fc.tuple(part, text))
    .map(writeCursor),
  fc
    .tuple(time, fc.integer({ min: 0, max: 7 }), fc.oneof(text, fc.constantFrom("1", "9".repeat(18))))
    .map(writeCursor),
  fc.tuple(fc.constantFrom(...REPORTED), text).map(writeCursor),
  fc.tuple(text, text, text).map(writeCursor),
);
const query = (tabs: readonly string[]) =>
  fc.record(
    {
      ...{ tab: fc.oneof(fc.constantFrom(...tabs), text), search: text, after: cursor, before: cursor },
      ...{ from: fc.oneof(time, text), until: fc.oneof(time, text), ["__proto__"]: text },
    },
    { requiredKeys: [] },
  );

describe("whatever an address asks for, a page is shown:", () => {
  const { ctx } = bench;
  test.each<[string, readonly string[], (request: Request) => Promise<{ rows: unknown[] }>]>([
    [
      "of products",
      Object.values(VariantState),
      (request) => {
        const { tab: state, ...rest } = readListQuery(request, { tab: STATES });
        return listVariants(ctx, { ...rest, state });
      },
    ],
    ["of returns", RETURN_TABS, (request) => listReturns(ctx, readListQuery(request, { tab: RETURN_TABS }))],
    [
      "of purchases",
      PURCHASE_TABS,
      (request) => listPurchases(ctx, readListQuery(request, { tab: PURCHASE_TABS })),
    ],
    [
      "of stock",
      REPORTED,
      (request) => {
        const { tab: verdict, ...rest } = readListQuery(request, { tab: REPORTED });
        return listDifferences(ctx, { ...rest, verdict });
      },
    ],
    [
      "of problems",
      ["stock-rejected"],
      (request) => listProblemPage(ctx, { ...readListQuery(request, {}), kind: "stock-rejected" }),
    ],
    ["of what happened", AREAS, (request) => listActivity(ctx, readActivityQuery(request))],
  ])("%s", async (_which, tabs, list) => {
    await fc.assert(
      fc.asyncProperty(query(tabs), async (asked) => {
        const { rows } = await list(pageAt(asked));
        expect(Array.isArray(rows)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

const STATES = Object.values(VariantState) as [VariantState, ...VariantState[]];
