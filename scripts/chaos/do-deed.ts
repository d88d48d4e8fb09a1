import { control } from "../../sandbox/demo/control.ts";
import { ELSEWHERE, LOCATION, partsOf, type Sold } from "./goods.ts";
import {
  awaitInbound,
  correctReceipt,
  deleteInbound,
  endInbound,
  findInbound,
  receiveShared,
} from "./at-the-floor.ts";
import { variantIdOf, type KnownOrder, type KnownReturn, type Side } from "./side.ts";
import type { Deed, MerchantDeed } from "./story.ts";

/**
 * Does what somebody does in one of the worlds. What nobody can do as things stand is passed over: both worlds refuse it,
 * as they would refuse a person.
 * @returns whether it was done.
 */
export async function doDeed(side: Side, deed: Deed): Promise<boolean> {
  switch (deed.do) {
    case "keep back":
    case "announce purchase":
    case "pause":
    case "resume":
    case "compare":
    case "begin sale":
    case "end sale":
    case "change token":
    case "go live":
    case "look":
      return tryAsMerchant(side, deed);
    case "order":
      return order(side, deed);
    case "send":
      return withOrder(side, deed.order, isOpen, async (one) => {
        await side.atShop(`${path("orders", one.id)}/fulfill`, {});
        one.sent = true;
      });
    case "cancel order":
      return withOrder(side, deed.order, isCancellable, async (one) => {
        await side.atShop(`${path("orders", one.id)}/cancel`, { restock: deed.restock });
        one.cancelled = true;
        // Nobody can see which of several orders it was, and the warehouse keeps what it has packed.
        if (one.shipped) doubt(side, one.sold);
      });
    case "ship":
      return withOrder(side, deed.order, isUnshipped, async (one) => {
        const lines = partsOf(one.sold).map(([sku, each]) => ({ sku, quantity: each * one.pieces }));
        await side.atWarehouse("ship", { lines });
        one.shipped = true;
        // By then the app waits for it no longer.
        if (side.minutesPassed > GRACE_MINUTES) doubt(side, one.sold);
      });
    case "receive":
      return possible(() => side.atWarehouse("receive", { lines: arriving(deed.sku, deed) }));
    case "count":
      side.doubtful.add(deed.sku);
      return possible(() => side.atWarehouse("correct", { sku: deed.sku, stock: deed.pieces }));
    case "set figure":
      return possible(() =>
        side.atShop("inventory", {
          ...{ sku: deed.sold, location: LOCATION, quantities: { on_hand: deed.pieces } },
          ...(deed.byApp && { by: "other-app", app: "Other stock app" }),
        }),
      );
    case "send back":
      return withOrder(side, deed.order, isReturnable, (one) => sendBack(side, one, deed));
    case "approve":
    case "decline":
      return withReturn(side, deed.return, isRequested, async (one) => {
        await side.atShop(`${path("returns", one.id)}/${deed.do}`, {});
        one.status = deed.do === "approve" ? "open" : "over";
      });
    case "cancel return":
    case "close return":
      return withReturn(side, deed.return, isOngoing, async (one) => {
        await side.atShop(`${path("returns", one.id)}/${deed.do.split(" ")[0]}`, {});
        one.status = "over";
      });
    case "change return":
      return withReturn(side, deed.return, isOngoing, async (one) => {
        const { id } = one;
        const { lines } = await side.atShop<{ lines: { id: string }[] }>(path("returns", id));
        const change = lines.slice(0, 1).map((line) => ({ id: line.id, quantity: deed.pieces }));
        await side.atShop(`${path("returns", id)}/lines`, { change });
        one.pieces = Math.max(one.pieces, deed.pieces);
      });
    case "parcel":
      return withReturn(side, deed.return, isOngoing, async ({ id }) => {
        const { good, defective } = deed;
        if (!(await receiveParcel(side, { returnId: id, good, defective })))
          side.atTheGate.push({ returnId: id, good, defective });
      });
    case "shared parcel":
      return withReturn(side, deed.returns[0], isOngoing, (one) =>
        withReturn(
          side,
          deed.returns[1],
          isOngoing,
          async (other) => one !== other && receiveShared(side, [one.id, other.id]),
        ),
      );
    case "await inbound":
      return withReturn(side, deed.return, isOngoing, ({ id }) => awaitInbound(side, id));
    case "end inbound":
      return withReturn(side, deed.return, isOngoing, ({ id }) => endInbound(side, id));
    case "delete inbound":
      return withReturn(side, deed.return, isOngoing, ({ id }) => deleteInbound(side, id));
    case "correct receipt":
      return withReturn(side, deed.return, isOngoing, ({ id }) =>
        correctReceipt(side, { returnId: id, becomes: deed.becomes }),
      );
  }
}

