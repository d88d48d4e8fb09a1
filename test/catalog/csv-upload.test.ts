import { beforeEach, describe, expect, test } from "vitest";
import { applyUpload } from "../../app/domain/catalog/upload/apply-upload.ts";
import { saveCatalogueSettings } from "../../app/domain/catalog/catalogue-settings.ts";
import { listUploads } from "../../app/domain/catalog/upload/list-uploads.ts";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import { readUpload } from "../../app/domain/catalog/upload/read-upload.ts";
import { tryUpload } from "../../app/domain/catalog/upload/try-upload.ts";
import { undoUpload } from "../../app/domain/catalog/upload/undo-upload.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { openJoinedCatalogue } from "./bench.ts";
import { applied, arriving, exportText, tried, tryFile, verdicts, verdictsOf } from "./csv-bench.ts";

const bench = await openJoinedCatalogue();
beforeEach(() => bench.products({ A: {}, B: {}, C: {}, D: {} }));

const HEADER = "Variant ID,Decision,Warehouse SKU,Quantity";
const file = (...rows: string[]) => [HEADER, ...rows].join("\n");
const judged = (...rows: string[]) => verdicts(bench.ctx, file(...rows));
const apply = (uploadId: string, confirmed = true) => applyUpload(bench.ctx, { uploadId, confirmed });
const undo = (uploadId: string) => undoUpload(bench.ctx, { uploadId });
const remap = (variantId: string, sku: string) =>
  mapVariant(bench.ctx, {
    variantId: variantId as VariantId,
    components: [{ sku: sku as Sku, quantity: 1 }],
  });

describe("a row", () => {
  beforeEach(async () => {
    await bench.variants({ mug: { sku: "M" }, cup: { sku: "C1" }, tea: { sku: "T" } });
    await bench.map("mug", { A: 1 });
  });

  test.each([
    ["that maps a variant nothing is said of is new", "cup,mapped,B,1", "new"],
    ["that names goods need not say that it maps, nor how many", "cup,,B,", "new"],
    ["may say it in any case and with space around it", "cup, Mapped ,B, 2 ", "new"],
    ["that names other goods is a change", "mug,mapped,B,1", "change"],
    ["that asks for another quantity is a change", "mug,mapped,A,2", "change"],
    ["that says what is so already changes nothing", "mug,mapped,A,1", "same"],
    ["takes a mapping away", "mug,unmapped,,", "unmap"],
    ["takes it away too where it still names the goods", "mug,unmapped,A,1", "unmap"],
    ["that takes it away and names other goods contradicts itself", "mug,unmapped,B,1", "contradiction"],
    ["puts a variant aside", "cup,ignored,,", "ignore"],
    ["that says nothing leaves a mapping as it is", "mug,,,", "blank"],
    ["that says nothing where nothing is said is so already", "cup,,,", "same"],
    ["about a variant the shop does not have is named", "vase,mapped,B,1", "unknown-variant"],
    ["with goods the warehouse does not know is named", "cup,mapped,b,1", "unknown-sku"],
    ["with half a piece is named", "cup,mapped,B,0.5", "bad-quantity"],
    ["with no piece at all is named", "cup,mapped,B,0", "bad-quantity"],
    ["with a word for a number is named", "cup,mapped,B,two", "bad-quantity"],
    ["with more pieces than can be counted is named", "cup,mapped,B,9999999999", "bad-quantity"],
    ["may name an SKU that another variant uses", "cup,mapped,A,1", "new"],
    ["that is mapped to nothing cannot be read", "cup,mapped,,1", "not-readable: no-sku"],
    ["with a decision that is none cannot be read", "cup,maybe,B,1", "not-readable: decision"],
    ["about no variant cannot be read", ",mapped,B,1", "not-readable: no-variant"],
    ["with more cells than columns cannot be read", "cup,mapped,B,1,5", "not-readable: cells"],
    ["with fewer cells leaves the rest empty", "cup,mapped,B", "new"],
  ])("%s", async (_what, row, verdict) => {
    expect(await judged(row)).toEqual([verdict]);
  });

  test("about a bundle or a variant that is gone may only say what is so", async () => {
    await bench.variants({ set: { bundle: true }, old: {} });
    await bench.map("old", { C: 1 });
    await bench.gone("old");
    expect(await judged("set,mapped,B,1", "old,mapped,C,1")).toEqual(["bundle", "same"]);
    expect(await judged("old,mapped,D,1")).toEqual(["unknown-variant"]);
  });

  test("goes by the shop's SKU only where one variant carries it", async () => {
    await bench.variants({ one: { sku: "X" }, two: { sku: "X" }, tea: { sku: "T" } });
    const text = "Variant ID,Shop SKU,Warehouse SKU\n,X,B\n,T,C\n,Z,D\none,T,D\n";
    expect(await verdicts(bench.ctx, text)).toEqual(["ambiguous-variant", "new", "unknown-variant", "new"]);
  });

  test("of goods the warehouse no longer knows changes nothing where it is so already", async () => {
    await bench.map("cup", { LOST: 1 });
    expect(await judged("cup,mapped,LOST,1", "tea,mapped,LOST,1")).toEqual(["same", "unknown-sku"]);
  });
});

