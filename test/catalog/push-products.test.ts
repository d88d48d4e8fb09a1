import { describe, expect, test } from "vitest";
import { previewPush } from "../../app/domain/catalog/push/preview-push.ts";
import { listRejected, readPushProgress } from "../../app/domain/catalog/push/read-push.ts";
import { startPush } from "../../app/domain/catalog/push/start-push.ts";
import { BAD_SKU, manyVariants, openPush } from "./push-bench.ts";

/** Agrees to whatever is asked. */
const YES = 1_000_000;
const start = (
  bench: Awaited<ReturnType<typeof openPush>>,
  selection: Parameters<typeof startPush>[1]["selection"],
) => startPush(bench.ctx, { selection, confirmed: YES });

describe("before anything is sent", () => {
  test("what is previewed is what the warehouse then receives", async () => {
    const bench = await openPush({
      variants: {
        mug: {
          ...{ sku: "MUG", title: "Mug", variantTitle: "Blue", barcode: "400", weight: 310, width: 80 },
          ...{ url: "https://shop.example/mug", imageUrl: "https://" },
        },
        cup: { sku: "A/B 50% ü", weight: 2_147_483_647 },
        sticker: { sku: null },
        here: { sku: "HERE" },
        twin: { sku: "TWIN" },
        twain: { sku: "twin" },
        box: { sku: "BOX", bundle: true },
        nameless: { sku: "NAMELESS", title: " " },
      },
      stock: { HERE: 4 },
    });
    const all = bench.ids("mug", "cup", "sticker", "here", "twin", "twain", "box", "nameless");
    const preview = await previewPush(bench.ctx, { selection: all, show: "sent" });
    expect(preview.counts).toEqual({
      create: 2,
      skipped: { no_sku: 1, at_warehouse: 1, several_variants: 2, bundle: 1, no_description: 1 },
      leftOut: { imageUrl: 1, weight: 1 },
    });
    expect((await previewPush(bench.ctx, { selection: all, show: "skipped" })).rows).toHaveLength(6);
    expect(await bench.asked("POST")).toEqual([]);

    expect(await start(bench, all)).toEqual({ outcome: "started", queued: 2 });
    await bench.push();
    const previewed = preview.rows.map((row) => "send" in row && row.send);
    const received = (await bench.products()).filter(({ sku }) => sku !== "HERE");
    expect(received).toHaveLength(2);
    expect(received).toEqual(
      expect.arrayContaining(previewed.map((product) => expect.objectContaining(product) as unknown)),
    );
    expect(received).toContainEqual(expect.objectContaining({ description: "Mug - Blue", imageUrl: null }));
    expect(await bench.states()).toMatchObject({ mug: "mapped", cup: "mapped", twin: "not_at_warehouse" });
  });

  test("long lists are seen page by page, each product once", async () => {
    const bench = await openPush({ variants: manyVariants(120) });
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await previewPush(bench.ctx, { selection: "missing", show: "sent", after });
      seen.push(...page.rows.map(({ sku }) => sku ?? ""));
      after = page.next ?? undefined;
    } while (after);
    expect(seen).toEqual(Object.values(manyVariants(120)).map(({ sku }) => sku));
  });

  test("the merchant is asked again when much of the catalogue would be added, and nothing happens until then", async () => {
    const stock = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`OLD-${index}`, 1]));
    const bench = await openPush({ variants: manyVariants(3), stock });
    const selection = "missing";
    const ask = { outcome: "ask", create: 3, known: 10, askBeyond: 20 };
    expect(await startPush(bench.ctx, { selection })).toEqual(ask);
    expect(await startPush(bench.ctx, { selection, confirmed: 2 })).toEqual(ask);
    expect(await readPushProgress(bench.ctx)).toBeNull();
    expect(await startPush(bench.ctx, { selection, confirmed: 3 })).toEqual({
      outcome: "started",
      queued: 3,
    });
  });

  test("how much that is, the merchant says", async () => {
    const stock = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`OLD-${index}`, 1]));
    const bench = await openPush({ variants: manyVariants(3), stock });
    await bench.db.catalogueSettings.create({ data: { shop: bench.ctx.shop, askBeyond: 30 } });
    expect(await startPush(bench.ctx, { selection: "missing" })).toEqual({ outcome: "started", queued: 3 });
  });

  test("a few more than before need no second word", async () => {
    const stock = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`OLD-${index}`, 1]));
    const bench = await openPush({ variants: manyVariants(2), stock });
    expect(await startPush(bench.ctx, { selection: "missing" })).toEqual({ outcome: "started", queued: 2 });
  });

  test("asking twice queues nothing twice", async () => {
    const bench = await openPush({ variants: manyVariants(5) });
    await Promise.all([start(bench, "missing"), start(bench, "missing")]);
    expect(await start(bench, "missing")).toEqual({ outcome: "nothing-to-create" });
    expect((await readPushProgress(bench.ctx))?.counts).toMatchObject({ waiting: 5 });
    await bench.push();
    expect(await start(bench, "missing")).toEqual({ outcome: "nothing-to-create" });
    expect(await bench.asked("POST")).toHaveLength(1);
    expect(await bench.products()).toHaveLength(5);
  });
});

