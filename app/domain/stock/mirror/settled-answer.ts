import { ShopifyError } from "../../../shopify/errors.ts";
import type { SetQuantitiesAnswer } from "../../../shopify/set-quantities.ts";
import { LocationGone } from "./read-shop-stock.ts";

/** An answer that says what became of the call. */
export type SettledAnswer = Extract<
  SetQuantitiesAnswer,
  { answer: "done" | "entries-refused" | "key-spent" }
>;

/** @throws ShopifyError, LocationGone where the answer does not say what became of the call, or nothing can be written there */
export function settledAnswer(answer: SetQuantitiesAnswer): SettledAnswer {
  switch (answer.answer) {
    case "done":
    case "entries-refused":
    case "key-spent":
      return answer;
    case "location-gone":
      throw new LocationGone();
    case "busy":
      throw new ShopifyError("unavailable", { message: "the same write is under way" });
    case "unexpected":
      throw new ShopifyError("refused", { message: answer.message });
  }
}