describe("several rows", () => {
  beforeEach(async () => {
    await bench.variants({ a: {}, b: {}, c: {}, set: {} });
    await bench.map("a", { A: 1 });
    await bench.map("b", { B: 1 });
  });

  test("of one variant, one below the other, are a kit", async () => {
    expect(await judged("set,mapped,C,2", "set,mapped,D,1")).toEqual(["new", "new"]);
    await applied(bench.ctx, file("set,mapped,C,2", "set,mapped,D,1"));
    expect(await bench.states()).toContain("set: mapped → 2 C + D");
  });

  test("of one variant in several places are not guessed between", async () => {
    expect(await judged("set,mapped,C,1", "c,ignored,,", "set,mapped,D,1")).toEqual([
      "duplicate-row",
      "ignore",
      "duplicate-row",
    ]);
  });

  test("of a kit stand or fall together", async () => {
    expect(await judged("set,mapped,C,2", "set,mapped,NONE,1")).toEqual(["held-back", "unknown-sku"]);
    expect(await judged("set,mapped,C,2", "set,mapped,D,x")).toEqual(["held-back", "bad-quantity"]);
    expect(await judged("set,mapped,C,2", "set,mapped,C,1")).toEqual(["held-back", "duplicate-row"]);
    expect(await judged("set,mapped,C,2", "set,ignored,,")).toEqual(["contradiction", "contradiction"]);
  });

  test("may use one SKU for several variants", async () => {
    await applied(bench.ctx, file("c,mapped,A,1", "set,mapped,A,2", "set,mapped,B,1"));
    await bench.matched();
    expect(await bench.states()).toEqual([
      "a: mapped → A",
      "b: mapped → B",
      "c: mapped → A",
      "set: mapped → 2 A + B",
    ]);
  });

  test("may swap goods", async () => {
    expect(await judged("a,mapped,B,1", "b,mapped,A,1")).toEqual(["change", "change"]);
    await applied(bench.ctx, file("a,mapped,B,1", "b,mapped,A,1"));
    expect(await bench.states()).toEqual(expect.arrayContaining(["a: mapped → B", "b: mapped → A"]));
  });

  test("pass although another row that uses their SKUs does not", async () => {
    expect(await judged("a,mapped,NONE,1", "b,mapped,A,1", "c,mapped,B,1")).toEqual([
      "unknown-sku",
      "change",
      "new",
    ]);
  });

  test("are shown by verdict, with the variant", async () => {
    const uploadId = await tried(bench.ctx, file("c,mapped,NONE,1", "set,mapped,C,1", "vase,mapped,D,1"));
    const { rows } = await readUpload(bench.ctx, { uploadId, verdict: "unknown-sku" });
    expect(rows).toMatchObject([{ line: 1, productTitle: "c", asked: { sku: "NONE" }, components: [] }]);
    expect(await listUploads(bench.ctx)).toMatchObject([
      { verdicts: { "unknown-sku": 1, new: 1, "unknown-variant": 1 }, stage: "tried", undoable: false },
    ]);
  });

  test("are shown page by page, forward and back", async () => {
    const uploadId = await tried(
      bench.ctx,
      file(...Array.from({ length: 120 }, (_, i) => `v${i},ignored,,`)),
    );
    const first = await readUpload(bench.ctx, { uploadId });
    const second = await readUpload(bench.ctx, { uploadId, after: first.next ?? 0 });
    const third = await readUpload(bench.ctx, { uploadId, after: second.next ?? 0 });
    const lines = [first, second, third].flatMap(({ rows }) => rows.map(({ line }) => line));
    expect(lines).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
    expect([first.previous, third.next]).toEqual([null, null]);
    expect(await readUpload(bench.ctx, { uploadId, before: third.previous ?? 0 })).toEqual(second);
    expect(await readUpload(bench.ctx, { uploadId, before: second.previous ?? 0 })).toEqual(first);
  });
});

