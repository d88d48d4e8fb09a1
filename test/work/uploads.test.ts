import { beforeEach, describe, expect, test } from "vitest";
import { askToApply, askToUndo } from "../../app/domain/catalog/upload/ask-for-upload.ts";
import { listUploads } from "../../app/domain/catalog/upload/list-uploads.ts";
import { readUpload } from "../../app/domain/catalog/upload/read-upload.ts";
import { tryUpload } from "../../app/domain/catalog/upload/try-upload.ts";
import { cancelWork } from "../../app/domain/work/cancel-work.ts";
import { readTasks } from "../../app/domain/work/read-tasks.ts";
import { openCatalogue } from "../catalog/bench.ts";
import { arriving, tried } from "../catalog/csv-bench.ts";
import { cutAt, throughAll } from "../support/cut-off.ts";
import { cancelAt, counts, lastTask, MANY, work } from "./bench.ts";

const bench = await openCatalogue();
const { ctx } = bench;
const { db } = ctx;

/** Not every call of some thirty is disturbed, but each part of the work is. */
const SOME = 4;

/** More rows than are judged while a page waits. */
const ROWS = 2_100;

beforeEach(() => bench.fill(MANY));

/** A file that maps each variant to the goods of its number; beyond them its rows name nothing the shop has. */
const file = (rows = MANY) =>
  "Variant ID,Warehouse SKU\n" +
  Array.from({ length: rows }, (_, index) => `v${index + 1},S${index + 1}\n`).join("");

const upload = (rows: number) => tryUpload(ctx, { fileName: "large.csv", content: arriving(file(rows)) });
const shown = () => readTasks(ctx);
const stages = async () => (await listUploads(ctx)).map(({ stage }) => stage);

describe("a file of many rows", () => {
  test("is taken at once and judged by a worker, and takes its place then", async () => {
    await tried(ctx, file(1));
    expect(await upload(ROWS)).toEqual({ outcome: "started" });
    expect(await shown()).toMatchObject([
      { kind: "try-upload", state: "waiting", count: ROWS, input: { fileName: "large.csv" } },
    ]);
    expect(await listUploads(ctx)).toMatchObject([{ fileName: "mappings.csv" }]);
    await work(ctx);
    expect(await shown()).toMatchObject([{ state: "done", result: { outcome: "tried" } }]);
    expect(await listUploads(ctx)).toMatchObject([
      { fileName: "large.csv", verdicts: { new: MANY, "unknown-variant": ROWS - MANY } },
    ]);
  });

  test("cancelled while it is judged leaves nothing behind, and the file before it stays", async () => {
    await tried(ctx, file(1));
    for (let call = 0; ; call += SOME) {
      await upload(ROWS);
      const cancelling = cancelAt(ctx, call);
      if (call === 0) await cancelWork(ctx, { work: "task", taskId: (await lastTask(ctx)).id });
      await work(ctx, throughAll(ctx, cancelling.around));
      const outcome = call === 0 ? "cancelled" : await cancelling.outcome();
      if (outcome !== "cancelled") break;
      expect(await listUploads(ctx), `call ${call}`).toMatchObject([{ fileName: "mappings.csv" }]);
      expect(await db.mappingUploadRow.count(), `call ${call}`).toBe(1);
    }
    expect(await listUploads(ctx)).toMatchObject([{ fileName: "large.csv" }]);
  });

  test("replaced by another while it waits says so", async () => {
    await upload(ROWS);
    const { id: taskId } = await lastTask(ctx);
    await tried(ctx, file(2));
    await work(ctx);
    expect(await db.task.findFirst({ where: { id: taskId } })).toMatchObject({
      result: { outcome: "replaced" },
    });
    expect(await listUploads(ctx)).toMatchObject([{ fileName: "mappings.csv" }]);
  });
});

