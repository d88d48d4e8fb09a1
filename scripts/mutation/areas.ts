/** Rules that need nothing but their arguments, and the tests that must notice when one of them is broken. */
export interface Area {
  name: string;
  /** Patterns of files. A file may belong to several areas. */
  rules: string[];
  tests: string[];
}

const DOMAIN = "app/domain";

/**
 * What is held to a score, each area by itself. Where a rule is decided in SQL (matching and the verdicts on uploaded
 * mappings, `docs/decisions/0012-matching-in-the-database.md`) there is nothing to mutate here; its tests run against
 * PostgreSQL.
 */
export const AREAS: Area[] = [
  {
    name: "decisions",
    rules: ["app/**/decide-*.ts", `${DOMAIN}/returns/{check/next-check,return-steps}.ts`],
    tests: ["test/**/decide-*.test.ts", "test/returns/return-steps.test.ts"],
  },
  {
    name: "signature",
    rules: ["app/fulfilment/signature.ts", `${DOMAIN}/events/decide-signature.ts`],
    tests: ["test/fulfilment/signature.test.ts"],
  },
  {
    name: "limits",
    rules: [
      ...["app/http/doors.ts", "app/http/gate.ts", "app/http/network-of.ts", "app/fulfilment/decide-room.ts"],
      ...["app/fulfilment/decide-retry.ts", "app/shopify/decide-retry.ts", "app/fulfilment/retry-after.ts"],
    ],
    tests: ["test/http/{doors,gate,network-of,read-body}.test.ts"],
  },
  {
    name: "receipts",
    rules: [
      ...[`${DOMAIN}/returns/settle/{allocate-receipts,decide-dispositions}.ts`],
      ...[`${DOMAIN}/returns/**/{join,return,wanted}-lines.ts`, `${DOMAIN}/inbounds/compare-lines.ts`],
      ...[`${DOMAIN}/returns/settle/return-receipts.ts`, `${DOMAIN}/inbounds/{inbound,purchase}-receipts.ts`],
    ],
    tests: [
      "test/returns/{allocate,allocate-settled,return-lines,return-receipts}.test.ts",
      "test/inbounds/{count-received,inbound-receipts}.test.ts",
    ],
  },
  {
    name: "matching",
    rules: [`${DOMAIN}/{catalog,csv}/**/{guard-formulas,mapping-csv,product-to-send,read-variant-node}.ts`],
    tests: ["test/catalog/{guard-formulas,mapping-csv,product-to-send,read-variant-node}.test.ts"],
  },
  {
    name: "stock",
    rules: [
      `${DOMAIN}/stock/*/{decide-*,read-buffer,read-stock-form}.ts`,
      ...[`${DOMAIN}/events/translate-hint.ts`, `${DOMAIN}/inbounds/changes-since.ts`],
    ],
    tests: [
      ...["test/stock/read-stock-form.test.ts", "test/events/translate-hint.test.ts"],
      "test/inbounds/changes-since.test.ts",
    ],
  },
  {
    name: "balance",
    rules: [
      `${DOMAIN}/stock/balance/{balance,lots,observe-store,observe-warehouse,expire-lots,packing-time,uncounted}.ts`,
      `${DOMAIN}/stock/mirror/decide-together.ts`,
    ],
    tests: [
      "test/stock/balance/{lots,observe-store,observe-warehouse,expire-lots,decide-targets,packing-time,uncounted}.test.ts",
      "test/stock/decide-{together,over-time}.test.ts",
    ],
  },
  {
    name: "what comes in",
    rules: [
      ...["app/fulfilment/{identifier,retry-after}.ts", `${DOMAIN}/keyset-page.ts`],
      ...[`${DOMAIN}/events/shop-payloads.ts`, `${DOMAIN}/connection/judge-secrets.ts`],
      `${DOMAIN}/{returns/return-ref,inbounds/purchase-ref}.ts`,
    ],
    tests: [
      ...["test/fulfilment/{identifier,retry-after}.test.ts", "test/app/keyset-page.test.ts"],
      ...["test/events/shop-payloads.test.ts", "test/connection/judge-secrets.test.ts"],
      "test/app/references.test.ts",
    ],
  },
];

/** The share of mutants, in percent, that the tests of each area have to kill. */
export const LEAST_SCORE = 95;