/** Everything that waits at the gate and may come in now. @returns whether anything did. */
export async function openGate(side: Side): Promise<boolean> {
  const waiting = side.atTheGate.splice(0);
  for (const parcel of waiting) if (!(await receiveParcel(side, parcel))) side.atTheGate.push(parcel);
  return side.atTheGate.length < waiting.length;
}

/** A customer orders one, and it is packed and fulfilled. */
export async function sell(side: Side, sold: Sold): Promise<void> {
  await order(side, { side: side.name, do: "order", sold, pieces: 1, sent: true });
  await side.atWarehouse("ship", {
    lines: partsOf(sold).map(([sku, quantity]) => ({ sku, quantity })),
  });
}

/** What the merchant could not do while the app was troubled; pauses and sales end at last. */
export async function catchUp(side: Side): Promise<void> {
  for (const deed of side.undone.splice(0)) await asMerchant(side, deed);
  await asMerchant(side, { side: side.name, do: "resume" });
  await asMerchant(side, { side: side.name, do: "end sale" });
}

const SETTINGS = "/app/settings/stock";
/** The others are as they are before anybody changes them. */
const choicesOf = ({ mode }: Side) => ({
  ...{ mode, buffer: "0", settleHours: "48", activate: "", stopBeyond: "10" },
  ...{ saleFrom: "", saleUntil: "", saleBuffer: "0", timeZone: "UTC" },
});
/** Before any clock of a story. */
const LONG_AGO = "2026-01-01T00:00";

const path = (kind: "orders" | "returns", id: string) => `${kind}/${encodeURIComponent(id)}`;

/** Fulfilled units that the warehouse does not ship are waited for as long; less what a story takes. */
const GRACE_MINUTES = 47 * 60;

function doubt({ doubtful }: Side, sold: Sold): void {
  for (const [sku] of partsOf(sold)) doubtful.add(sku);
}

const isOpen = (one: KnownOrder) => !one.sent && !one.cancelled;
const isCancellable = (one: KnownOrder) => !one.cancelled && one.back === 0;
const isUnshipped = (one: KnownOrder) => !one.shipped && !one.cancelled && !one.isElsewhere;
const isReturnable = (one: KnownOrder) => one.sent && !one.cancelled && one.back < one.pieces;
const isRequested = (one: KnownReturn) => one.status === "requested";
const isOngoing = (one: KnownReturn) => one.status === "open";

async function withOrder(
  side: Side,
  index: number,
  fits: (one: KnownOrder) => boolean,
  act: (one: KnownOrder) => Promise<unknown>,
) {
  const fitting = side.orders.filter(fits);
  const one = fitting.at(index % Math.max(1, fitting.length));
  return one ? possible(() => act(one)) : false;
}

async function withReturn(
  side: Side,
  index: number,
  fits: (one: KnownReturn) => boolean,
  act: (one: KnownReturn) => Promise<unknown>,
) {
  const fitting = side.returns.filter(fits);
  const one = fitting.at(index % Math.max(1, fitting.length));
  return one ? possible(() => act(one)) : false;
}

/** Whether it was done; what a world refuses with a status below 500 cannot be. */
async function possible(act: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await act()) !== false;
  } catch (error) {
    if (/ answered 4\d\d: /.test(String(error))) return false;
    throw error;
  }
}

async function order(side: Side, deed: Extract<Deed, { do: "order" }>): Promise<boolean> {
  const { sold, pieces, sent, elsewhere: isElsewhere = false } = deed;
  return possible(async () => {
    const { id } = await side.atShop<{ id: string }>("orders", {
      ...{ lines: [{ sku: sold, quantity: pieces }], location: isElsewhere ? ELSEWHERE : LOCATION },
    });
    side.orders.push({
      id,
      sold,
      pieces,
      sent,
      ...{ shipped: false, cancelled: false, isElsewhere, back: 0 },
    });
    if (sent) await side.atShop(`${path("orders", id)}/fulfill`, {});
  });
}

