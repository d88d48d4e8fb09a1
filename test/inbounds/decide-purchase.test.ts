import { describe, expect, test } from "vitest";
import type { Inbound } from "../../app/fulfilment/answers.ts";
import {
  daysLate,
  decidePurchase,
  PHASE_OF,
  receiptNeeds,
  stageOfPurchase,
  type PurchaseReadings,
} from "../../app/domain/inbounds/decide-purchase.ts";
import type { PurchaseContent } from "../../app/domain/inbounds/purchase-content.ts";
import type { Sku } from "../../app/domain/ids.ts";
import { shownReceipt, type ShownUnits } from "../support/shown-receipt.ts";

const content = (over: Partial<PurchaseContent["fields"]> = {}, pieces = 8): PurchaseContent => ({
  fields: {
    ...{ supplierRef: "PO-1", expectedReceiveDate: "2026-06-15", senderName: "Potter & Sons" },
    ...{ senderEmail: "", senderPhonenumber: "", senderAddressLine1: "", senderAddressLine2: "" },
    ...{ senderPostCode: "", senderCity: "", senderCountryCode: "", ...over },
  },
  lines: [{ sku: "MUG" as Sku, quantity: pieces }],
});

/** As the warehouse shows what `content()` announces. */
const inbound = (over: Partial<Inbound> = {}): Inbound => ({
  ...{ ref: "purchase-1", type: "purchase", status: "new", receipts: [] },
  ...content().fields,
  lines: [{ ref: "purchase-1-MUG", sku: "MUG", quantity: 8, quantityReceived: 0 }],
  ...over,
});

const NOTHING: PurchaseReadings = { wanted: null, deleting: false, inbound: null, wasThere: false };

describe("what is done about a purchase", () => {
  const edited = content({ supplierRef: "PO-2" });
  const fields = { supplierRef: "PO-2" };
  const none = { add: [], change: [], remove: [] };
  test.each<[string, Partial<PurchaseReadings>, object]>([
    ["as long as nothing is asked: nothing", {}, { step: "none" }],
    ["nor when the warehouse has it", { inbound: inbound(), wasThere: true }, { step: "none" }],
    ["just entered: it is announced", { wanted: content() }, { step: "announce", content: content() }],
    ["announced as it is wanted: nothing", { wanted: content(), inbound: inbound() }, { step: "none" }],
    [
      "changed in a field: that field",
      { wanted: edited, inbound: inbound() },
      { step: "change", fields, lines: none },
    ],
    [
      "changed in its goods: those lines",
      { wanted: content({}, 9), inbound: inbound() },
      {
        step: "change",
        fields: {},
        lines: { ...none, change: [{ ref: "purchase-1-MUG", sku: "MUG", quantity: 9 }] },
      },
    ],
    ["deleted in time: it is deleted", { deleting: true, inbound: inbound() }, { step: "delete" }],
    ["deleted before it was announced: nothing", { deleting: true, wanted: content() }, { step: "none" }],
    [
      "deleted when the warehouse had cancelled it: nothing",
      { deleting: true, inbound: inbound({ status: "cancelled" }) },
      { step: "none" },
    ],
  ])("%s", (_story, readings, decided) => {
    expect(decidePurchase({ ...NOTHING, ...readings })).toEqual({ decided, needs: [] });
  });

  test.each<[string, Partial<PurchaseReadings>, object]>([
    [
      "a change that came when goods had come in",
      { wanted: edited, inbound: inbound({ status: "partially_received" }) },
      { asked: "edit", status: "partially_received" },
    ],
    [
      "a change of one that somebody deleted at the warehouse",
      { wanted: edited, wasThere: true },
      { asked: "edit", status: null },
    ],
    [
      "a deletion that came when the warehouse had begun",
      { deleting: true, inbound: inbound({ status: "in_progress" }) },
      { asked: "delete", status: "in_progress" },
    ],
  ])("%s is too late, and the merchant's to settle", (_story, readings, need) => {
    expect(decidePurchase({ ...NOTHING, ...readings })).toEqual({
      decided: { step: "none" },
      needs: [{ kind: "too-late", ...need }],
    });
  });
});

test("what the warehouse has on an inbound whose lines it leaves out is unknown: the merchant decides about a change", () => {
  const readings = {
    ...NOTHING,
    wanted: content({ supplierRef: "PO-2" }),
    inbound: inbound({ lines: null }),
  };
  expect(decidePurchase(readings)).toEqual({
    decided: { step: "none" },
    needs: [{ kind: "parts-missing", of: "change", isSeen: false }],
  });
});

