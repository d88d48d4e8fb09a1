import { describe, expect, test } from "vitest";
import type { Inbound } from "../../app/fulfilment/answers.ts";
import { compareLines, isSame, refOfLine } from "../../app/domain/inbounds/compare-lines.ts";
import { decideReturn, stageOf, type ReturnReadings } from "../../app/domain/returns/decide-return.ts";
import type { ReturnLine } from "../../app/domain/returns/return-lines.ts";
import { wantedLines } from "../../app/domain/returns/announce/wanted-lines.ts";
import type { InboundRef, Sku } from "../../app/domain/ids.ts";
import { line as mappedLine } from "./support/lines.ts";

const line = (over: Partial<ReturnLine> = {}): ReturnLine => ({
  ...mappedLine("L1", 2, { MUG: 1 }),
  ...over,
});
const unmapped = (over: Partial<ReturnLine> = {}) => line({ goods: "unmapped", components: [], ...over });

const BOTH_BACK = { RESTOCKED: 2, NOT_RESTOCKED: 0, PROCESSING_REQUIRED: 0, MISSING: 0 };
const settledLine = (quantity = 2) => line({ quantity, disposed: { ...BOTH_BACK, RESTOCKED: quantity } });
const settledAt = (status: Inbound["status"], quantity = 2): Partial<ReturnReadings> => ({
  inbound: inbound({ status }),
  lines: [settledLine(quantity)],
});

const inbound = (over: Partial<Inbound> = {}): Inbound => ({
  ...{ ref: "return-1", type: "return", supplierRef: null, expectedReceiveDate: null, status: "new" },
  ...{ senderName: null, senderEmail: null, senderPhonenumber: null, senderAddressLine1: null },
  ...{ senderAddressLine2: null, senderPostCode: null, senderCity: null, senderCountryCode: null },
  lines: [{ ref: "a", sku: "MUG", quantity: 2, quantityReceived: 0 }],
  receipts: [],
  ...over,
});

const askedFor = (sku: string, quantity: number) => [{ ref: "a", sku, quantity, quantityReceived: 0 }];
const asked = (quantity: number) => askedFor("MUG", quantity);
const cups = mappedLine("L2", 2, { CUP: 1 });

const readings = (over: Partial<ReturnReadings> = {}): ReturnReadings => ({
  ...{ status: "OPEN", lines: [line()], inbound: null },
  ...{ wasAnnounced: false, isElsewhere: false, isEarlier: false, mayAnnounce: true, isAskedFor: false },
  ...{ earlier: new Map(), isTaken: false },
  ...over,
});

const decided = (over: Partial<ReturnReadings>) => {
  const { decided: step, needs } = decideReturn(readings(over));
  return [step.step, ...needs.map(({ kind }) => kind)];
};

