import { expect, test } from "vitest";
import {
  decideOrderSender,
  type OrderSender,
} from "../../app/domain/returns/announce/decide-order-sender.ts";

const decided = (over: Partial<OrderSender>) =>
  decideOrderSender({
    ...{ before: "key.one", now: "key.two", isTyped: false, isShown: false, isUsable: true },
    ...over,
  });

test.each<[string, ReturnType<typeof decideOrderSender>, string]>([
  ["an edited sender is sent", decided({}), "send"],
  ["an edited sender is sent that was shown as another before", decided({ isShown: true }), "send"],
  ["one as it was is left alone", decided({ now: "key.one" }), "none"],
  ["one that is as it was again is not shown any more", decided({ now: "key.one", isShown: true }), "keep"],
  ["one that was never compared is the first to compare with", decided({ before: null }), "keep"],
  ["one under another key says nothing", decided({ now: "other.one" }), "keep"],
  ["the merchant's words are not replaced", decided({ isTyped: true }), "show"],
  ["one that the warehouse would not take is shown", decided({ isUsable: false }), "show"],
  ["it is shown once", decided({ isTyped: true, isShown: true }), "none"],
])("%s", (_title, step, expected) => {
  expect(step).toBe(expected);
});
