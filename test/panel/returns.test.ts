import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { refOfReturn } from "../../app/domain/returns/return-ref.ts";
import { createMerchant } from "../../sandbox/demo/merchant.ts";
import { countRequests, quiet, until } from "../../sandbox/demo/observe.ts";
import {
  connectLive,
  expectNothingWrong,
  expectNothingWrongAtBothSizes,
  openLiveStore,
  openStore,
  passTime,
  shareLiveStore,
  type Stage,
  type Window,
  WIDE,
} from "../support/panel.ts";
import { CITY, sendLanternBack, untilAnnounced, WALES, type Back } from "../support/send-back.ts";
import { numberOf } from "../support/store-products.ts";

interface WarehouseInbound {
  ref: string;
  status: string;
  senderName: string;
  senderCity: string;
}

const pageOf = (back: Back) => `/app/returns/${numberOf(back.id)}`;
const inbounds = ({ atWarehouse }: Stage) => atWarehouse<WarehouseInbound[]>("inbounds");
const inboundOf = async (stage: Stage, back: Back) =>
  (await inbounds(stage)).find(({ ref }) => ref === refOfReturn(back.id));

/** Waits until a return's page says this. */
async function untilSays({ store }: Stage, { back, words }: { back: Back; words: string }): Promise<void> {
  const merchant = createMerchant(store);
  // There is no such page before the app has processed the event.
  const look = () => merchant.open(pageOf(back)).catch(() => "");
  await until(look, (page) => page.includes(words));
}

/** Somebody sends a lantern back, of whose return the app says this now. */
async function sendBack(
  stage: Stage,
  { says: words, ...details }: { says: string } & Parameters<typeof sendLanternBack>[1],
): Promise<Back> {
  const back = await sendLanternBack(stage.store, details);
  await untilSays(stage, { back, words });
  return back;
}

const fromWales = (stage: Stage) =>
  sendBack(stage, {
    order: { shippingAddress: WALES },
    says: "The warehouse does not take the sender as it stands",
  });
const withoutName = (stage: Stage) =>
  sendBack(stage, { unverified: [{ quantity: 2, note: "a blue thing" }], says: "a blue thing" });

/** Words for what stands in a merchant's window, of which the browser has nothing to complain about. */
function wordsOf(window: Window) {
  onTestFinished(async () => {
    await window.page.close();
    expect(window.complaints).toEqual([]);
  });
  const { panel } = window;
  return {
    button: (name: string) => panel.getByRole("button", { name, exact: true }),
    says: (text: string | RegExp) => panel.getByText(text).first().waitFor(),
    saysNoMore: (text: string) => panel.getByText(text).waitFor({ state: "detached" }),
    rowOf: ({ name }: Back) => panel.getByRole("row").filter({ hasText: name }),
  };
}

async function openAt(stage: Stage, path: string) {
  const window = await stage.visit(path);
  return { ...window, ...wordsOf(window) };
}

describe("the list", () => {
  const shared = shareLiveStore();
  /** A return from Wales, one that can be announced as it is, and one with an unidentified item. */
  let wales: Back;
  let plain: Back;
  let odd: Back;

  beforeAll(async () => {
    wales = await fromWales(shared());
    plain = await sendBack(shared(), { says: "On the return" });
    odd = await withoutName(shared());
  });

  test("Home says how many returns need the merchant, and leads to them", async () => {
    const merchant = await openAt(shared(), "");
    const { panel, rowOf } = merchant;
    await panel.getByRole("link", { name: "Need you: 2" }).click();
    await panel.getByRole("heading", { name: "Returns", level: 1 }).waitFor();
    await rowOf(wales).getByText("Sender to correct").waitFor();
    await rowOf(odd).getByText("Unidentified item").waitFor();
    await rowOf(plain).waitFor({ state: "detached" });
    await expectNothingWrong(merchant);
  });

  test("is narrowed by tab and searched by a return's name", async () => {
    const merchant = await openAt(shared(), "/app/returns");
    const { panel, rowOf, says } = merchant;
    await panel.getByRole("tab", { name: "On its way" }).click();
    await rowOf(plain).getByText("0 of 1").waitFor();
    await rowOf(plain).getByText("Labelled").first().waitFor();
    await panel.getByRole("tab", { name: "Done" }).click();
    await says("No returns of this kind");
    await merchant.goTo(`/app/returns?search=${encodeURIComponent(plain.name.toLowerCase())}`);
    await rowOf(plain).waitFor();
    await rowOf(wales).waitFor({ state: "detached" });
    await expectNothingWrong(merchant);
  });
});