async function sendBack(
  side: Side,
  one: KnownOrder,
  deed: Extract<Deed, { do: "send back" }>,
): Promise<void> {
  const pieces = Math.min(deed.pieces, one.pieces - one.back);
  const status = deed.requested ? "requested" : "open";
  const { id } = await side.atShop<{ id: string }>(`${path("orders", one.id)}/returns`, {
    ...{ lines: [{ sku: one.sold, quantity: pieces }], status },
  });
  one.back += pieces;
  side.returns.push({ id, sold: one.sold, pieces, status, isElsewhere: one.isElsewhere });
}

interface Parcel {
  returnId: string;
  good: number;
  defective: number;
}

/** @returns whether the warehouse expects it, or ever will. */
async function receiveParcel(side: Side, { returnId, good, defective }: Parcel): Promise<boolean> {
  const inbound = await findInbound(side, returnId);
  if (!inbound) return false;
  const lines = inbound.lines.flatMap(({ sku }) => arriving(sku, { good, defective }));
  await possible(() => side.atWarehouse("receive", { inboundRef: inbound.ref, lines }));
  return true;
}

function arriving(sku: string, { good, defective }: { good: number; defective: number }) {
  return [
    ...(good > 0 ? [{ sku, quantity: good }] : []),
    ...(defective > 0 ? [{ sku, quantity: defective, defective: true }] : []),
  ];
}

/** What fails for the app's trouble is done later, and everything after it: the merchant's last word has to be the last. */
async function tryAsMerchant(side: Side, deed: MerchantDeed): Promise<boolean> {
  if (side.undone.length === 0) {
    try {
      await asMerchant(side, deed);
      return true;
    } catch {
      // The answer may be lost alone. Whatever was done, doing it again has to be harmless.
    }
  }
  if (deed.do !== "look") side.undone.push(deed);
  return false;
}

async function asMerchant(side: Side, deed: MerchantDeed): Promise<void> {
  const { merchant } = side;
  switch (deed.do) {
    case "look":
      return void (await merchant.open(deed.page));
    case "pause":
    case "resume":
    case "compare":
      return void (await merchant.say("/app/stock", { intent: deed.do }));
    case "begin sale":
      return void (await merchant.fillIn(SETTINGS, { ...choicesOf(side), saleFrom: LONG_AGO }));
    case "end sale":
      return void (await merchant.fillIn(SETTINGS, choicesOf(side)));
    case "keep back": {
      const { sku, pieces } = deed;
      await merchant.say("/app/stock", { intent: "buffer", sku, pieces });
      side.kept.set(sku, pieces);
      return;
    }
    case "change token":
      return changeToken(side);
    case "go live":
      if (side.live === "all") return;
      await goLiveWith(side, deed.sold);
      return void side.live.add(deed.sold);
    case "announce purchase": {
      const { form: formId, sku, pieces } = deed;
      await merchant.say("/app/inbounds/new", {
        formId,
        content: purchaseOf(formId, { sku, quantity: pieces }),
      });
      side.purchases.push({ ref: `purchase-${formId}`, sku, pieces });
    }
  }
}

export async function setMode(side: Side): Promise<void> {
  await side.merchant.fillIn(SETTINGS, choicesOf(side));
}

export async function goLiveWith(
  { atShop, merchant }: Pick<Side, "atShop" | "merchant">,
  sold: Sold,
): Promise<void> {
  const variantIds = [await variantIdOf({ atShop }, sold)];
  await merchant.say("/app/stock", { intent: "go-live", variantIds });
}

/** The old token is revoked once the app has said that it has the new one. */
async function changeToken({ account, tokens, atWarehouse, merchant }: Side): Promise<void> {
  const token = `${account.accessToken}-${tokens.length + 1}`;
  await atWarehouse("tokens", { token });
  const answer = await merchant.answerOf("/app/connect", { intent: "accessToken", accessToken: token });
  if (!answer.includes(`"token-changed"`)) throw new Error(`The new token was not taken: ${answer}`);
  const [before] = tokens.slice(-1);
  tokens.push(token);
  await control(account.url, { path: `tokens/${before}`, method: "DELETE" });
}

function purchaseOf(formId: string, line: { sku: string; quantity: number }) {
  const fields = {
    ...{ supplierRef: `P-${formId.slice(0, 8)}`, expectedReceiveDate: "2027-02-01" },
    ...{
      senderName: "Potter & Sons",
      senderAddressLine1: "Kiln Lane 4",
      senderAddressLine2: "",
      senderPostCode: "1012",
    },
    ...{
      senderCity: "Delft",
      senderCountryCode: "NL",
      senderEmail: "potter@example.com",
      senderPhonenumber: "+31 15 555 0100",
    },
  };
  return { fields, lines: [line] };
}
