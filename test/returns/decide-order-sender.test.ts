import { expect, test } from "vitest";
import {
  decideOrderSender,
  type OrderSender,
} from "../../app/domain/returns/announce/decide-order-sender.ts";

const decided = (over: Partial<OrderSender>): string =>
  decideOrderSender({
    ...{ before: "key.one", now: "key.two", isTyped: false, isShown: false, isUsable: true, isThere: false },
    isUnanswered: false,
    ...over,
  });

test.each<[string, Partial<OrderSender>, string]>([
  ["an edited sender is sent", {}, "send"],
  ["an edited sender is sent that was shown as another before", { isShown: true }, "send"],
  ["one as it was is left alone", { now: "key.one" }, "none"],
  ["one that is as it was again is not shown any more", { now: "key.one", isShown: true }, "keep"],
  ["one that was never compared is the first to compare with", { before: null }, "keep"],
  ["one under another key says nothing", { now: "other.two" }, "keep"],
  ["the merchant's words are not replaced", { isTyped: true }, "show"],
  ["one that the warehouse would not take is shown", { isUsable: false }, "show"],
  ["what the warehouse has already is neither sent nor shown", { isThere: true, isTyped: true }, "keep"],
  [
    "one as it was is sent again where another that was sent may have arrived",
    { now: "key.one", isUnanswered: true },
    "send",
  ],
  [
    "one as it was is kept where the warehouse has it after all",
    { now: "key.one", isUnanswered: true, isThere: true },
    "keep",
  ],
  ["it is shown once", { isTyped: true, isShown: true }, "none"],
])("%s", (_title, over, expected) => {
  expect(decided(over)).toBe(expected);
});
