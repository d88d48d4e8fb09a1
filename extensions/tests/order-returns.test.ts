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
