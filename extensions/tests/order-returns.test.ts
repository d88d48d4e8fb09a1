import { fireEvent } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { OrderReturnAnswer, OrderReturnsAnswer } from "../../app/extension-answers.ts";
import { links, setUpBlock, shownText, type Answer } from "./set-up-block.ts";
import { LANGUAGES, type Language } from "./texts.ts";

const ORDER = "gid://shopify/Order/7";

function onOrder(answers: Answer[], language: Language = "en.default") {
  const target = "admin.order-details.block.render" as const;
  return setUpBlock({ block: "order-returns", target, selected: ORDER, answers, language });
}

function back(more: Partial<OrderReturnAnswer> = {}): OrderReturnAnswer {
  return {
    ...{ name: "#1001-R1", page: "app/returns/12", stage: "labelled", returned: 2, received: 1 },
    inbound: { ref: "return-12", status: "new" },
    ...{ label: "ready", labelUrl: "https://cdn.example.com/label.pdf", needs: [] },
    ...more,
  };
}

const answer = (...returns: OrderReturnAnswer[]): OrderReturnsAnswer => ({ connected: true, returns });

test("each return says how far it is, what the warehouse has of it, and where its label lies", async () => {
  using block = onOrder([answer(back())]);
  await block.render();
  await expect.poll(shownText).toContain("#1001-R1");
  expect(block.asked).toEqual([`GET /ext/order-returns?order=${encodeURIComponent(ORDER)}`]);
  expect(shownText()).toContain("The warehouse expects it, and the shopper has a label.");
  expect(shownText()).toContain("1 of 2");
  expect(shownText()).toContain("return-12, new");
  expect(links()).toEqual({
    "View the label": "https://cdn.example.com/label.pdf",
    "Open in Dockline": "app:app/returns/12",
  });
  expect(document.querySelector("s-admin-block")?.getAttribute("collapsedSummary")).toBe("1 return");
});

test("a return that needs somebody says why and leads to where it is settled", async () => {
  const stuck = back({
    stage: "approved",
    inbound: null,
    label: "none",
    labelUrl: null,
    needs: ["unmapped"],
  });
  using block = onOrder([answer(stuck)]);
  await block.render();
  await expect.poll(shownText).toContain("The warehouse does not know what some lines are");
  expect(shownText()).toContain("Map each line’s variant");
  expect(links()).toEqual({ "Settle it in Dockline": "app:app/returns/12" });
  expect(document.querySelector("s-badge")?.getAttribute("tone")).toBe("warning");
});

test("an order without returns says so, and so does a shop without a warehouse", async () => {
  {
    using block = onOrder([answer()]);
    await block.render();
    await expect.poll(shownText).toContain("This order has no returns.");
  }
  using block = onOrder([{ connected: false, returns: [] }]);
  await block.render();
  await expect.poll(shownText).toContain("No warehouse is connected yet.");
  expect(links()).toEqual({ "Connect warehouse": "app:app/connect" });
});

test("an order with more returns than are shown says how many more, and leads to all of them", async () => {
  const more = { returns: 3, page: "app/returns?search=%231001" };
  using block = onOrder([{ ...answer(back()), more }]);
  await block.render();
  await expect.poll(shownText).toContain("And 3 more returns.");
  expect(links()).toMatchObject({ "See all returns": "app:app/returns?search=%231001" });
  expect(document.querySelector("s-admin-block")?.getAttribute("collapsedSummary")).toBe("4 returns");
});

test("each label of a return has a link, and where one has none it says so", async () => {
  const UNLINKED = "Some labels aren’t linked here.";
  const urls = [1, 2].map((number) => `https://cdn.example.com/${number}.pdf`);
  {
    using block = onOrder([answer(back({ labelUrl: urls[0]!, labelUrls: urls, hasMoreLabels: false }))]);
    await block.render();
    await expect.poll(links).toMatchObject({ "View label 1": urls[0], "View label 2": urls[1] });
    expect(shownText()).not.toContain(UNLINKED);
    expect(document.querySelector("s-link")?.getAttribute("accessibilityLabel")).toBe(
      "View label 1 of return #1001-R1",
    );
  }
  for (const unlinked of [
    { labelUrls: urls, hasMoreLabels: true },
    { labelUrl: null, labelUrls: [], hasMoreLabels: false },
    { label: "theirs" as const, labelUrl: null },
  ]) {
    using block = onOrder([answer(back(unlinked))]);
    await block.render();
    await expect.poll(shownText).toContain(UNLINKED);
  }
  using block = onOrder([
    answer(back({ label: "old", labelUrl: null, labelUrls: [], hasMoreLabels: false })),
  ]);
  await block.render();
  await expect.poll(shownText).toContain("Old label");
  expect(shownText()).not.toContain(UNLINKED);
});

test.each(["unreachable", 500] as const)(
  "while it waits it shows that; when the app is %s it says so, and asks again when told to",
  async (failure) => {
    using block = onOrder([failure, answer(back())]);
    const rendered = block.render();
    await rendered;
    await expect.poll(shownText).toContain("This could not be shown");
    fireEvent.click(document.querySelector("s-button")!);
    await expect.poll(() => document.querySelector("s-spinner, s-heading")).not.toBeNull();
    await expect.poll(shownText).toContain("#1001-R1");
    expect(block.asked).toHaveLength(2);
  },
);

const STAGES = [
  "requested",
  "earlier",
  "approved",
  "announced",
  "labelled",
  "receiving",
  "received",
  "settled",
  "closed",
  "cancelled",
  "declined",
] as const;

test.each(LANGUAGES)("every stage, inbound and label has its words in %s", async (language) => {
  const inbounds = [
    "new",
    "in_progress",
    "partially_received",
    "fully_received",
    "cancelled",
    "something_newer",
  ];
  const labels = ["none", "waiting", "ready", "failed", "theirs"] as const;
  const all = STAGES.map((stage, index) =>
    back({
      ...{ name: `#${index}`, page: `app/returns/${index}`, stage, label: labels[index % labels.length]! },
      inbound: inbounds[index] ? { ref: "r", status: inbounds[index] } : null,
    }),
  );
  using block = onOrder([answer(...all)], language);
  await block.render();
  await expect.poll(shownText).toContain("#10");
  expect(shownText()).toContain("something_newer");
});