describe("applying a file that changes many variants", () => {
  test("asks first, and then goes on without the page", async () => {
    const uploadId = await tried(ctx, file());
    const ask = { outcome: "ask", changes: MANY, mapped: 0 };
    expect(await askToApply(ctx, { uploadId, confirmed: false })).toEqual(ask);
    expect(await askToApply(ctx, { uploadId, confirmed: true })).toEqual({ outcome: "started" });
    expect(await stages()).toEqual(["tried"]);
    await work(ctx);
    expect(await shown()).toMatchObject([{ result: { outcome: "applied", changed: MANY, left: 0 } }]);
    expect(await counts(ctx)).toEqual({ mapped: MANY });

    expect(await askToUndo(ctx, { uploadId })).toEqual({ outcome: "started" });
    await work(ctx);
    expect((await shown()).at(-1)).toMatchObject({ result: { outcome: "undone", undone: MANY, left: 0 } });
    expect(await stages()).toEqual(["undone"]);
    expect(await db.mapping.count()).toBe(0);
  });

  test("leaves what changed meanwhile, counts it, and lists it with its reason", async () => {
    const uploadId = await tried(ctx, file());
    await askToApply(ctx, { uploadId, confirmed: true });
    await bench.decide("v7", "ignored");
    await db.warehouseProduct.deleteMany({ where: { sku: "S8" } });
    await work(ctx);
    expect(await shown()).toMatchObject([{ result: { outcome: "applied", changed: MANY - 2, left: 2 } }]);
    const { rows } = await readUpload(ctx, { uploadId });
    expect(rows.filter(({ line }) => line === 7 || line === 8).map(({ verdict }) => verdict)).toEqual([
      "changed-meanwhile",
      "unknown-sku",
    ]);
  });

  test("twice is once, and the second is told so", async () => {
    const uploadId = await tried(ctx, file());
    await askToApply(ctx, { uploadId, confirmed: true });
    expect(await askToApply(ctx, { uploadId, confirmed: true })).toEqual({ outcome: "started" });
    expect(await db.task.count()).toBe(1);
    await work(ctx);
    expect(await askToApply(ctx, { uploadId, confirmed: true })).toEqual({ outcome: "already-applied" });
  });

  test.each(["apply", "undo"] as const)("cancelled anywhere, %s has changed nothing", async (what) => {
    let cancelled = 0;
    for (let call = 1; ; call += SOME) {
      await bench.empty();
      await bench.fill(MANY);
      const uploadId = await tried(ctx, file());
      await askToApply(ctx, { uploadId, confirmed: true });
      if (what === "undo") {
        await work(ctx);
        await askToUndo(ctx, { uploadId });
      }
      const [before, stage] = [await counts(ctx), await stages()];
      const cancelling = cancelAt(ctx, call);
      await work(ctx, throughAll(ctx, cancelling.around));
      if ((await cancelling.outcome()) !== "cancelled") break;
      cancelled++;
      expect(await counts(ctx), `call ${call}`).toEqual(before);
      expect(await stages(), `call ${call}`).toEqual(stage);
    }
    expect(cancelled).toBeGreaterThan(4);
  });

  test("killed anywhere, it is done once, and what is said of it is true", async () => {
    let cuts = 0;
    for (let call = 1; ; call += SOME) {
      await bench.empty();
      await bench.fill(MANY);
      const uploadId = await tried(ctx, file());
      await askToApply(ctx, { uploadId, confirmed: true });
      const { around, wasCut } = cutAt({ call, when: "after" });
      await work(ctx, throughAll(ctx, around)).catch(() => undefined);
      await work(ctx);
      expect(await shown(), `call ${call}`).toMatchObject([
        { result: { outcome: "applied", changed: MANY } },
      ]);
      expect(await counts(ctx), `call ${call}`).toEqual({ mapped: MANY });
      if (!wasCut()) break;
      cuts++;
    }
    expect(cuts).toBeGreaterThan(4);
  });
});