describe("a person has to look at", () => {
  const GOOD: ShownUnits = ["MUG", 3, false];
  const UNCLEAR: ShownUnits = ["MUG", 2, null];
  const UNREAD: ShownUnits = [null, 1, false];
  const came = (...units: ShownUnits[]) => inbound({ receipts: [shownReceipt(...units)] });
  const unclear = (units: number, unread: number, isSeen = false) => ({
    ...{ kind: "unclear" as const, units, unread, isSeen },
  });
  const missing = (isSeen = false, of: "receipts" | "change" = "receipts") => ({
    ...{ kind: "parts-missing" as const, of, isSeen },
  });
  const incomplete = inbound({ lines: null, receipts: null });
  type Needs = ReturnType<typeof receiptNeeds>;
  test.each<[string, Inbound, Parameters<typeof receiptNeeds>[1], Needs]>([
    ["nothing where all is clear", came(GOOD), { stage: "received", before: [] }, []],
    ["units of unknown condition", came(GOOD, UNCLEAR), { stage: "receiving", before: [] }, [unclear(2, 0)]],
    [
      "units of several SKUs",
      came(UNCLEAR, ["CUP", 1, null]),
      { stage: "received", before: [] },
      [unclear(3, 0)],
    ],
    ["lines that cannot be read", came(GOOD, UNREAD), { stage: "receiving", before: [] }, [unclear(0, 1)]],
    ["both", came(UNCLEAR, UNREAD), { stage: "receiving", before: [] }, [unclear(2, 1)]],
    [
      "nothing that the merchant has seen, also among other needs",
      came(UNCLEAR, UNREAD),
      { stage: "receiving", before: [missing(), unclear(2, 1, true)] },
      [unclear(2, 1, true)],
    ],
    [
      "what the merchant has not seen yet",
      came(UNCLEAR),
      { stage: "receiving", before: [unclear(2, 0)] },
      [unclear(2, 0)],
    ],
    [
      "more units than the merchant has seen",
      came(UNCLEAR),
      { stage: "receiving", before: [unclear(1, 0, true)] },
      [unclear(2, 0)],
    ],
    [
      "more lines that cannot be read",
      came(UNCLEAR, UNREAD),
      { stage: "receiving", before: [unclear(2, 0, true)] },
      [unclear(2, 1)],
    ],
    ["parts that are left out at the end", incomplete, { stage: "received", before: [] }, [missing()]],
    ["no parts that are left out before the end", incomplete, { stage: "receiving", before: [] }, []],
    [
      "no parts that the merchant has seen to be left out",
      incomplete,
      { stage: "received", before: [unclear(1, 0), missing(true)] },
      [missing(true)],
    ],
    [
      "parts that the merchant has not seen to be left out, though they have seen another need",
      incomplete,
      { stage: "received", before: [unclear(1, 0, true), missing(), missing(true, "change")] },
      [missing()],
    ],
  ])("%s", (_what, shown, about, needs) => {
    expect(receiptNeeds(shown, about)).toEqual(needs);
  });
});

describe("how far a purchase is", () => {
  const receipt = { receiptDate: null, vendorShipmentNo: null, lines: [] };
  test.each<[string, string, Partial<PurchaseReadings>]>([
    ["announcing", "awaited", {}],
    ["expected", "awaited", { inbound: inbound() }],
    ["expected", "awaited", { inbound: inbound({ status: "in_progress" }), deleting: true, wasThere: true }],
    ["receiving", "receiving", { inbound: inbound({ status: "partially_received" }) }],
    ["receiving", "receiving", { inbound: inbound({ status: "in_progress", receipts: [receipt] }) }],
    ["received", "over", { inbound: inbound({ status: "fully_received", receipts: [receipt] }) }],
    ["cancelled", "over", { inbound: inbound({ status: "cancelled", receipts: [receipt] }) }],
    ["deleted", "over", { deleting: true, wasThere: true }],
    ["gone", "over", { wasThere: true }],
  ])("%s, which is %s", (stage, phase, readings) => {
    const found = stageOfPurchase({ ...NOTHING, ...readings });
    expect(found).toBe(stage);
    expect(PHASE_OF[found]).toBe(phase);
  });
});

describe("days late", () => {
  const now = new Date("2026-06-15T12:00:00Z");
  test.each([
    ["expected", "2026-06-14", 1],
    ["expected", "2026-06-07", 8],
    ["announcing", "2026-06-14", 1],
    ["expected", "2026-06-15", 0],
    ["expected", "2026-06-16", 0],
    ["expected", "2026-07-01", 0],
    ["receiving", "2026-06-07", 0],
    ["received", "2026-06-07", 0],
    ["gone", "2026-06-07", 0],
    ["expected", "next week", 0],
  ] as const)("%s, and expected on %s: %d", (stage, expectedOn, days) => {
    expect(daysLate({ stage, expectedOn }, now)).toBe(days);
  });
});
