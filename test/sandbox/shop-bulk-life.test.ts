import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../../sandbox/demo/observe.ts";
import {
  fetchLines,
  finishedOperation,
  readOperation,
  RUN_BULK,
  runBulk,
  type RunPayload,
} from "./shop-bulk-bench.ts";
import { startTestShop, type TestShop } from "./shop-harness.ts";

const ALL_SKUS = "{ productVariants { edges { node { sku } } } }";

const FINISHED = '  [[webhooks.subscriptions]]\n  topics = ["bulk_operations/finish"]\n  uri = "/bulk"';

const CANCEL = `mutation Cancel($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { status } userErrors { field message } } }`;

describe("the life of a bulk operation", () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await startTestShop({ toml: FINISHED });
    const variants = Array.from({ length: 30 }, (_, index) => ({ title: `${index}`, sku: `SKU-${index}` }));
    await shop.control("POST", "shops/demo/seed", { products: [{ title: "Mug", variants }] });
  });
  afterEach(() => shop.close());

  const switchOn = (fault: object) => shop.control("POST", "bulk/faults", fault);
  const release = () => shop.control("POST", "bulk/release");
  const reaches = (id: string, wanted: object) =>
    until(
      () => readOperation(shop, id),
      (operation) => Object.entries(wanted).every(([key, value]) => operation[key as "status"] === value),
    );
  const finishes = async () => {
    const deliveries = await shop.control<{ topic: string; body: string }[]>(
      "GET",
      "webhooks?topic=bulk_operations/finish",
    );
    return deliveries.map(({ body }) => JSON.parse(body) as object);
  };

  it("held back it stays created, then runs to its end", async () => {
    await switchOn({ kind: "hold", status: "CREATED" });
    const id = await runBulk(shop, ALL_SKUS);
    expect(await readOperation(shop, id)).toMatchObject({ status: "CREATED", objectCount: "0", url: null });

    await release();

    expect(await finishedOperation(shop, id)).toMatchObject({ status: "COMPLETED", objectCount: "30" });
  });

  it("held in the middle it shows how far it is", async () => {
    await switchOn({ kind: "hold", afterObjects: 12 });
    const id = await runBulk(shop, ALL_SKUS);

    const running = await reaches(id, { status: "RUNNING", objectCount: "12" });
    await release();
    const finished = await finishedOperation(shop, id);

    expect(running).toMatchObject({ rootObjectCount: "12", fileSize: null, url: null, completedAt: null });
    expect(await fetchLines(finished.url!)).toHaveLength(30);
  });

  it("released before it has come to where it would be held, it isn't held", async () => {
    await switchOn({ kind: "pace", objectsPerSecond: 20 });
    await switchOn({ kind: "hold", afterObjects: 20 });
    const id = await runBulk(shop, ALL_SKUS);

    expect(await release()).toEqual({ released: 1 });

    expect(await finishedOperation(shop, id)).toMatchObject({ status: "COMPLETED", objectCount: "30" });
  });

  it("at a pace it counts up step by step", async () => {
    await switchOn({ kind: "pace", objectsPerSecond: 200 });
    const id = await runBulk(shop, ALL_SKUS);

    await reaches(id, { objectCount: "10" });
    await reaches(id, { objectCount: "20" });

    expect(await finishedOperation(shop, id)).toMatchObject({ objectCount: "30" });
  });

  it.each(["ACCESS_DENIED", "INTERNAL_SERVER_ERROR", "TIMEOUT"])(
    "failed with %s it keeps what it had read",
    async (errorCode) => {
      await switchOn({ kind: "fail", errorCode, afterObjects: 7, times: 1 });

      const failed = await finishedOperation(shop, await runBulk(shop, ALL_SKUS));
      const next = await finishedOperation(shop, await runBulk(shop, ALL_SKUS));

      expect(failed).toMatchObject({
        status: "FAILED",
        errorCode,
        url: null,
        fileSize: null,
        completedAt: null,
      });
      expect(await fetchLines(failed.partialDataUrl!)).toHaveLength(7);
      expect(next).toMatchObject({ status: "COMPLETED", partialDataUrl: null });
    },
  );

  it("failed before the first object it has no partial data", async () => {
    await switchOn({ kind: "fail", errorCode: "TIMEOUT" });

    expect(await finishedOperation(shop, await runBulk(shop, ALL_SKUS))).toMatchObject({
      errorCode: "TIMEOUT",
      partialDataUrl: null,
    });
  });

  it("without the scope for a field it fails by itself", async () => {
    const poor = await startTestShop({ scopes: "read_locations" });

    const operation = await finishedOperation(poor, await runBulk(poor, ALL_SKUS));
    await poor.close();

    expect(operation).toMatchObject({ status: "FAILED", errorCode: "ACCESS_DENIED", partialDataUrl: null });
  });

  it("a sixth one has to wait until one of five has ended", async () => {
    await switchOn({ kind: "hold" });
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push(await runBulk(shop, ALL_SKUS));

    const { data } = await shop.graphql(RUN_BULK, { query: ALL_SKUS });
    expect(await release()).toEqual({ released: 5 });
    await finishedOperation(shop, ids[0]!);

    expect(data!.bulkOperationRunQuery).toEqual({
      bulkOperation: null,
      userErrors: [
        {
          field: null,
          message: `A bulk query operation for this app and shop is already in progress: ${ids.join(", ")}.`,
          code: "OPERATION_IN_PROGRESS",
        },
      ],
    });
    await shop.control("DELETE", "bulk/faults");
    await runBulk(shop, ALL_SKUS);
  });

  it("cancelled it is canceling first, then canceled, and has no result", async () => {
    await switchOn({ kind: "hold", afterObjects: 5, times: 1 });
    const id = await runBulk(shop, ALL_SKUS);
    await reaches(id, { objectCount: "5" });

    const { data } = await shop.graphql(CANCEL, { id });

    expect(data!.bulkOperationCancel).toEqual({ bulkOperation: { status: "CANCELING" }, userErrors: [] });
    expect(await finishedOperation(shop, id)).toMatchObject({
      status: "CANCELED",
      completedAt: null,
      url: null,
      partialDataUrl: null,
    });
    expect(await finishes()).toMatchObject([{ status: "canceled" }]);
  });

  it("what is at its end, or never was, cannot be cancelled", async () => {
    const { id } = await finishedOperation(shop, await runBulk(shop, ALL_SKUS));

    const ended = await shop.graphql(CANCEL, { id });
    const unknown = await shop.graphql(CANCEL, { id: "gid://shopify/BulkOperation/1" });

    expect(ended.data!.bulkOperationCancel).toEqual({
      bulkOperation: { status: "COMPLETED" },
      userErrors: [{ field: null, message: "A bulk operation cannot be canceled when it is completed" }],
    });
    expect(unknown.data!.bulkOperationCancel).toEqual({
      bulkOperation: null,
      userErrors: [{ field: ["id"], message: "Bulk operation does not exist" }],
    });
  });

  it("its end is announced to whoever subscribed", async () => {
    await switchOn({ kind: "fail", errorCode: "TIMEOUT", skip: 1 });
    const first = await finishedOperation(shop, await runBulk(shop, ALL_SKUS));
    const second = await finishedOperation(shop, await runBulk(shop, ALL_SKUS));

    const at = "2026-11-20T10:00:00.000Z";
    expect(await finishes()).toEqual([
      {
        admin_graphql_api_id: first.id,
        completed_at: at,
        created_at: at,
        error_code: null,
        status: "completed",
        type: "query",
      },
      {
        admin_graphql_api_id: second.id,
        completed_at: null,
        created_at: at,
        error_code: "timeout",
        status: "failed",
        type: "query",
      },
    ]);
  });

  it("operations are listed newest first, and found by status, as node and as the current one", async () => {
    const first = await finishedOperation(shop, await runBulk(shop, ALL_SKUS));
    shop.clock.now = new Date(shop.clock.now.getTime() + 1000);
    await switchOn({ kind: "hold" });
    const second = await runBulk(shop, ALL_SKUS);
    await reaches(second, { status: "RUNNING" });

    const { data, errors } = await shop.graphql(
      `query Q($id: ID!) { all: bulkOperations(first: 5) { nodes { id } }
         running: bulkOperations(first: 5, query: "status:running operation_type:query") { nodes { id } }
         oldest: bulkOperations(first: 1, reverse: true) { nodes { id } }
         node(id: $id) { ... on BulkOperation { id status } } currentBulkOperation { id }
         none: currentBulkOperation(type: MUTATION) { id } }`,
      { id: first.id },
    );

    expect(errors).toBeUndefined();
    expect(data).toEqual({
      all: { nodes: [{ id: second }, { id: first.id }] },
      running: { nodes: [{ id: second }] },
      oldest: { nodes: [{ id: first.id }] },
      node: { id: first.id, status: "COMPLETED" },
      currentBulkOperation: { id: second },
      none: null,
    });
  });

  it("running one costs a mutation, looking at it an object", async () => {
    const run = await shop.graphql(RUN_BULK, { query: ALL_SKUS });
    const { bulkOperation } = run.data!.bulkOperationRunQuery as RunPayload;

    const look = await shop.graphql("query Q($id: ID!) { bulkOperation(id: $id) { status } }", {
      id: bulkOperation!.id,
    });

    expect(run.extensions.cost).toMatchObject({ requestedQueryCost: 10, actualQueryCost: 10 });
    expect(look.extensions.cost).toMatchObject({ requestedQueryCost: 1, actualQueryCost: 1 });
  });

  it("a product deleted while it runs is left out", async () => {
    await shop.control("POST", "shops/demo/seed", {
      products: [{ title: "Hat", variants: [{ sku: "HAT" }] }],
    });
    await switchOn({ kind: "hold", afterObjects: 1 });
    const id = await runBulk(
      shop,
      "{ products { edges { node { id title variants { edges { node { sku } } } } } } }",
    );
    await reaches(id, { objectCount: "1" });

    const { products } = await shop.control<{ products: { id: string; title: string }[] }>(
      "GET",
      "shops/demo/state",
    );
    const hat = products.find(({ title }) => title === "Hat")!;
    await shop.control("DELETE", `shops/demo/products/${encodeURIComponent(hat.id)}`);
    await release();

    expect(await finishedOperation(shop, id)).toMatchObject({ status: "COMPLETED", objectCount: "31" });
  });
});
