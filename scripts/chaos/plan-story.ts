import { MOVED, ORDERED, type Sold } from "./goods.ts";
import { createLuck, type Luck } from "./luck.ts";
import { planStore } from "./plan-store.ts";
import { planTrouble } from "./plan-trouble.ts";
import { SIDES, type Deed, type SideName, type Step, type Story } from "./story.ts";

/** Things that happen before the app is told to stop being troubled; a story of this length takes some two seconds. */
const [FEWEST, MOST] = [22, 34];
/** How much of what happens goes wrong. */
const TROUBLE = 0.36;
/** How many stories have a large store in them. */
const LARGE = 0.1;
/** How many orders are at a location that the warehouse has nothing to do with. */
const ELSEWHERE = 0.2;
/** After most things the app is given a moment to begin with what follows, in milliseconds. */
const MOMENTS = [0, 0, 10, 40, 90, 180] as const;

/** The story of a seed, always the same: what happens in both worlds, what goes wrong, and in which order. */
export function planStory(seed: number): Story {
  const luck = createLuck(seed);
  // Every story has orders and returns in it, so that there is something to be done twice.
  const steps: Step[] = SIDES.flatMap((side): Step[] => [
    { side, do: "order", sold: "MUG", pieces: 3, sent: true },
    { side, do: "order", sold: luck.pick(ORDERED), pieces: luck.between(1, 3), sent: true },
    { side, do: "send back", order: luck.between(0, 1), pieces: luck.between(1, 2), requested: false },
    ...(luck.chance(ELSEWHERE) ? planElsewhere(side, luck.pick(ORDERED)) : []),
  ]);
  const length = luck.between(FEWEST, MOST);
  while (steps.length < length) {
    steps.push(...(luck.chance(TROUBLE) ? planTrouble(luck, planDeed) : [planDeed(luck)]));
    const ms = luck.pick(MOMENTS);
    if (ms > 0) steps.push({ do: "wait", ms });
  }
  const isLarge = luck.chance(LARGE);
  return { seed, isLarge, stores: { a: planStore(luck), b: planStore(luck) }, steps };
}

/** An order that the warehouse has nothing to do with is sent back. */
function planElsewhere(side: SideName, sold: Sold): Step[] {
  return [
    { side, do: "order", sold, pieces: 2, sent: true, elsewhere: true },
    { side, do: "send back", order: -1, pieces: 1, requested: false },
  ];
}

function planDeed(luck: Luck): Deed | Extract<Step, { do: "pass" }> {
  const side = luck.pick(SIDES);
  const few = () => luck.between(1, 3);
  const nth = () => luck.between(0, 7);
  return luck.weighted<() => Deed | Extract<Step, { do: "pass" }>>([
    [
      4,
      () => ({
        ...{ side, do: "order", sold: luck.pick(ORDERED), pieces: few() },
        ...{ sent: luck.chance(0.6), elsewhere: luck.chance(ELSEWHERE) },
      }),
    ],
    [2, () => ({ side, do: "send", order: nth() })],
    [1, () => ({ side, do: "cancel order", order: nth(), restock: luck.chance(0.5) })],
    [3, () => ({ side, do: "ship", order: nth() })],
    [3, () => ({ side, do: "receive", sku: luck.pick(MOVED), good: few(), defective: luck.between(0, 1) })],
    [1, () => ({ side, do: "count", sku: luck.pick(MOVED), pieces: luck.between(0, 40) })],
    [
      2,
      () => ({
        side,
        do: "set figure",
        sold: luck.pick(ORDERED),
        pieces: luck.between(0, 40),
        byApp: luck.chance(0.5),
      }),
    ],
    [4, () => ({ side, do: "send back", order: nth(), pieces: few(), requested: luck.chance(0.3) })],
    [2, () => ({ side, do: "approve", return: nth() })],
    [
      1,
      () => ({ side, do: luck.pick(["decline", "cancel return", "close return"] as const), return: nth() }),
    ],
    [1, () => ({ side, do: "change return", return: nth(), pieces: few() })],
    [1, () => ({ side, do: luck.pick(["pause", "resume", "compare"] as const) })],
    [1, () => ({ side, do: luck.pick(["begin sale", "end sale"] as const) })],
    [5, () => ({ side, do: "parcel", return: nth(), ...luck.pick(PARCELS) })],
    [1, () => ({ side, do: "change token" })],
    [1, () => ({ side, do: "go live", sold: luck.pick(ORDERED) })],
    [1, () => ({ side, do: "keep back", sku: luck.pick(MOVED), pieces: luck.between(0, 3) })],
    [
      1,
      () => ({ side, do: "announce purchase", form: planForm(luck), sku: luck.pick(MOVED), pieces: few() }),
    ],
    [
      1,
      () => ({ side, do: "look", page: luck.pick(["/app", "/app/stock", "/app/returns", "/app/products"]) }),
    ],
    [1, () => ({ do: "pass", minutes: luck.pick([2, 20]) })],
  ])();
}

const PARCELS = [
  { good: 1, defective: 0 },
  { good: 2, defective: 0 },
  { good: 0, defective: 1 },
  { good: 1, defective: 1 },
] as const;

/** A UUID: the id of the form that the merchant has opened. */
function planForm(luck: Luck): string {
  const hex = Array.from({ length: 32 }, () => luck.between(0, 15).toString(16)).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");
}
