import { describe, expect, test } from "vitest";
import { afterSeen, afterShown, stillSeen, withoutSeen } from "../../app/domain/returns/decide-seen.ts";
import type { Need } from "../../app/domain/returns/return-needs.ts";

const over = (quantity: number): Need => ({ kind: "over", sku: "MUG", quantity });
const refused = (reason: string, key: "refused" | "not-found" = "refused"): Need => ({
  kind: "refused",
  sentence: { key, values: { field: "", limit: 0, length: 0, reason } },
});
const disposition = (reason: string): Need => ({ kind: "disposition", reason });
const LABEL: Need = { kind: "label" };
const NOT_SHOWN: Need = { kind: "not-shown" };

describe("a need is shown no more once the merchant has seen", () => {
  test.each<[string, Need, Need, boolean]>([
    ["the same", over(1), over(1), true],
    ["one with another number", over(2), over(1), false],
    ["another kind", LABEL, over(1), false],
    ["the same refusal in other words", refused("Later."), refused("Not now."), true],
    ["a refusal of another kind", refused("", "not-found"), refused(""), false],
    ["a refusal that said nothing", refused("Later."), refused("", "refused-unexplained" as "refused"), true],
    ["what the store refused in other words", disposition("It is closed."), disposition(""), true],
  ])("%s", (_what, need, seen, isHidden) => {
    expect(withoutSeen([need], [seen])).toEqual(isHidden ? [] : [need]);
    // And it is remembered for as long as it is there.
    expect(stillSeen([seen], [need])).toEqual(isHidden ? [seen] : []);
  });
});

describe("what the merchant has seen on a page", () => {
  test("is hidden, without anybody's words, and the rest is shown", () => {
    const known = { needs: [over(1), refused("Robin is not known."), LABEL], seen: [NOT_SHOWN] };
    expect(afterSeen(known, [refused("Robin is not known."), LABEL])).toEqual({
      needs: [over(1)],
      seen: [NOT_SHOWN, refused("", "refused-unexplained" as "refused"), LABEL],
    });
  });

  test("is still shown where it has changed since, or has ended", () => {
    expect(afterSeen({ needs: [over(2)], seen: [] }, [over(1)])).toBeNull();
    expect(afterSeen({ needs: [], seen: [over(1)] }, [over(1)])).toBeNull();
    expect(afterSeen({ needs: [over(2), LABEL], seen: [] }, [over(1), LABEL])).toEqual({
      needs: [over(2)],
      seen: [LABEL],
    });
  });

  test("is still shown where the store does not show the return: that has a button of its own", () => {
    expect(afterSeen({ needs: [NOT_SHOWN], seen: [] }, [NOT_SHOWN])).toBeNull();
  });
});

describe("when the merchant wants all to be shown again", () => {
  test("what was hidden is shown after the rest, each once", () => {
    expect(afterShown({ needs: [over(2), LABEL], seen: [LABEL, over(1)] })).toEqual({
      needs: [over(2), LABEL, over(1)],
      seen: [],
    });
  });

  test("nothing is to be done where nothing was hidden", () => {
    expect(afterShown({ needs: [LABEL], seen: [] })).toBeNull();
  });
});