describe("creating them", () => {
  test("one bad product among two hundred holds back none, and is found in few requests", async () => {
    const variants = { ...manyVariants(199), odd: { sku: BAD_SKU, title: "Odd" } };
    const bench = await openPush({ variants, settings: { bulkSize: 200 } });
    await start(bench, "missing");
    await bench.push();
    expect(await bench.products()).toHaveLength(199);
    expect((await readPushProgress(bench.ctx))?.counts).toEqual({
      ...{ waiting: 0, created: 199, present: 0, rejected: 1 },
    });
    // Two halves at each of eight levels (2⁸ ≥ 200), and the whole.
    expect((await bench.asked("POST")).length).toBeLessThanOrEqual(17);
    expect((await listRejected(bench.ctx)).rows).toMatchObject([
      {
        ...{ sku: BAD_SKU, productTitle: "Odd" },
        reason: {
          sentence: { key: "refused", values: { reason: expect.stringContaining("sku") as string } },
        },
      },
    ]);
    expect(new Set(Object.values(await bench.states()))).toEqual(new Set(["mapped", "not_at_warehouse"]));
  });

  test("nothing but bad products is refused one by one, and ends", async () => {
    const bench = await openPush({
      variants: { a: { sku: BAD_SKU }, b: { sku: "\u2003" }, c: { sku: "\ufeff" } },
    });
    await start(bench, "missing");
    await bench.push();
    expect((await listRejected(bench.ctx)).rows).toHaveLength(3);
    expect(await bench.products()).toEqual([]);
  });

  test("a product that was mended is taken the next time", async () => {
    const bench = await openPush({ variants: { odd: { sku: BAD_SKU }, mug: { sku: "MUG" } } });
    await start(bench, "missing");
    await bench.push();
    await bench.shop({ odd: { sku: "ODD" } });
    expect(await start(bench, "missing")).toEqual({ outcome: "started", queued: 1 });
    await bench.push();
    expect((await bench.products()).map(({ sku }) => sku).sort()).toEqual(["MUG", "ODD"]);
  });

  test("what the warehouse got from somebody else meanwhile is left as it is there, and mapped", async () => {
    const bench = await openPush({ variants: { mug: { sku: "MUG", title: "Mug" }, cup: { sku: "CUP" } } });
    await start(bench, "missing");
    await bench.warehouse.atFloor("products", [{ sku: "MUG", description: "Their mug", stock: 3 }]);
    await bench.push();
    expect(await bench.products()).toContainEqual(
      expect.objectContaining({ sku: "MUG", description: "Their mug", stock: 3 }),
    );
    expect((await readPushProgress(bench.ctx))?.counts).toMatchObject({ created: 1, present: 1 });
    expect(await bench.states()).toEqual({ cup: "mapped", mug: "mapped" });
  });

  test("what changed in the shop after it was asked for is looked at anew", async () => {
    const bench = await openPush({
      variants: {
        mug: { sku: "MUG" },
        cup: { sku: "CUP" },
        jar: { sku: "JAR", title: "Jar" },
        pot: { sku: "POT" },
      },
    });
    await start(bench, "missing");
    await bench.shop({
      mug: { sku: "MUG-2" },
      cup: { sku: "CUP", bundle: true },
      jar: { sku: "JAR", title: "Big jar" },
    });
    await bench.db.variant.deleteMany({ where: { variantId: "pot" } });
    await bench.push();
    expect(await bench.products()).toMatchObject([{ sku: "JAR", description: "Big jar" }]);
    expect((await listRejected(bench.ctx)).rows).toMatchObject([
      { sku: "CUP", reason: { because: "bundle" } },
      { sku: "MUG", reason: { because: "sku_changed" } },
      { sku: "POT", reason: { because: "gone" } },
    ]);
  });

  test("a product the warehouse lost, and that is still mapped to it, can be created again", async () => {
    const bench = await openPush({ variants: { mug: { sku: "MUG" } } });
    await start(bench, "missing");
    await bench.push();
    await bench.warehouse.client.products.delete("MUG");
    await bench.db.warehouseProduct.deleteMany({});
    expect(await start(bench, bench.ids("mug"))).toEqual({ outcome: "started", queued: 1 });
    await bench.push();
    expect(await bench.products()).toMatchObject([{ sku: "MUG" }]);
  });
});

