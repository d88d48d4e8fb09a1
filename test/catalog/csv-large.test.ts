// @module-tag proof
import { expect, test } from "vitest";
import { applyUpload } from "../../app/domain/catalog/upload/apply-upload.ts";
import { exportMappings } from "../../app/domain/catalog/upload/export-mappings.ts";
import { MOST_ROWS, tryUpload } from "../../app/domain/catalog/upload/try-upload.ts";
import { undoUpload } from "../../app/domain/catalog/upload/undo-upload.ts";
import { runTask } from "../../app/domain/work/run-task.ts";
import { openCatalogue } from "./bench.ts";
import { asOwner } from "../support/database.ts";

const MANY = 100_000;
const MIB = 1024 * 1024;
/** What a hundred thousand rows may take on their way, with all that is left for the garbage collector. In MiB. */
const ROOM_MIB = 300;

const bench = await openCatalogue();

/** `MANY` variants, each mapped to the goods of its number, and goods for one more. */
async function fill(): Promise<void> {
  await bench.fill(MANY, { mapped: true });
  await bench.products({ [`S${MANY + 1}`]: {} });
  // As PostgreSQL does by itself a while after so much was written.
  await asOwner(bench.ctx.pool, "ANALYZE");
}

/** A file that maps each variant to the goods of the next number, or to those of `last` in the last row. */
async function* shifted(last: string, rows = MANY): AsyncGenerator<Uint8Array> {
  let block = "Variant ID,Warehouse SKU,Quantity\r\n";
  for (let n = 1; n <= rows; n++) {
    block += `v${n},${n === rows ? last : `S${n + 1}`},2\r\n`;
    if (n % 2_000 !== 0 && n < rows) continue;
    yield Buffer.from(block);
    block = "";
  }
}

/** How much memory the process had more, at most, than before the work. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return (Math.max(most, process.memoryUsage.rss()) - before) / MIB;
}

const tryRows = (content: AsyncIterable<Uint8Array>) =>
  tryUpload(bench.ctx, { fileName: "large.csv", content });

/** The same, and what the worker makes of it. */
async function judged(content: AsyncIterable<Uint8Array>) {
  const { db } = bench.ctx;
  expect(await tryRows(content)).toEqual({ outcome: "started" });
  const { id: taskId } = await db.task.findFirstOrThrow({ where: { state: "waiting" } });
  await runTask(bench.ctx, { taskId });
  expect((await db.task.findFirstOrThrow({ where: { id: taskId } })).result).toEqual({ outcome: "tried" });
  return db.mappingUpload.findFirstOrThrow({ where: { stage: "tried" } });
}

test("a hundred thousand mappings are exported, tried, applied and undone, and memory stays bounded", async () => {
  await fill();
  const { db } = bench.ctx;

  expect(
    await growth(async () => {
      expect(await judged(exportMappings(bench.ctx))).toMatchObject({ verdicts: { same: MANY } });
    }),
  ).toBeLessThan(ROOM_MIB);

  let uploadId = "";
  expect(
    await growth(async () => {
      const upload = await judged(shifted(`S${MANY + 1}`));
      expect(upload).toMatchObject({ verdicts: { change: MANY } });
      uploadId = upload.id;
    }),
  ).toBeLessThan(ROOM_MIB);

  expect(
    await growth(async () => {
      const result = await applyUpload(bench.ctx, { uploadId, confirmed: true });
      expect(result).toEqual({ outcome: "applied", changed: MANY, left: 0 });
    }),
  ).toBeLessThan(ROOM_MIB);
  expect(await db.mappingComponent.count({ where: { sku: "S1" } })).toBe(0);

  expect(
    await growth(async () =>
      expect(await undoUpload(bench.ctx, { uploadId })).toEqual({ outcome: "undone", undone: MANY, left: 0 }),
    ),
  ).toBeLessThan(ROOM_MIB);
  expect(await db.mapping.count({ where: { source: "sku" } })).toBe(MANY);
});

test("a file of more rows or bytes than are taken is refused, and leaves no trace", async () => {
  expect(await tryRows(shifted("X", MOST_ROWS + 1))).toEqual({ outcome: "too-many-rows" });
  async function* endless() {
    yield Buffer.from("Variant ID,Decision\n");
    for (;;) yield Buffer.alloc(MIB, `${" ".repeat(1_000)},\n`);
  }
  expect(await tryRows(endless())).toEqual({ outcome: "too-large" });
  expect(await bench.ctx.db.mappingUpload.count()).toBe(0);
});
