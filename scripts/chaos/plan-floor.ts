import { ORDERED, type Sold } from "./goods.ts";
import type { Luck } from "./luck.ts";
import type { SideName, Step } from "./story.ts";

/** Within so long a receipt is mostly followed, in milliseconds. */
const FOLLOWED_MS = 200;
/** The last of those it can be done to. */
const LAST = -1;

/**
 * A return comes, and people at the warehouse do something to it that no return needs: it ends short, is deleted, its receipt is
 * corrected, or one parcel brings what two returns announce.
 */
export function planFloor(
  luck: Luck,
  { side, meanwhile }: { side: SideName; meanwhile: () => Step[] },
): Step[] {
  const sold = luck.pick(ORDERED);
  const parcel = (): Step[] => [
    { side, do: "parcel", return: LAST, good: luck.between(1, 2), defective: luck.between(0, 1) },
    { do: "wait", ms: luck.pick([0, FOLLOWED_MS]) },
  ];
  const maybe = (steps: () => Step[]) => (luck.chance(0.5) ? steps() : []);
  const becomes = luck.pick(["gone", "defective"] as const);
  const floor = luck.weighted<() => Step[]>([
    [3, () => [...parcel(), { side, do: "correct receipt", return: LAST, becomes }, ...maybe(parcel)]],
    [2, () => [...maybe(parcel), { side, do: "end inbound", return: LAST }]],
    [2, () => [...maybe(parcel), { side, do: "delete inbound", return: LAST }]],
    [
      3,
      () => [
        ...planReturn(side, sold),
        { side, do: "shared parcel", returns: [LAST, LAST - 1] },
        ...maybe(() => [{ side, do: "correct receipt", return: LAST, becomes }]),
        ...maybe(parcel),
      ],
    ],
  ]);
  return [...planReturn(side, sold), ...floor(), ...meanwhile()];
}

/** Somebody sends two of three units back, and the return is announced. */
function planReturn(side: SideName, sold: Sold): Step[] {
  return [
    { side, do: "order", sold, pieces: 3, sent: true },
    { side, do: "send back", order: LAST, pieces: 2, requested: false },
    { side, do: "await inbound", return: LAST },
  ];
}