describe("what is done about a return", () => {
  test.each<[string, Partial<ReturnReadings>, string[]]>([
    ["open and not announced", {}, ["announce"]],
    ["only asked for", { status: "REQUESTED" }, ["none"]],
    ["approved before Dockline was there", { isEarlier: true }, ["none"]],
    [
      "approved before Dockline was there, and asked for",
      { isEarlier: true, isAskedFor: true },
      ["announce"],
    ],
    ["announcing is switched off", { mayAnnounce: false }, ["none"]],
    [
      "announcing is switched off, and it is asked for",
      { mayAnnounce: false, isAskedFor: true },
      ["announce"],
    ],
    ["something came on its inbound before that was deleted", { isTaken: true }, ["rename"]],
    [
      "its inbound is gone, and all of it came before",
      { wasAnnounced: true, earlier: new Map([["MUG" as Sku, 2]]) },
      ["none"],
    ],
    [
      "its inbound was cancelled, and all of it came before",
      { inbound: inbound({ status: "cancelled" }), lines: [line({ good: 2 })] },
      ["none"],
    ],
    [
      "part of it came on another inbound",
      { inbound: inbound({ lines: asked(1) }), earlier: new Map([["MUG" as Sku, 1]]) },
      ["none"],
    ],
    [
      "a version before asked for what had come on another inbound",
      { inbound: inbound({ status: "in_progress" }), earlier: new Map([["MUG" as Sku, 1]]) },
      ["none"],
    ],
    [
      "what came on another inbound was corrected when the warehouse had begun",
      {
        inbound: inbound({ status: "in_progress", lines: asked(1) }),
        lines: [line({ disposed: { ...BOTH_BACK, RESTOCKED: 1 } })],
      },
      ["none"],
    ],
    [
      "less was asked for when the warehouse had begun than is to come",
      { inbound: inbound({ status: "in_progress", lines: asked(1) }) },
      ["none", "changed-late"],
    ],
    ["announced as it is", { inbound: inbound() }, ["none"]],
    ["nothing of it is mapped", { lines: [unmapped()] }, ["none", "unmapped"]],
    ["one of two lines is mapped", { lines: [line(), unmapped()] }, ["announce", "unmapped"]],
    ["another location shipped it", { lines: [line({ isSent: false })] }, ["none"]],
    [
      "another location shipped it, and it is asked for",
      { lines: [line({ isSent: false })], isAskedFor: true },
      ["none"],
    ],
    ["another location shipped it, and it is not mapped", { lines: [unmapped({ isSent: false })] }, ["none"]],
    ["another location shipped one of two lines", { lines: [line(), line({ isSent: false })] }, ["announce"]],
    [
      "another location shipped one of two lines, and the other is announced",
      { inbound: inbound(), lines: [line(), line({ id: "L2", isSent: false })] },
      ["none"],
    ],
    ["settled by hand before it was sent", { lines: [settledLine()] }, ["none"]],
    ["settled by hand, and not mapped", { lines: [unmapped({ disposed: BOTH_BACK })] }, ["none"]],
    ["settled, then cancelled at the warehouse", { ...settledAt("cancelled") }, ["none"]],
    ["settled, then gone at the warehouse", { lines: [settledLine()], wasAnnounced: true }, ["none"]],
    ["settled with fewer units than were announced", { ...settledAt("in_progress", 1) }, ["none"]],
    ["settled by hand, and asked for", { lines: [settledLine()], isAskedFor: true }, ["none"]],
    ["all of it is ignored", { lines: [unmapped({ goods: "ignored" })] }, ["none"]],
    ["it was sold without a variant", { lines: [unmapped({ goods: "custom" })] }, ["none", "custom"]],
    ["nobody knows what was sent", { lines: [unmapped({ goods: "unverified" })] }, ["none", "unverified"]],
    [
      "changed, and the parcel is not there",
      { inbound: inbound(), lines: [line({ quantity: 1 })] },
      ["change-lines"],
    ],
    [
      "changed when the warehouse had begun",
      { inbound: inbound({ status: "in_progress" }), lines: [line({ quantity: 1 })] },
      ["none", "changed-late"],
    ],
    [
      "changed when the warehouse had begun, and the warehouse is done with it",
      { inbound: inbound({ status: "fully_received" }), lines: [line({ quantity: 1 })] },
      ["none"],
    ],
    ["emptied", { inbound: inbound(), lines: [] }, ["delete-inbound"]],
    ["vanished at the warehouse", { wasAnnounced: true }, ["none", "inbound-gone"]],
    [
      "vanished at the warehouse, and asked for again",
      { wasAnnounced: true, isAskedFor: true },
      ["announce"],
    ],
    ["cancelled at the warehouse", { inbound: inbound({ status: "cancelled" }) }, ["none", "inbound-gone"]],
    [
      "cancelled at the warehouse, and asked for again",
      { inbound: inbound({ status: "cancelled" }), isAskedFor: true },
      ["rename"],
    ],
    ["cancelled before it was announced", { status: "CANCELED" }, ["none"]],
    ["cancelled in time", { status: "CANCELED", inbound: inbound() }, ["delete-inbound"]],
    ["declined in time", { status: "DECLINED", inbound: inbound() }, ["delete-inbound"]],
    [
      "cancelled when the warehouse had begun",
      { status: "CANCELED", inbound: inbound({ status: "partially_received" }) },
      ["none", "cancelled-late"],
    ],
    [
      "cancelled when the warehouse had begun, and received",
      { status: "CANCELED", inbound: inbound({ status: "fully_received" }) },
      ["none"],
    ],
    ["cancelled on both sides", { status: "CANCELED", inbound: inbound({ status: "cancelled" }) }, ["none"]],
    [
      "cancelled on both sides, and the warehouse does not show what has come",
      { status: "CANCELED", inbound: inbound({ status: "cancelled", lines: null, receipts: null }) },
      ["none"],
    ],
    [
      "its inbound is in the account that was connected before",
      { wasAnnounced: true, isElsewhere: true },
      ["none", "other-account"],
    ],
    [
      "its inbound was cancelled, and of one of two lines all came before",
      { inbound: inbound({ status: "cancelled" }), lines: [line({ good: 2 }), line({ id: "L2" })] },
      ["none", "inbound-gone"],
    ],
    ["the warehouse does not show what it was asked for", { inbound: inbound({ lines: null }) }, ["none"]],
    [
      "a line was added when the warehouse had begun",
      { inbound: inbound({ status: "in_progress" }), lines: [line(), cups] },
      ["none", "changed-late"],
    ],
    [
      "a line was removed when the warehouse had begun",
      { inbound: inbound({ status: "in_progress", lines: [...asked(2), ...askedFor("CUP", 2)] }) },
      ["none", "changed-late"],
    ],
    [
      "part of two lines came on another inbound, and the warehouse had begun with all of them",
      {
        ...{ inbound: inbound({ status: "in_progress", lines: [...asked(2), ...askedFor("CUP", 2)] }) },
        ...{ lines: [line(), cups], earlier: new Map([["CUP" as Sku, 1]]) },
      },
      ["none"],
    ],
    ["closed", { status: "CLOSED", inbound: inbound() }, ["none"]],
    ["closed and never announced", { status: "CLOSED" }, ["none"]],
  ])("%s", (_story, over, expected) => {
    expect(decided(over)).toEqual(expected);
  });
});

