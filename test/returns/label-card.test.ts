import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { describe, expect, test } from "vitest";
import { LabelView } from "../../app/components/returns/label-card.tsx";
import { PanelProvider } from "../../app/components/panel-provider.tsx";
import { LABEL_REASONS } from "../../app/domain/returns/label/label-reasons.ts";
import { showLabel } from "../../app/domain/returns/label/show-label.ts";
import { createI18n } from "../../app/i18n/i18n.ts";
import { dispositions, line } from "./support/lines.ts";
import { loadLanguage } from "../../app/i18n/load-language.server.ts";

const i18n = createI18n("en", await loadLanguage("en"));
const NOW = new Date("2030-01-01T12:00:00Z");
type Row = Parameters<typeof showLabel>[0];
const ROW: Row = {
  ...{ returnId: "gid://shopify/Return/7", status: "OPEN", inboundStatus: "new", label: "none" },
  ...{ labelReason: null, labelWords: null, labelSince: null, labelAnew: false },
  ...{ heldLabel: null, labelGoodFrom: 1, lines: [line("mug", 1, { MUG: 1 })] },
};

function shown(change: Partial<Row>, isOutdated = false): { text: string; buttons: string[] } {
  const view = createElement(LabelView, {
    ...{ label: showLabel({ ...ROW, ...change }), now: NOW, url: "/", busy: false, isOutdated },
    onAsk: () => undefined,
  });
  const panel = createElement(PanelProvider, { settings: undefined, children: view });
  const html = renderToStaticMarkup(createElement(I18nextProvider, { i18n, children: panel }));
  const words = (markup: string) =>
    markup
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .trim();
  return { text: words(html), buttons: html.match(/<button.*?<\/button>/g)?.map(words) ?? [] };
}

describe("what a merchant can do about a label", () => {
  test.each<[string, Partial<Row>, string[]]>([
    ["none, as the rules want none", {}, ["View", "Print", "Make label"]],
    ["waiting", { label: "waiting", labelReason: "not-there" }, ["View", "Print", "Try again"]],
    ["failed", { label: "failed", labelReason: "empty" }, ["View", "Print", "Try again"]],
    ["taken off", { label: "failed", labelReason: "removed" }, ["View", "Print", "Make new label"]],
    ["on the return", { label: "ready" }, ["View", "Print", "Make new label"]],
    ["somebody else's", { label: "theirs" }, ["View", "Print"]],
    ["of a return that is closed", { label: "ready", status: "CLOSED" }, ["View", "Print"]],
    ["of a return that came in", { label: "ready", inboundStatus: "fully_received" }, ["View", "Print"]],
    ["of an inbound that is gone", { label: "old", heldLabel: 1 }, []],
    ["of a return that is not announced", { inboundStatus: null }, []],
    ["of a return that was cancelled there", { label: "ready", inboundStatus: "cancelled" }, []],
  ])("%s", (_what, change, buttons) => {
    expect(shown(change).buttons).toEqual(buttons);
  });
});

test.each(LABEL_REASONS)("why it is not there is said in words: %s", (labelReason) => {
  const since = new Date(NOW.getTime() - 2 * 60 * 60_000);
  const { text } = shown({ label: "failed", labelReason, labelWords: "Paper is out", labelSince: since });
  expect(text).toContain("Failed");
  expect(text).toContain("Its words: “Paper is out”");
  expect(text).toContain("2 hours ago");
  expect(text).not.toMatch(/returns\.label|\{\{/);
});

describe("that the customer has an old label is said", () => {
  const missing = line("mug", 1, { MUG: 1 }, dispositions({ MISSING: 1 }));
  const OLD = "The customer has an old label";
  test.each<[string, boolean, Partial<Row>]>([
    ["of an inbound that is gone", true, { label: "old", heldLabel: 1 }],
    [
      "until the new one is there",
      true,
      { label: "waiting", labelReason: "not-there", heldLabel: 1, labelGoodFrom: 2 },
    ],
    ["before the new one is fetched", true, { label: "ready", heldLabel: 1, labelGoodFrom: 2 }],
    ["not of the one that is there", false, { label: "ready", heldLabel: 2, labelGoodFrom: 2 }],
    ["not before there was one", false, { label: "waiting", labelReason: "not-there", labelGoodFrom: 2 }],
    [
      "not where the merchant wants another",
      false,
      { label: "ready", heldLabel: 2, labelGoodFrom: 2, labelAnew: true },
    ],
    ["not when nothing is to come", false, { heldLabel: 1, labelGoodFrom: 2, lines: [missing] }],
    [
      "not when the parcel is there",
      false,
      { heldLabel: 1, labelGoodFrom: 2, inboundStatus: "fully_received" },
    ],
    ["not when the return is over", false, { heldLabel: 1, labelGoodFrom: 2, status: "CLOSED" }],
  ])("%s", (_what, isSaid, change) => {
    const { text } = shown(change);
    expect(text.includes(OLD)).toBe(isSaid);
    expect(text.includes("On the return")).toBe(!isSaid && change.label === "ready");
  });
});

test("that it is being made, and that the page is old, is said", () => {
  expect(shown({ label: "ready", labelAnew: true }).text).toContain("You asked for a new label.");
  expect(shown({ label: "ready" }, true).text).toContain("Load the page again");
});