describe("trying", () => {
  beforeEach(() => bench.variants({ mug: {}, cup: {} }));

  test("changes no mapping", async () => {
    await tried(bench.ctx, file("mug,mapped,A,1"));
    expect(await bench.ctx.db.mapping.count()).toBe(0);
  });

  test("a second file takes the place of one that was tried and not applied", async () => {
    const first = await tried(bench.ctx, file("mug,mapped,A,1"));
    await tried(bench.ctx, file("mug,mapped,B,1"));
    expect(await apply(first)).toEqual({ outcome: "unknown-upload" });
    expect(await listUploads(bench.ctx)).toHaveLength(1);
  });

  test("a second file that is refused leaves the first as it is", async () => {
    const first = await tried(bench.ctx, file("mug,mapped,A,1"));
    expect((await tryFile(bench.ctx, "nothing,of,ours\n1,2,3")).outcome).toBe("columns-missing");
    expect((await apply(first)).outcome).toBe("applied");
  });

  test("a file that is cut off on its way leaves no trace", async () => {
    async function* broken() {
      yield* arriving(file("mug,mapped,A,1"));
      throw new Error("the line went dead");
    }
    const upload = tryUpload(bench.ctx, { fileName: "mappings.csv", content: broken() });
    await expect(upload).rejects.toThrow("the line went dead");
    expect(await bench.ctx.db.mappingUpload.count()).toBe(0);
  });

  test("an upload whose process died while it was read counts for nothing and is swept away", async () => {
    const { shop, db } = bench.ctx;
    const id = "11111111-1111-4111-8111-111111111111";
    const data = { shop, id, fileName: "x", stage: "tried", verdicts: {}, createdAt: new Date(0) } as const;
    await db.mappingUpload.create({ data });
    expect(await apply(id)).toEqual({ outcome: "unknown-upload" });
    expect(await listUploads(bench.ctx)).toEqual([]);
    await tried(bench.ctx, file("mug,mapped,A,1"));
    expect(await db.mappingUpload.count()).toBe(1);
  });

  test("of two files at once the later one counts, and the other is told so", async () => {
    const later: string[] = [];
    async function* slow() {
      yield Buffer.from(file("mug,mapped,A,1"));
      later.push(await tried(bench.ctx, file("mug,mapped,B,1")));
    }
    const earlier = await tryUpload(bench.ctx, { fileName: "slow.csv", content: slow() });
    expect(earlier).toEqual({ outcome: "replaced" });
    expect((await apply(later[0] ?? "")).outcome).toBe("applied");
    expect(await bench.states()).toContain("mug: mapped → B");
  });
});

