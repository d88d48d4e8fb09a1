import { DUPLICATES, KIT, ORDINARY, PART_AND_PAIR, world, type SmallWorld } from "./define-world.ts";
import type { Setting, StepName } from "./small-world.ts";

/** Orders, packing, fulfilling in either order, receipts and cancellations: what happens every day. */
const EVERY_DAY: SmallWorld[] = [
  world("one variant", "exact", { stock: [3], orders: 3, run: { runs: 3 } }),
  world("one variant, safety stock", "exact", { stock: [3], orders: 3, safetyStock: 1, run: { runs: 3 } }),
  world("single, duplicate and kit", "exact", { ...DUPLICATES, run: { runs: 3 } }),
  world("single, duplicate and kit, more stock", "exact", { ...DUPLICATES, stock: [3, 2], run: { runs: 3 } }),
  world("part and kit, three orders", "exact", { ...KIT, orders: 3 }),
  world("part and pack of two", "exact", { stock: [3], variants: PART_AND_PAIR, run: { runs: 3 } }),
  world("single, duplicate and kit, safety stock, lost answers", "exact", {
    ...DUPLICATES,
    safetyStock: 1,
    run: { losesAnswers: true },
  }),
  world("part and kit, lost answers", "exact", { ...KIT, run: { runs: 3, losesAnswers: true } }),
  world("part and kit, crashes", "exact", { ...KIT, run: { runs: 3, crashes: true } }),
  world("single, duplicate and kit, sale", "exact", {
    ...DUPLICATES,
    safetyStock: 1,
    run: { runs: 3, isSale: true },
  }),
  // A receipt that arrives between the two reads hides, for one run, what was packed.
  world("receipts read apart", "safe", { ...KIT, run: { receiptsApart: true } }),
  world("available", "exact", { mode: "available", orders: 3, run: { runs: 3 } }),
  world("available, part and kit", "exact", { ...KIT, mode: "available", run: { runs: 3 } }),
  world("available, part and kit, lost answers", "exact", {
    ...KIT,
    mode: "available",
    run: { losesAnswers: true },
  }),
];

const SET_ASIDE: Setting["steps"] = { ...ORDINARY, "set aside": 1, "set aside no more": 1 };
const TWO_LOCATIONS: Setting["steps"] = { ...ORDINARY, "order from elsewhere": 1, "order to elsewhere": 1 };

/** What the store does beside selling, which is right to the unit as well. */
const STORE: SmallWorld[] = [
  world("units set aside", "exact", { steps: SET_ASIDE, run: { runs: 3 } }),
  world("units set aside, part and kit", "exact", { ...KIT, steps: SET_ASIDE }),
  world("units set aside, available", "exact", { mode: "available", steps: SET_ASIDE, run: { runs: 3 } }),
  world("units set aside, available, part and kit", "exact", { ...KIT, mode: "available", steps: SET_ASIDE }),
  world("orders of other locations", "exact", { steps: TWO_LOCATIONS, run: { runs: 3 } }),
  world("orders of other locations, part and kit", "exact", { ...KIT, steps: TWO_LOCATIONS }),
  world("orders of other locations, available, part and kit", "exact", {
    ...KIT,
    mode: "available",
    steps: TWO_LOCATIONS,
  }),
];

const CANCELLED_FULFILLMENT: Setting["steps"] = { ...ORDINARY, "cancel fulfillment": 1 };

/** What was sent comes back with a receipt, and its fulfillment may be cancelled then, to send it again. */
const RETURNED_PARCEL: Setting["steps"] = { "cancel fulfillment": 1, "return parcel": 1, receive: 1 };

/** The same, with fulfillments read apart from the store's quantities. */
const FULFILLMENTS: SmallWorld[] = [
  world("fulfillments", "exact", { run: { runs: 3, fulfillments: "before" } }),
  world("fulfillments, part and kit", "exact", { ...KIT, run: { fulfillments: "before" } }),
  world("fulfillments, lost answers", "exact", { run: { fulfillments: "before", losesAnswers: true } }),
  world("fulfillments, orders too old to read", "exact", {
    ...KIT,
    steps: { receive: 1, "fulfill unseen": 1 },
    run: { fulfillments: "before" },
  }),
  world("fulfillments beside the stock", "exact", { run: { runs: 3, fulfillments: "beside the stock" } }),
  world("fulfillments beside the stock, part and kit", "exact", {
    ...KIT,
    run: { fulfillments: "beside the stock", losesAnswers: true },
  }),
  world("fulfillments beside the stock, cancelled", "safe", {
    steps: CANCELLED_FULFILLMENT,
    run: { runs: 3, fulfillments: "beside the stock" },
  }),
  // One that is cancelled between the two reads counts as fulfilled until the next run.
  world("cancelled fulfillments", "safe", {
    steps: CANCELLED_FULFILLMENT,
    run: { runs: 3, fulfillments: "before" },
  }),
  // One that is fulfilled again before the store is read looks as if its fulfillment had never been cancelled.
  world(
    "parcels that come back",
    { overAtMost: 146 },
    {
      ...{ by: "knowledge", orders: 1, steps: RETURNED_PARCEL },
      run: { runs: 3, fulfillments: "before" },
    },
  ),
  world("cancelled fulfillments, part and kit", "safe", {
    ...KIT,
    steps: CANCELLED_FULFILLMENT,
    run: { fulfillments: "before" },
  }),
];