describe("when it is cut off", () => {
  test("an answer that is lost after the products were made makes none twice", async () => {
    const bench = await openPush({ variants: manyVariants(30) });
    await start(bench, "missing");
    await bench.warehouse.fault({
      method: "POST",
      path: "/bulk/",
      when: "answer",
      times: 1,
      action: { kind: "reset" },
    });
    await bench.push();
    expect(await bench.products()).toHaveLength(30);
    expect((await readPushProgress(bench.ctx))?.counts).toMatchObject({ created: 30 });
  });

  test("killed between the warehouse's work and our note of it, the next run finds what was made and goes on", async () => {
    const bench = await openPush({ variants: manyVariants(30), settings: { bulkSize: 10 } });
    await start(bench, "missing");
    // The second chunk lands; from then on nothing comes back any more, neither its answer nor any other.
    await bench.warehouse.fault({
      method: "POST",
      path: "/bulk/",
      skip: 1,
      when: "answer",
      times: 1,
      action: { kind: "reset" },
    });
    await bench.warehouse.fault({ method: "GET", path: "/products", action: { kind: "reset" } });
    await expect(bench.push()).rejects.toThrow("no whole answer");
    expect(await bench.products()).toHaveLength(20);
    expect((await readPushProgress(bench.ctx))?.counts).toMatchObject({ created: 10, waiting: 20 });

    await bench.clearFaults();
    await bench.push();
    expect(await bench.products()).toHaveLength(30);
    expect((await readPushProgress(bench.ctx))?.counts).toEqual({
      ...{ created: 30, waiting: 0, present: 0, rejected: 0 },
    });
    expect(new Set(Object.values(await bench.states()))).toEqual(new Set(["mapped"]));
  });

  test("while the warehouse is down everything waits, and nothing is called rejected", async () => {
    const bench = await openPush({ variants: manyVariants(3) });
    await start(bench, "missing");
    await bench.warehouse.fault({ path: "/", action: { kind: "status", status: 503 } });
    await expect(bench.push()).rejects.toThrow("503");
    expect((await readPushProgress(bench.ctx))?.counts).toMatchObject({ waiting: 3, rejected: 0 });
    await bench.clearFaults();
    await bench.push();
    expect(await bench.products()).toHaveLength(3);
  });

  test("a very long list makes room for others and goes on by itself", async () => {
    const bench = await openPush({ variants: manyVariants(25), settings: { bulkSize: 1 } });
    await start(bench, "missing");
    const { rows: before } = await bench.ctx.pool.query(
      "SELECT key FROM graphile_worker.jobs WHERE key LIKE 'push-products:%'",
    );
    expect(before).toHaveLength(1);
    await bench.push();
    expect((await readPushProgress(bench.ctx))?.counts).toMatchObject({ created: 20, waiting: 5 });
    await bench.push();
    expect(await bench.products()).toHaveLength(25);
  });
});

test("another shop's variants can never be pushed", async () => {
  const bench = await openPush({ variants: { mug: { sku: "MUG" } } });
  await bench.otherShop("other.myshopify.com", { theirs: { sku: "THEIRS" } });
  const both = bench.ids("mug", "theirs");
  expect((await previewPush(bench.ctx, { selection: both, show: "sent" })).rows).toMatchObject([
    { sku: "MUG" },
  ]);
  expect(await start(bench, both)).toEqual({ outcome: "started", queued: 1 });
  expect(await start(bench, bench.ids("theirs"))).toEqual({ outcome: "nothing-to-create" });
  // Not even when a row of ours names one.
  await bench.db.pushedProduct.create({
    data: {
      shop: bench.ctx.shop,
      sku: "THEIRS",
      variantId: "theirs",
      state: "waiting",
      queuedAt: new Date(),
    },
  });
  await bench.push();
  expect((await bench.products()).map(({ sku }) => sku)).toEqual(["MUG"]);
});

test("a shop that is not connected is told so", async () => {
  const bench = await openPush({ variants: { mug: { sku: "MUG" } } });
  await bench.db.connection.deleteMany({});
  expect(await start(bench, "missing")).toEqual({ outcome: "not-connected" });
});