describe("applying", () => {
  beforeEach(async () => {
    await bench.variants({ mug: {}, cup: {}, tea: {} });
    await bench.map("mug", { A: 1 });
  });

  test("does what the rows say, and asks for the stock to be looked at", async () => {
    const uploadId = await tried(bench.ctx, file("mug,mapped,B,1", "cup,mapped,A,6", "tea,ignored,,"));
    expect(await apply(uploadId)).toEqual({ outcome: "applied", changed: 3, left: 0 });
    expect(await bench.states()).toEqual(["cup: mapped → 6 A", "mug: mapped → B", "tea: ignored"]);
    expect(await bench.ctx.db.hint.count({ where: { event: "mapping/made" } })).toBeGreaterThan(0);
    expect(await bench.ctx.db.mapping.count({ where: { source: "csv" } })).toBe(3);
  });

  test("twice does nothing the second time", async () => {
    const uploadId = await applied(bench.ctx, file("mug,mapped,B,1"));
    await remap("mug", "C");
    expect(await apply(uploadId)).toEqual({ outcome: "already-applied" });
    expect(await bench.states()).toContain("mug: mapped → C");
  });

  test("twice at once is done once", async () => {
    const uploadId = await tried(bench.ctx, file("mug,mapped,B,1"));
    const outcomes = await Promise.all([apply(uploadId), apply(uploadId)]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["already-applied", "applied"]);
  });

  test("leaves alone what was changed since the file was tried, and says so", async () => {
    const uploadId = await tried(bench.ctx, file("mug,mapped,B,1", "cup,mapped,C,1"));
    await remap("mug", "D");
    expect(await apply(uploadId)).toEqual({ outcome: "applied", changed: 1, left: 1 });
    expect(await bench.states()).toEqual(expect.arrayContaining(["mug: mapped → D", "cup: mapped → C"]));
    expect(await verdictsOf(bench.ctx, uploadId)).toEqual(["changed-meanwhile", "new"]);
  });

  test("looks again whether the warehouse has the SKUs, and not which variants use them", async () => {
    const rows = ["cup,mapped,C,1", "cup,mapped,D,1", "tea,mapped,B,1"];
    const uploadId = await tried(bench.ctx, file(...rows));
    await remap("mug", "D");
    await bench.ctx.db.warehouseProduct.deleteMany({ where: { sku: "B" } });
    expect(await apply(uploadId)).toEqual({ outcome: "applied", changed: 1, left: 1 });
    expect(await verdictsOf(bench.ctx, uploadId)).toEqual(["new", "new", "unknown-sku"]);
    expect(await bench.states()).toEqual(expect.arrayContaining(["cup: mapped → C + D", "mug: mapped → D"]));
  });

  test("does not take what was refused when it was tried", async () => {
    const uploadId = await tried(bench.ctx, file("cup,mapped,E,1", "tea,mapped,C,1"));
    await bench.products({ E: {} });
    expect(await apply(uploadId)).toEqual({ outcome: "applied", changed: 1, left: 0 });
    expect(await bench.states()).not.toContain("cup: mapped → E");
  });

  test("asks first when it changes more than the merchant's share, and does nothing until told", async () => {
    await bench.map("cup", { B: 1 });
    await bench.ctx.db.variant.updateMany({
      where: { variantId: { in: ["mug", "cup"] } },
      data: { state: "mapped" },
    });
    const uploadId = await tried(bench.ctx, file("mug,mapped,B,1", "cup,mapped,A,1"));
    expect(await apply(uploadId, false)).toEqual({ outcome: "ask", changes: 2, mapped: 2 });
    expect(await bench.states()).toEqual(expect.arrayContaining(["cup: mapped → B", "mug: mapped → A"]));
    expect(await apply(uploadId, true)).toEqual({ outcome: "applied", changed: 2, left: 0 });
    const dimensions = { width: null, height: null, length: null };
    await saveCatalogueSettings(bench.ctx, { pushEdits: false, askBeyond: 100, dimensions });
    const back = await tried(bench.ctx, file("mug,mapped,A,1", "cup,mapped,B,1"));
    expect(await apply(back, false)).toEqual({ outcome: "applied", changed: 2, left: 0 });
  });

  test("never touches another shop, whatever ids the file names", async () => {
    await bench.elsewhere(async (other) => {
      await other.variants({ theirs: {}, mug: {} });
      await other.products({ X: {} });
      await other.map("theirs", { X: 1 });
      await other.map("mug", { X: 2 });
      const before = await exportText(other.ctx);

      const uploadId = await tried(bench.ctx, file("theirs,ignored,,", "mug,mapped,B,1", "cup,mapped,X,1"));
      expect(await verdictsOf(bench.ctx, uploadId)).toEqual(["unknown-variant", "change", "unknown-sku"]);
      expect(await applyUpload(other.ctx, { uploadId, confirmed: true })).toEqual({
        outcome: "unknown-upload",
      });
      expect((await readUpload(other.ctx, { uploadId })).rows).toEqual([]);
      await apply(uploadId);
      expect(await undoUpload(other.ctx, { uploadId })).toEqual({ outcome: "unknown-upload" });
      expect(await exportText(other.ctx)).toBe(before);
    });
  });
});