describe("what another location shipped", () => {
  const SHOP_FLOOR = "Harbour Street shop";

  /** Somebody bought a lantern in the other location, and sends it back. */
  async function floorLanternBack(stage: Stage): Promise<Back> {
    await stage.atShop("inventory", { sku: "LANT", location: SHOP_FLOOR, quantities: { on_hand: 5 } });
    const order = { location: SHOP_FLOOR };
    return sendBack(stage, { order, says: "The warehouse didn’t ship these items" });
  }

  test("is sent to the warehouse from its page, when the merchant wants that", async () => {
    const stage = await openLiveStore();
    const back = await floorLanternBack(stage);
    const merchant = await openAt(stage, pageOf(back));
    const { button, says, saysNoMore } = merchant;
    await expectNothingWrongAtBothSizes(merchant, async () => {
      await says("The warehouse didn’t ship these items");
      await says("Not shipped by the warehouse");
    });
    expect(await inboundOf(stage, back)).toBeUndefined();
    await button("Send anyway").click();
    await says("On the return");
    await saysNoMore("The warehouse didn’t ship these items");
    expect(await inboundOf(stage, back)).toMatchObject({ status: "new" });
  });

  test("is sent from the list, together with others", async () => {
    const stage = await openLiveStore();
    const back = await floorLanternBack(stage);
    const merchant = await openAt(stage, "/app/returns?tab=on_its_way");
    const { button, rowOf } = merchant;
    await rowOf(back).getByText("The location that shipped it").waitFor();
    await rowOf(back).getByRole("checkbox").click();
    await button("Send anyway").click();
    await rowOf(back).getByText("Labelled").first().waitFor();
    await expectNothingWrong(merchant);
  });
});

test("what the warehouse says afterwards is shown with both numbers until the merchant hides it, and again when they want it", async () => {
  const stage = await openLiveStore();
  const back = await sendLanternBack(stage.store, { quantity: 2 });
  const inboundRef = await untilAnnounced(stage.store, back);
  const lines = [{ sku: "LANT", quantity: 2 }];
  const { receipt } = await stage.atWarehouse<{ receipt: { vendorShipmentNo: string } }>("receive", {
    inboundRef,
    lines,
  });
  await untilSays(stage, { back, words: "2 restocked" });
  const correction = { quantity: 1, becomes: "gone", event: true };
  await stage.atWarehouse(`receipts/${receipt.vendorShipmentNo}/correct`, correction);

  const words = "Camp Lantern: 2 settled as returned, 1 came in";
  await untilSays(stage, { back, words });
  const merchant = await openAt(stage, pageOf(back));
  await expectNothingWrongAtBothSizes(merchant, async () => {
    await merchant.says(words);
    await merchant.says(new RegExp(receipt.vendorShipmentNo));
  });
  await merchant.button("Done, hide this").click();
  await merchant.saysNoMore(words);
  await merchant.says("Hidden: Receipt corrected");
  await expectNothingWrongAtBothSizes(merchant, () => merchant.says("Hidden: Receipt corrected"));
  await merchant.button("Show again").click();
  await merchant.says(words);
  await merchant.saysNoMore("Hidden: Receipt corrected");
});

test("the page says that the customer has an old label, until the return is announced again and the new one is there", async () => {
  const stage = await openLiveStore();
  const back = await sendLanternBack(stage.store);
  const inboundRef = await untilAnnounced(stage.store, back);
  await untilSays(stage, { back, words: "On the return" });
  await stage.atWarehouse(`inbounds/${inboundRef}/status`, { status: "cancelled" });

  const words = "The customer has an old label";
  await untilSays(stage, { back, words });
  const merchant = await openAt(stage, pageOf(back));
  await expectNothingWrongAtBothSizes(merchant, () => merchant.says(words));
  expect(await merchant.button("View").count()).toBe(0);
  await merchant.button("Announce again").click();
  await merchant.says("On the return");
  await merchant.saysNoMore(words);
  await merchant.says("Replace the label on the return in your store, and email it to the customer");
  await expectNothingWrongAtBothSizes(merchant, () => merchant.says("On the return"));
});

