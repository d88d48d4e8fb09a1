import { fireEvent } from "@testing-library/preact";
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
    components: [{ sku: "MUG", units: 1 }],
    sum: { sellable: 1_195, limitedBy: "MUG", skus: [part("MUG", { units: 1, makes: 1_195 })] },
    ...{ warehouseStock: 1_200, onHand: 7, looked: { at: EARLIER, verdict: "equal" } },
    ...more,
  };
}

/** Of 1,200 units 3 are promised, 1 of which has left, 1 awaits dispatch, and 2 are kept unsold. */
function part(sku: string, { units, makes }: { units: number; makes: number }) {
  const lines = [
    { term: "stock", units: 1_200 },
    { term: "promised", units: -3 },
    { term: "dispatchedAhead", units: 1 },
    { term: "awaitingDispatch", units: -1 },
    { term: "safetyStock", units: -2 },
  ];
  return { sku, units, makes, lines, sellable: 1_195 };
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

test("a mapped variant shows its SKU, both sides' figures, and how long ago they were compared", async () => {
  using block = onVariant([stock()]);
  await block.render();
  await expect.poll(shownText).toContain("MUG");
  for (const words of ["1,200", "7", "2 hours ago", "Your shop shows what it should."])
    expect(shownText()).toContain(words);
  expect(block.asked).toEqual([`GET /ext/variant-stock?variant=${encodeURIComponent(VARIANT)}`]);
  expect(links()).toEqual({ "Open in Dockline": "app:app/products/9" });
  expect(document.querySelector("s-admin-block")?.getAttribute("collapsedSummary")).toBe(
    "1,200 in the warehouse · 7 on hand",
  );
});

test("a mapped variant shows what can be sold, term by term", async () => {
  using block = onVariant([stock()]);
  await block.render();
  const sum =
    "In the warehouse 1,200 · Promised to customers −3 · Shipped, not yet fulfilled +1 · Awaiting dispatch −1 · " +
    "Safety stock −2 · Can be sold 1,195";
  await expect.poll(shownText).toContain(sum);
  expect(shownText()).not.toContain("makes");
});

test("a kit shows the sum of each SKU, and which limits it", async () => {
  const components = [
    { sku: "CUP", units: 2 },
    { sku: "TRAY", units: 1 },
  ];
  const skus = [part("CUP", { units: 2, makes: 597 }), part("TRAY", { units: 1, makes: 1_195 })];
  using block = onVariant([stock({ components, sum: { sellable: 597, limitedBy: "CUP", skus } })]);
  await block.render();
  await expect.poll(shownText).toContain("2 × CUP, TRAY");
  expect(shownText()).toMatch(/CUP: In the warehouse 1,200 .* · Can be sold 1,195 · makes 597/);
  expect(shownText()).toMatch(/TRAY: .* · makes 1,195/);
  expect(shownText()).toContain("Can be sold 597 · CUP limits");
});

test("what the warehouse does not know, and what is not stocked, says so", async () => {
  using block = onVariant([stock({ warehouseStock: null, onHand: null, sum: null })]);
  await block.render();
  await expect.poll(shownText).toContain("Not known there");
  expect(shownText()).toContain("Not stocked");
  expect(shownText()).not.toContain("Can be sold");
});

test("what is not written, or never compared, says so", async () => {
  using block = onVariant([stock({ sum: null, looked: null, written: "paused" })]);
  await block.render();
  await expect.poll(shownText).toContain("Not yet");
  expect(shownText()).toContain("It is not written: stock is paused.");
});

test("a variant that is not mapped says what to do, and has nothing to compare", async () => {
  using block = onVariant([stock({ state: "suggested", components: [], sum: null, looked: null })]);
  await block.render();
  await expect.poll(shownText).toContain("Confirm it, and its stock follows.");
  expect(document.querySelector("s-button")).toBeNull();
});

test("“Reconcile now” waits until it is compared and written, and shows how it stands then", async () => {
  const looked = { at: NOW, verdict: "write" };
  using block = onVariant([
    ...[stock({ onHand: 9 }), { outcome: "asked" }, stock({ onHand: 9 }), stock({ onHand: 9, looked })],
    stock({ looked: { at: NOW, verdict: "equal" } }),
  ]);
  await block.render();
  await expect.poll(shownText).toContain("9");
  withoutWaiting();
  fireEvent.click(button());
  await expect.poll(() => button().getAttribute("loading")).not.toBeNull();
  await expect.poll(shownText).toContain("Compared just now.");
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
  await expect.poll(shownText).toContain("MUG");
  withoutWaiting();
  fireEvent.click(button());
  await expect.poll(shownText).toContain(words);
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
  const terms = ["stock", "promised", "dispatchedAhead", "awaitingDispatch", "unavailable", "safetyStock"];
  const lines = terms.map((term) => ({ term, units: 1 }));
  const skus = [
    { ...part("CUP", { units: 2, makes: 1 }), lines },
    { ...part("TRAY", { units: 1, makes: 2 }), lines },
  ];
  const written = ["shadow", "not-chosen", "paused"] as const;
  const ages = ["2026-11-20T11:29:59.000Z", "2026-11-20T11:29:00.000Z", "2026-11-18T09:00:00.000Z"];
  const all = [
    ...states.map((state) => stock({ state })),
    stock({ sum: { sellable: 1, limitedBy: "CUP", skus } }),
    ...verdicts.map((verdict) => stock({ looked: { at: EARLIER, verdict } })),
    ...written.map((why) => stock({ written: why })),
    ...ages.map((at) => stock({ looked: { at, verdict: "equal" } })),
  ];
  for (const one of all) {
    using block = onVariant([one], language);
    await block.render();
    await expect.poll(() => document.querySelector("s-link")).not.toBeNull();
  }
});