describe("undoing the last import", () => {
  beforeEach(async () => {
    await bench.variants({ mug: { sku: "M" }, cup: {}, set: {}, tea: {} });
    await bench.map("mug", { A: 1 });
    await bench.map("set", { B: 1, C: 2 });
    await bench.decide("tea", "unmapped");
  });

  test("brings everything back to what it was, to the letter", async () => {
    const { mapping, mappingComponent } = bench.ctx.db;
    const rows = async () => [
      await mapping.findMany({ orderBy: { variantId: "asc" } }),
      await mappingComponent.findMany({ orderBy: [{ variantId: "asc" }, { sku: "asc" }] }),
    ];
    const before = await rows();
    await bench.variants({ mug: { sku: "M-RENAMED" } });
    const uploadId = await applied(
      bench.ctx,
      file("mug,ignored,,", "cup,mapped,A,1", "set,mapped,D,1", "tea,mapped,B,3"),
    );
    expect(await rows()).not.toEqual(before);
    expect(await undo(uploadId)).toEqual({ outcome: "undone", undone: 4, left: 0 });
    expect(await rows()).toEqual(before);
    expect(await bench.states()).toEqual([
      "cup: unmapped (nothing_to_match_by)",
      "mug: mapped → A",
      "set: mapped → B + 2 C",
      "tea: unmapped (by_merchant)",
    ]);
    expect(await listUploads(bench.ctx)).toMatchObject([
      { stage: "undone", undoable: false, verdicts: { undone: 4 } },
    ]);
  });

  test("leaves what was changed since, and says so", async () => {
    const uploadId = await applied(bench.ctx, file("mug,mapped,D,1", "set,ignored,,"));
    await remap("mug", "B");
    expect(await undo(uploadId)).toEqual({ outcome: "undone", undone: 1, left: 1 });
    expect(await verdictsOf(bench.ctx, uploadId)).toEqual(["left", "undone"]);
    // Both use B now, which nothing speaks against.
    expect(await bench.states()).toEqual(
      expect.arrayContaining(["mug: mapped → B", "set: mapped → B + 2 C"]),
    );
  });

  test("leaves a variant that is gone from the shop", async () => {
    const uploadId = await applied(bench.ctx, file("mug,mapped,D,1"));
    await bench.gone("mug");
    expect(await undo(uploadId)).toEqual({ outcome: "undone", undone: 0, left: 1 });
  });

  test("twice does nothing the second time", async () => {
    const uploadId = await applied(bench.ctx, file("mug,mapped,D,1"));
    const outcomes = await Promise.all([undo(uploadId), undo(uploadId)]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["not-applied", "undone"]);
  });

  test("goes back one import after the other, the last first", async () => {
    const first = await applied(bench.ctx, file("mug,mapped,D,1"));
    const second = await applied(bench.ctx, file("mug,mapped,A,5"));
    expect(await undo(first)).toEqual({ outcome: "not-the-last" });
    await undo(second);
    expect(await bench.states()).toContain("mug: mapped → D");
    await undo(first);
    expect(await bench.states()).toContain("mug: mapped → A");
  });

  test("is not for a file that was only tried", async () => {
    const uploadId = await tried(bench.ctx, file("mug,mapped,D,1"));
    expect(await undo(uploadId)).toEqual({ outcome: "not-applied" });
  });
});

test("five hundred kits whose parts are also sold singly are one file, and one undo", async () => {
  const KITS = 500;
  await bench.fill(KITS, { mapped: true });
  await bench.variants(Object.fromEntries(Array.from({ length: KITS }, (_, kit) => [`kit${kit}`, {}])));
  const partsOf = (kit: number) => [kit, kit + 1, kit + 2].map((part) => `S${(part % KITS) + 1}`);
  const rows = Array.from({ length: KITS }, (_, kit) =>
    partsOf(kit).map((sku, index) => `kit${kit},mapped,${sku},${index + 1}`),
  ).flat();
  const uploadId = await tried(bench.ctx, file(...rows));
  expect(await listUploads(bench.ctx)).toMatchObject([{ verdicts: { new: rows.length } }]);
  expect(await apply(uploadId)).toEqual({ outcome: "applied", changed: KITS, left: 0 });
  const states = await bench.states();
  expect(states).toContain("kit0: mapped → S1 + 2 S2 + 3 S3");
  expect(states.filter((state) => /^kit\d+: mapped → /.test(state))).toHaveLength(KITS);
  const single = Array.from({ length: KITS }, (_, index) => `v${index + 1}: mapped → S${index + 1}`);
  expect(states).toEqual(expect.arrayContaining(single));

  expect(await undo(uploadId)).toEqual({ outcome: "undone", undone: KITS, left: 0 });
  const after = await bench.states();
  expect(after.filter((state) => state.startsWith("kit") && state.includes("→"))).toEqual([]);
  expect(after).toEqual(expect.arrayContaining(single));
});