describe("a sender the warehouse does not take", () => {
  test("is said with cause and next step, shown when asked for, held to the limits, and announced once corrected", async () => {
    const stage = await openLiveStore();
    const { store, visit } = stage;
    const wales = await fromWales(stage);
    const merchant = await visit(pageOf(wales), WIDE, { ownClock: true });
    const { panel } = merchant;
    const { button, says, saysNoMore } = wordsOf(merchant);
    await says("The warehouse does not take the sender as it stands");
    await says("City has 58 characters; the warehouse takes 30.");
    await says(/So the return is not announced/);
    expect(await panel.locator("html").innerText()).not.toContain("Robin");
    await expectNothingWrong(merchant);

    await button("Correct the sender").click();
    await panel.getByLabel("City").waitFor();
    expect(await panel.getByLabel("City").inputValue()).toBe(CITY);
    await says("28 characters too long: the warehouse takes 30.");
    await panel.getByLabel("Name").fill("");
    await says("The warehouse needs it.");
    await panel.getByLabel("Name").fill("Robin Shopper");
    await panel.getByLabel("City").fill("Llanfair PG");
    await says("11 of 30 characters");
    // The page is read again. What is typed stays, and the store isn't asked for the sender again.
    const askedForTwoLooks = async () => {
      const before = await countRequests(store);
      for (let times = 0; times < 2; times++) {
        const fresh = merchant.page.waitForResponse((answer) =>
          answer.url().includes(`${numberOf(wales.id)}.data`),
        );
        await passTime(merchant, 2_000);
        await fresh;
      }
      return (await countRequests(store)) - before;
    };
    // The app may have other work at first.
    await until(askedForTwoLooks, (times) => times === 0);
    expect(await panel.getByLabel("City").inputValue()).toBe("Llanfair PG");
    await expectNothingWrong(merchant);

    await button("Save and announce").click();
    await says("Dockline sends it to the warehouse next.");
    await until(
      () => inboundOf(stage, wales),
      (inbound) => inbound?.senderCity === "Llanfair PG",
    );
    await saysNoMore("The warehouse does not take the sender");
    await says(`${refOfReturn(wales.id)}, new`);
    await panel.getByRole("heading", { name: "Return label" }).waitFor();
    await says("On the return");
  });

  test("is shown as the warehouse has it once it is announced, and changed there until the warehouse has begun", async () => {
    const stage = await openLiveStore();
    const { store, atWarehouse } = stage;
    const wales = await fromWales(stage);
    await createMerchant(store).fillIn(`${pageOf(wales)}/sender`, {
      ...{ senderName: "Robin Shopper", senderAddressLine1: "1 High Street", senderPostCode: "LL61 5UJ" },
      ...{ senderCity: "Llanfair PG", senderCountryCode: "GB" },
    });
    await untilSays(stage, { back: wales, words: "On the return" });
    const merchant = await openAt(stage, pageOf(wales));
    const { panel, button, says, saysNoMore } = merchant;
    await button("Show the sender").click();
    await says("As the warehouse has it.");
    expect(await panel.getByLabel("City").inputValue()).toBe("Llanfair PG");
    await panel.getByLabel("City").fill("Bangor");
    await button("Send to the warehouse").click();
    await says("The warehouse has it now");
    await panel.getByRole("heading", { name: "Timeline" }).waitFor();
    await says("Change at the warehouse: City");
    expect(await panel.getByText("Bangor").count()).toBe(0);
    expect(await inboundOf(stage, wales)).toMatchObject({
      senderName: "Robin Shopper",
      senderCity: "Bangor",
    });
    await expectNothingWrong(merchant);

    const differs = "The order’s address was changed in Shopify.";
    const address = `orders/${numberOf(wales.orderId)}/address`;
    await stage.atShop(address, { shippingAddress: { ...WALES, city: "Deganwy" } });
    await button("Try again").click();
    await expectNothingWrongAtBothSizes(merchant, () => says(differs));
    await button("Send to the warehouse").click();
    await saysNoMore(differs);
    expect(await inboundOf(stage, wales)).toMatchObject({ senderCity: "Bangor" });

    await panel.getByLabel("City").fill("Conwy");
    await atWarehouse(`inbounds/${refOfReturn(wales.id)}/status`, { status: "in_progress" });
    await button("Send to the warehouse").click();
    await says("It is too late to change the sender");
    expect(await inboundOf(stage, wales)).toMatchObject({ senderCity: "Bangor" });
  });
});

