import { fireEvent, waitFor } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import type { VariantStockAnswer } from "../../app/extension-answers.ts";
import { links, setUpBlock, shownText, type Answer } from "./set-up-block.ts";
import { LANGUAGES, type Language } from "./texts.ts";

const VARIANT = "gid://shopify/ProductVariant/9";
const EARLIER = "2026-11-20T09:00:00.000Z";
const NOW = "2026-11-20T11:30:00.000Z";

function onVariant(answers: Answer[], language: Language = "en.default") {
  const target = "admin.product-variant-details.block.render" as const;
  return setUpBlock({ block: "variant-stock", target, selected: VARIANT, answers, language });
}

function stock(more: Partial<VariantStockAnswer> = {}): VariantStockAnswer {
  return {
    ...{ connected: true, page: "app/products/9", state: "mapped", written: "yes", now: NOW },
    goods: [{ sku: "MUG", quantity: 1, stock: 1_200 }],
    ...{ warehouseStock: 1_200, onHand: 7, looked: { at: EARLIER, verdict: "equal" } },
    ...more,
  };
}

const button = () => document.querySelector("s-button")!;

/** The block asks once a second whether it has been compared; nobody has to wait for that here. */
function withoutWaiting(): void {
  const after = globalThis.setTimeout;
  vi.spyOn(globalThis, "setTimeout").mockImplementation((then: () => void, ms?: number) =>
    after(then, ms === 1_000 ? 0 : ms),
  );
}
afterEach(() => void vi.restoreAllMocks());
/** Longer than that second, so that it is not cut short as well. */
const PATIENT = { timeout: 5_000 };

test("a mapped variant shows its SKU, both sides' figures, and how long ago they were compared", async () => {
  using block = onVariant([stock()]);
  await block.render();
  await waitFor(() => expect(shownText()).toContain("MUG"));
  for (const words of ["1,200", "7", "2 hours ago", "Your shop shows what it should."])
    expect(shownText()).toContain(words);
  expect(block.asked).toEqual([`GET /ext/variant-stock?variant=${encodeURIComponent(VARIANT)}`]);
  expect(links()).toEqual({ "Open in Dockline": "app:app/products/9" });
  expect(document.querySelector("s-admin-block")?.getAttribute("collapsedSummary")).toBe(
    "1,200 in the warehouse · 7 on hand",
  );
});

test("a kit shows its parts", async () => {
  const goods = [
    { sku: "CUP", quantity: 2, stock: 9 },
    { sku: "TRAY", quantity: 1, stock: null },
  ];
  using block = onVariant([stock({ goods, warehouseStock: null, onHand: null })]);
  await block.render();
  await waitFor(() => expect(shownText()).toContain("2 × CUP (9 there), 1 × TRAY (– there)"));
  expect(shownText()).toContain("Not known there");
  expect(shownText()).toContain("Not stocked");
});

test("what is not written, or never compared, says so", async () => {
  using block = onVariant([stock({ looked: null, written: "paused" })]);
  await block.render();
  await waitFor(() => expect(shownText()).toContain("Not yet"));
  expect(shownText()).toContain("It is not written: stock is paused.");
});

test("a variant that is not mapped says what to do, and has nothing to compare", async () => {
  using block = onVariant([stock({ state: "suggested", goods: [], looked: null })]);
  await block.render();
  await waitFor(() => expect(shownText()).toContain("Confirm it, and its stock follows."));
  expect(document.querySelector("s-button")).toBeNull();
});

test("“Reconcile now” waits until it is compared and written, and shows how it stands then", async () => {
  const looked = { at: NOW, verdict: "write" };
  using block = onVariant([
    ...[stock({ onHand: 9 }), { outcome: "asked" }, stock({ onHand: 9 }), stock({ onHand: 9, looked })],
    stock({ looked: { at: NOW, verdict: "equal" } }),
  ]);
  await block.render();
  await waitFor(() => expect(shownText()).toContain("9"));
  withoutWaiting();
  fireEvent.click(button());
  await waitFor(() => expect(button().getAttribute("loading")).not.toBeNull(), PATIENT);
  await waitFor(() => expect(shownText()).toContain("Compared just now."), PATIENT);
  expect(shownText()).toContain("just now");
  expect(block.asked.map((one) => one.split(" ")[0])).toEqual(["GET", "POST", "GET", "GET", "GET"]);
});

test.each([
  ["not-connected", [{ outcome: "not-connected" }], "no warehouse is connected"],
  ["not-mapped", [{ outcome: "not-mapped" }], "not mapped any more"],
  ["unreachable", ["unreachable"], "Dockline did not answer"],
  ["slow", [{ outcome: "asked" }, stock()], "It is still being compared"],
] as [string, Answer[], string][])("“Reconcile now” says what came of it: %s", async (_, answers, words) => {
  using block = onVariant([stock(), ...answers]);
  await block.render();
  await waitFor(() => expect(shownText()).toContain("MUG"));
  withoutWaiting();
  fireEvent.click(button());
  await waitFor(() => expect(shownText()).toContain(words), PATIENT);
});

test.each(LANGUAGES)("every state, finding and age has its words in %s", async (language) => {
  const states = [
    "suggested",
    "ambiguous",
    "unmapped",
    "not_at_warehouse",
    "ignored",
    "tombstoned",
    "bundle",
    "unknown",
  ] as const;
  const verdicts = [
    "equal",
    "write",
    "activate",
    "stopped",
    "sale",
    "untracked",
    "not_stocked",
    "absurd",
    "rejected",
    "gone",
  ];
  const written = ["shadow", "not-chosen", "paused"] as const;
  const ages = ["2026-11-20T11:29:59.000Z", "2026-11-20T11:29:00.000Z", "2026-11-18T09:00:00.000Z"];
  const all = [
    ...states.map((state) => stock({ state })),
    ...verdicts.map((verdict) => stock({ looked: { at: EARLIER, verdict } })),
    ...written.map((why) => stock({ written: why })),
    ...ages.map((at) => stock({ looked: { at, verdict: "equal" } })),
  ];
  for (const one of all) {
    using block = onVariant([one], language);
    await block.render();
    await waitFor(() => expect(document.querySelector("s-link")).not.toBeNull());
  }
});