export const ODD_STEPS = [
  "cancel without restock",
  "cancel packed",
  "cancel fulfillment",
  "unpack",
  "warehouse -1",
  "warehouse +1",
  "store -1",
  "store +1",
  "grace",
] as const;

/**
 * Histories in which it looks as if less had left than has. "store +1": a unit is fulfilled, one is cancelled and one is added
 * between two reads of the store. With fulfillments that needs the moment between their read and that of the quantities, and
 * ends with the next run. "grace": what has waited longer counts as packed.
 */
const OVER: Partial<Record<StepName, { levels: number; fulfillments: number }>> = {
  "store +1": { levels: 1, fulfillments: 1 },
  grace: { levels: 12, fulfillments: 31 },
};

/** One odd step each, judged by what the app can know: from quantities alone, and with fulfillments. */
const ODD: SmallWorld[] = ODD_STEPS.flatMap((step) => {
  const { levels = 0, fulfillments = 0 } = OVER[step] ?? {};
  const of = { by: "knowledge", steps: { cancel: 1, [step]: 1 } } as const;
  return [
    world(step, { overAtMost: levels }, of),
    world(
      `${step}, with fulfillments`,
      { overAtMost: fulfillments },
      { ...of, run: { fulfillments: "before" } },
    ),
  ];
});

/** A recount upwards: no receipt ever explains it. Nothing is unpacked, so what was matched need not be kept. */
const RECOUNT = { without: "matched", by: "knowledge", steps: { cancel: 1, "warehouse +1": 1 } } as const;

/** Units whose receipt is read later than they are, or never. */
const RISES: SmallWorld[] = [
  world("recounted", "exact", { ...RECOUNT, packs: "after" }),
  world("recounted, available", "exact", { ...RECOUNT, mode: "available" }),
  world("recounted beside receipts", "safe", {
    ...RECOUNT,
    steps: { "warehouse +1": 1, receive: 1 },
    run: { receiptsApart: true },
  }),
  world("receipts booked later", "safe", {
    steps: { "warehouse +1": 1, "book receipt": 1 },
    run: { runs: 3 },
  }),
  // A receipt that is booked between the two reads, and corrected before the next, looks like a recount and a parcel after it.
  world(
    "receipts corrected",
    { overAtMost: 75 },
    {
      by: "knowledge",
      steps: { receive: 1, "correct receipt": 1 },
      run: { receiptsApart: true },
    },
  ),
  // Every order is packed before it is fulfilled: then only units without a receipt could expire too soon.
  world("receipts unread for a grace period", "safe", {
    orders: 1,
    packs: "before",
    steps: { receive: 1, grace: 1 },
    run: { runs: 3, receiptsApart: true, receiptsFail: true },
  }),
];

/** Defective units arrive beside good ones, and the stock counts both. */
const DEFECTIVE = { receive: 1, "receive defective": 1 } as const;

/** Such units are never packed for an order, so what is free of the stock is what the warehouse says. */
const DEFECTIVES: SmallWorld[] = [
  world("defective units arrive", "safe", { steps: DEFECTIVE, run: { runs: 3 } }),
  world("defective units arrive, available", "safe", {
    ...{ mode: "available", steps: DEFECTIVE },
    run: { runs: 3 },
  }),
  world("defective units arrive, part and kit", "safe", { ...KIT, steps: DEFECTIVE }),
  world("defective units arrive, fulfillments", "safe", {
    steps: DEFECTIVE,
    run: { runs: 3, fulfillments: "before" },
  }),
  world("defective units arrive, receipts read apart", "safe", {
    steps: DEFECTIVE,
    run: { receiptsApart: true },
  }),
  // One that is discarded leaves like a parcel.
  world(
    "defective units discarded",
    { overAtMost: 0 },
    {
      ...{ by: "knowledge", steps: { ...DEFECTIVE, "discard defective": 1 } },
    },
  ),
];

