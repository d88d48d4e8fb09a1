import { describe, expect, test } from "vitest";
import { loadCatalogueSettings } from "../../app/domain/catalog/catalogue-settings.ts";
import { saveCatalogueForm } from "../../app/domain/catalog/save-catalogue-form.ts";
import { RETURN_DEFAULTS, loadReturnSettings } from "../../app/domain/returns/return-settings.ts";
import { saveReturnForm } from "../../app/domain/returns/save-return-form.ts";
import { changeStockSettings } from "../../app/domain/stock/settings/change-stock-settings.ts";
import { saveStockForm } from "../../app/domain/stock/settings/save-stock-form.ts";
import { loadStockSettings, STOCK_DEFAULTS } from "../../app/domain/stock/settings/stock-settings.ts";
import { openCatalogue } from "../catalog/bench.ts";

const bench = await openCatalogue();
const { ctx } = bench;

test("forms in which nothing was changed change nothing, also of a store that has saved none, at the same moment", async () => {
  const saves = Array.from({ length: 8 }, () =>
    Promise.all([saveStockForm(ctx, {}), saveReturnForm(ctx, {}), saveCatalogueForm(ctx, { sent: {} })]),
  );
  for (const answers of await Promise.all(saves))
    expect(answers).toMatchObject(answers.map(() => ({ outcome: "saved", sent: {} })));
  const counts = [ctx.db.stockSettings, ctx.db.returnSettings, ctx.db.catalogueSettings].map((table) =>
    (table as typeof ctx.db.stockSettings).count(),
  );
  expect(await Promise.all(counts)).toEqual([0, 0, 0]);
});

describe("the stock form", () => {
  test("changes the fields that were sent, and answers with what is stored", async () => {
    expect(await saveStockForm(ctx, { buffer: " 03 ", timeZone: "UTC" })).toMatchObject({
      outcome: "saved",
      sent: { buffer: " 03 " },
      saved: { buffer: "3", settleHours: "48", activate: "" },
    });
    expect(await loadStockSettings(ctx)).toMatchObject({ ...STOCK_DEFAULTS, buffer: 3 });
  });

  test("of two people holds what both changed, at the same moment", async () => {
    await Promise.all([
      saveStockForm(ctx, { buffer: "5" }),
      saveStockForm(ctx, { settleHours: "72" }),
      saveStockForm(ctx, { activate: "on" }),
    ]);
    expect(await loadStockSettings(ctx)).toMatchObject({ buffer: 5, settleMinutes: 72 * 60, activate: true });
  });

  test("keeps a wait that isn't a whole number of hours, unless it is changed", async () => {
    await changeStockSettings(ctx, { settleMinutes: 90 });
    expect(await saveStockForm(ctx, { buffer: "6" })).toMatchObject({ saved: { settleHours: "2" } });
    expect((await loadStockSettings(ctx)).settleMinutes).toBe(90);
  });

  test("judges a time by the one that is stored, in the time zone it was typed in", async () => {
    const saleFrom = new Date("2026-11-27T08:00Z");
    await changeStockSettings(ctx, { saleFrom, saleUntil: null });
    const timeZone = "Europe/Amsterdam";
    expect(await saveStockForm(ctx, { saleUntil: "2026-11-27T09:00", timeZone })).toEqual({
      outcome: "invalid",
      faults: ["saleUntilBefore"],
    });
    await saveStockForm(ctx, { saleUntil: "2026-11-27T09:01", timeZone });
    expect(await loadStockSettings(ctx)).toMatchObject({
      saleFrom,
      saleUntil: new Date("2026-11-27T08:01Z"),
    });
  });

  test("isn't judged by a stored sale that no change is about", async () => {
    const sale = { saleFrom: new Date("2026-11-28T20:00Z"), saleUntil: new Date("2026-11-28T08:00Z") };
    await changeStockSettings(ctx, sale);
    expect(await saveStockForm(ctx, { buffer: "3", timeZone: "UTC" })).toMatchObject({ outcome: "saved" });
    expect(await loadStockSettings(ctx)).toMatchObject({ ...sale, buffer: 3 });
    expect(await saveStockForm(ctx, { saleFrom: "2026-11-28T19:00", timeZone: "UTC" })).toEqual({
      outcome: "invalid",
      faults: ["saleUntilBefore"],
    });
  });

  test("reads times in the store's time zone when the one that was sent is none", async () => {
    await saveStockForm(ctx, { saleFrom: "2026-11-28T00:00", timeZone: "Nowhere/Land" });
    expect((await loadStockSettings(ctx)).saleFrom).toEqual(new Date("2026-11-28T00:00Z"));
  });

  test("changes nothing when one field is wrong", async () => {
    const before = await loadStockSettings(ctx);
    expect(await saveStockForm(ctx, { buffer: "9", stopBeyond: "many" })).toEqual({
      outcome: "invalid",
      faults: ["stopBeyond"],
    });
    expect(await loadStockSettings(ctx)).toEqual(before);
  });
});

test("the return form changes the fields that were sent: what isn't sent stays ticked", async () => {
  expect(await saveReturnForm(ctx, { overdueDays: " 014 ", approve: "on" })).toMatchObject({
    outcome: "saved",
    saved: { overdueDays: "14", approve: "on", announce: "on", close: "" },
  });
  await Promise.all([saveReturnForm(ctx, { announce: "" }), saveReturnForm(ctx, { expectedDays: "3" })]);
  expect(await loadReturnSettings(ctx)).toMatchObject({
    ...RETURN_DEFAULTS,
    ...{ approve: true, announce: false, expectedDays: 3 },
  });
  expect(await saveReturnForm(ctx, { defectiveAs: "burnt" })).toEqual({
    outcome: "invalid",
    faults: ["defectiveAs"],
  });
});

describe("the product form", () => {
  test("changes the fields that were sent, of dimensions too", async () => {
    await Promise.all([
      saveCatalogueForm(ctx, { sent: { width: " custom.width " } }),
      saveCatalogueForm(ctx, { sent: { height: "custom.height" } }),
      saveCatalogueForm(ctx, { sent: { askBeyond: "030" } }),
    ]);
    expect(await loadCatalogueSettings(ctx)).toEqual({
      ...{ pushEdits: false, askBeyond: 30 },
      dimensions: { width: "custom.width", height: "custom.height", length: null },
    });
    expect(await saveCatalogueForm(ctx, { sent: { width: "  " } })).toMatchObject({
      sent: { width: "  " },
      saved: { width: "", height: "custom.height", askBeyond: "30" },
    });
  });

  test.each([
    [{ askBeyond: "101" }, { outcome: "invalid-share" }],
    [
      { width: "width", height: "custom.h2" },
      { outcome: "invalid", fields: ["width"] },
    ],
  ])("with %j changes nothing", async (sent, outcome) => {
    const before = await loadCatalogueSettings(ctx);
    expect(await saveCatalogueForm(ctx, { sent })).toEqual(outcome);
    expect(await loadCatalogueSettings(ctx)).toEqual(before);
  });
});