describe("the lines that are announced", () => {
  test("are one for each SKU: kits are taken apart, and what is the same is added up", () => {
    const kit = line({
      id: "L2",
      quantity: 3,
      components: [
        { sku: "MUG", quantity: 2 },
        { sku: "BOX", quantity: 1 },
      ],
    });
    expect(wantedLines([line(), kit, unmapped()])).toEqual(
      new Map([
        ["MUG", 8],
        ["BOX", 3],
      ]),
    );
  });

  test("follow the return by the warehouse's own references", () => {
    const wanted = new Map([
      ["MUG", 1],
      ["BOX", 4],
    ]) as Map<Sku, number>;
    const lines = [
      { ref: "x9", sku: "MUG", quantity: 2, quantityReceived: 0 },
      { ref: "x10", sku: "LID", quantity: 1, quantityReceived: 0 },
    ];
    expect(compareLines(wanted, lines)).toEqual({
      add: [{ sku: "BOX", quantity: 4 }],
      change: [{ ref: "x9", sku: "MUG", quantity: 1 }],
      remove: [{ ref: "x10", sku: "LID" }],
    });
  });

  test("are called after the return, and are as wanted when there is nothing to add, change or remove", () => {
    expect(refOfLine("return-1" as InboundRef, "MUG" as Sku)).toBe("return-1-MUG");
    const some = [{ ref: "a", sku: "MUG" as Sku, quantity: 1 }];
    const none = { add: [], change: [], remove: [] };
    expect(isSame(none)).toBe(true);
    for (const more of [{ add: some }, { change: some }, { remove: some }])
      expect(isSame({ ...none, ...more })).toBe(false);
    expect(isSame({ add: some, change: some, remove: [] })).toBe(false);
    expect(isSame({ add: some, change: [], remove: some })).toBe(false);
  });

  test("lose a second line of the same SKU", () => {
    const lines = ["a", "b"].map((ref) => ({ ref, sku: "MUG", quantity: 2, quantityReceived: 0 }));
    expect(compareLines(new Map([["MUG" as Sku, 2]]), lines).remove).toEqual([{ ref: "b", sku: "MUG" }]);
  });
});

describe("how far a return is", () => {
  const settled = line({ disposed: { RESTOCKED: 1, NOT_RESTOCKED: 1, PROCESSING_REQUIRED: 0, MISSING: 0 } });
  const receipt = { receiptDate: null, vendorShipmentNo: null, lines: [] };
  test.each<[string, Partial<Parameters<typeof stageOf>[0]>]>([
    ["requested", { status: "REQUESTED" }],
    ["earlier", { isEarlier: true }],
    ["approved", {}],
    ["approved", { inbound: inbound({ status: "cancelled" }) }],
    ["approved", { lines: [line({ good: 1, isSent: false }), line({ id: "L2" })] }],
    ["receiving", { lines: [line({ good: 1 }), line({ id: "L2" })] }],
    ["receiving", { lines: [line({ good: 1 })], inbound: inbound({ status: "cancelled" }) }],
    ["announced", { inbound: inbound() }],
    ["labelled", { inbound: inbound(), label: "ready" }],
    ["labelled", { inbound: inbound(), label: "theirs" }],
    ["receiving", { inbound: inbound({ receipts: [receipt] }), label: "ready" }],
    ["receiving", { inbound: inbound({ status: "partially_received" }), label: "ready" }],
    ["received", { inbound: inbound({ status: "fully_received", receipts: [receipt] }) }],
    ["settled", { lines: [settled], inbound: inbound({ status: "fully_received" }) }],
    ["closed", { status: "CLOSED", inbound: inbound() }],
    ["cancelled", { status: "CANCELED" }],
    ["declined", { status: "DECLINED" }],
  ])("%s", (stage, over) => {
    const base = { status: "OPEN", lines: [line()], inbound: null, isEarlier: false, label: "none" } as const;
    expect(stageOf({ ...base, ...over })).toBe(stage);
  });
});