/** Every order is packed within the grace period, also where receipts that hide its parcel are unread for longer. */
const PACKED_SOON = {
  packs: "soon after",
  steps: { receive: 1, grace: 1 },
  run: { runs: 3, receiptsFail: true },
} as const;

/** Lots of several ages. As long as none is too old, they change nothing; what is too old counts as packed. */
const AGES: SmallWorld[] = [
  world("packed soon, receipts unread", "safe", PACKED_SOON),
  world("packed soon, receipts unread, available", "safe", { ...PACKED_SOON, mode: "available" }),
  world("none too old", "exact", { graceTicks: 3, steps: { ...ORDINARY, grace: 2 }, run: { runs: 3 } }),
  world("none too old, part and kit", "exact", { ...KIT, graceTicks: 3, steps: { cancel: 1, grace: 2 } }),
  world("none too old, available", "exact", {
    mode: "available",
    graceTicks: 3,
    steps: { ...ORDINARY, grace: 2 },
    run: { runs: 3 },
  }),
  world("some too old", { overAtMost: 36 }, { by: "knowledge", graceTicks: 2, steps: { grace: 3 } }),
];

/** A unit is fulfilled within the grace period, and with its time. */
export const FIRST_SIGHT = { hasTimes: true, graceTicks: 2 } as const;

/**
 * What is seen for the first time, or again. What was fulfilled lately waits for dispatch, packed or not, and what left the store's
 * quantity before its fulfillment was read counts once more.
 */
const FIRST_SEEN: SmallWorld[] = [
  world("mapped", "safe", {
    ...FIRST_SIGHT,
    run: { runs: 3, fulfillments: "before", unmapped: [0] },
  }),
  world("mapped, kit", "safe", {
    ...FIRST_SIGHT,
    variants: [
      [1, 0],
      [0, 1],
    ],
    stock: [2, 1],
    run: { fulfillments: "before", unmapped: [1] },
  }),
  world("mapped, receipts read apart", "safe", {
    ...FIRST_SIGHT,
    run: { fulfillments: "before", unmapped: [0], receiptsApart: true },
  }),
  world("mapped again as it is", "safe", {
    ...FIRST_SIGHT,
    run: { runs: 3, fulfillments: "before", remaps: 2 },
  }),
  world("mapped again as it is, part and kit", "safe", {
    ...{ ...KIT, ...FIRST_SIGHT },
    run: { fulfillments: "before", remaps: 1 },
  }),
  world("mode changed there and back", "safe", {
    ...FIRST_SIGHT,
    run: { runs: 3, fulfillments: "before", forgets: 1 },
  }),
  world("mode changed there and back, part and kit", "safe", {
    ...{ ...KIT, ...FIRST_SIGHT },
    run: { fulfillments: "before", forgets: 1 },
  }),
];

/** The rule with one part left out, or gone about in another way. */
const MISTAKES: SmallWorld[] = [
  world("without early", "fails", { without: "early", run: { receiptsApart: true } }),
  world("without matched", "fails", {
    without: "matched",
    steps: { cancel: 1, unpack: 1 },
    by: "knowledge",
    run: { runs: 3 },
  }),
  world("without gross receipts", "fails", { without: "gross receipts" }),
  world("receipts read after the stock", "fails", {
    run: { receiptsApart: true, reads: "stock, receipts, store" },
  }),
  world("store read first", "fails", { ...KIT, run: { reads: "store, stock" } }),
  world("lost means not landed", "fails", { run: { losesAnswers: true, lostMeans: "not landed" } }),
  world("stock observed twice", "fails", { run: { observesStockTwice: true } }),
  world("fulfillments read after", "fails", { run: { fulfillments: "after" } }),
  world("mapped without late receipts", "fails", {
    ...{ ...FIRST_SIGHT, without: "late receipts" },
    run: { fulfillments: "before", unmapped: [0], receiptsApart: true },
  }),
  world("mapped without what was fulfilled before", "fails", {
    ...{ ...FIRST_SIGHT, without: "uncounted" },
    run: { fulfillments: "before", unmapped: [0] },
  }),
];

/** All worlds that are searched, by what they show. */
export const SMALL_WORLDS = {
  "every day": EVERY_DAY,
  "beside sales": STORE,
  "fulfillments read": FULFILLMENTS,
  "one odd step": ODD,
  "rises without a receipt": RISES,
  "defective units in the stock": DEFECTIVES,
  "several ages": AGES,
  "seen for the first time": FIRST_SEEN,
  mistakes: MISTAKES,
} as const satisfies Record<string, readonly SmallWorld[]>;