test("returns from before Dockline are left alone until they are announced, one by one or several at once", async () => {
  const stage = await openStore();
  const { store, atShop } = stage;
  const early = [await sendLanternBack(store), await sendLanternBack(store)];
  // What was fulfilled lately would wait for dispatch.
  await atShop("orders/age", { days: 30 });
  await connectLive(store);
  for (const { id } of early)
    await atShop("webhooks", { topic: "returns/update", payload: { admin_graphql_api_id: id } });
  for (const back of early) await untilSays(stage, { back, words: "This return was there before Dockline" });
  await quiet(store);
  const merchant = await openAt(stage, pageOf(early[0]!));
  const { panel, rowOf, says } = merchant;
  await says("This return was there before Dockline");
  expect(await inbounds(stage)).toEqual([]);
  await merchant.goTo("/app/returns?tab=earlier");
  for (const back of early) await rowOf(back).getByRole("checkbox").check();
  await expectNothingWrong(merchant);
  await panel.getByRole("button", { name: "Announce now" }).first().click();
  await merchant.page.getByText("2 returns are being announced").waitFor();
  await until(
    () => inbounds(stage),
    ({ length }) => length === 2,
  );
  await says("No returns of this kind");
});

test("the settings say what each choice leads to, and are kept; with announcing off a return waits for a word", async () => {
  const stage = await openLiveStore();
  const merchant = await openAt(stage, "/app/settings/returns");
  const { panel, button, says, saysNoMore, saveBar } = merchant;
  await panel.getByLabel("Process what was received").check();
  await says(/Processing is financial/);
  await panel.getByLabel("Approve requests by themselves").check();
  await says(/Every request is approved without anybody looking at it/);
  await panel.getByLabel("Goods are expected after").fill("soon");
  await expectNothingWrong(merchant);
  await saveBar.getByRole("button", { name: "Save" }).click();
  await says("Nothing was saved. Correct what is marked.");
  await says("Enter a whole number from 0 to 365.");
  await panel.getByLabel("Process what was received").uncheck();
  await panel.getByLabel("Approve requests by themselves").uncheck();
  await panel.getByLabel("Announce approved returns to the warehouse").uncheck();
  await says(/The warehouse does not know what comes in/);
  await panel.getByLabel("Goods are expected after").fill("7");
  await saveBar.getByRole("button", { name: "Save" }).click();
  await merchant.page.getByText("Saved", { exact: true }).waitFor();
  await saveBar.waitFor({ state: "hidden" });
  await merchant.goTo("/app/settings/returns");
  expect(await panel.getByLabel("Goods are expected after").inputValue()).toBe("7");
  expect(await panel.getByLabel("Process what was received").isChecked()).toBe(false);

  const back = await sendBack(stage, { says: "This return is not announced" });
  await quiet(stage.store);
  expect(await inboundOf(stage, back)).toBeUndefined();
  await merchant.goTo(pageOf(back));
  await says("This return is not announced");
  await button("Announce now").click();
  await until(
    () => inboundOf(stage, back),
    (inbound) => inbound?.status === "new",
  );
  await saysNoMore("This return is not announced");
});

test("when Shopify asks for it, what a shopper wrote is forgotten", async () => {
  const stage = await openLiveStore();
  const odd = await withoutName(stage);
  const { panel, says } = await openAt(stage, pageOf(odd));
  await says("2 × a blue thing");
  await stage.atShop("webhooks", {
    topic: "customers/redact",
    payload: { orders_to_redact: [Number(numberOf(odd.orderId))] },
  });
  await says("2 × An item nobody has identified");
  expect(await panel.getByText("a blue thing").count()).toBe(0);
});
