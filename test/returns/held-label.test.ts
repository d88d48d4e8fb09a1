import { describe, expect, test } from "vitest";
import { changeToken } from "../../app/domain/connection/change-token.ts";
import { followReturn } from "../../app/domain/returns/follow-return.ts";
import { remakeLabel } from "../../app/domain/returns/label/redo-label.ts";
import { redactOrders } from "../../app/domain/returns/redact-orders.ts";
import { followedUntil, inbounds, kept, sendBack, shown, sold, step } from "../support/returns.ts";
import { TOKEN, type World } from "../support/world.ts";
import {
  areGood,
  choose,
  correct,
  correctInVain,
  end,
  faultyLabels,
  inBlock,
  labelled,
  labelledInOtherAccount,
  later,
  mailsAbout,
  mugBack,
  mugs,
  REFUSED,
  saysOld,
  sendAgain,
  stand,
  twoParcelsBack,
} from "./labels.ts";

const NONE_THERE = { kind: "status", status: 404 };
const follow = (world: World, { id: returnId }: { id: string }) => followReturn(world.ctx, { returnId });

/** Two mugs come back of which one arrives, and one counts as missing. */
async function oneCame(world: World, back: { id: string }): Promise<void> {
  const { inboundRef } = (await kept(world, back))!;
  const lines = [{ sku: "MUG", quantity: 1 }];
  await world.atWarehouse("receive", { inboundRef, lines });
  await world.settle();
  await step(world, back, "dispose", { lines, type: "MISSING" });
  await world.settle();
}

async function twoBack(): Promise<{ world: World; back: Awaited<ReturnType<typeof sendBack>> }> {
  const world = await mugs();
  await choose(world, { restock: false });
  const back = await sendBack(world, await sold(world, { MUG: 2 }), { MUG: 2 });
  await world.settle();
  return { world, back };
}

describe("the label that the customer has is known", () => {
  /** A mug comes back, and the answer is lost with which its label was put on the return. */
  async function unanswered() {
    const world = await mugs();
    const attach = { method: "POST", path: "/graphql.json", body: "AttachLabel" };
    await world.atShop("faults", { ...attach, when: "answer", times: 1, action: { kind: "reset" } });
    const back = await mugBack(world);
    await follow(world, back).catch(() => undefined);
    expect(await mailsAbout(world, back)).toBe(1);
    return { world, back };
  }

  test("whose answer was lost, before its inbound was cancelled", async () => {
    const { world, back } = await unanswered();
    await end(world, back, "cancelled");
    expect(await stand(world, back)).toBe("old");
    expect(await saysOld(world, back)).toBe(true);
  });

  test("whose answer was lost, before labels were switched off and its sender corrected", async () => {
    const { world, back } = await unanswered();
    await choose(world, { label: false });
    expect(await correct(world, back, "Conwy")).toEqual({ outcome: "sent" });
    await world.settle();
    expect(await areGood(world, back)).toBe(true);
    expect(await mailsAbout(world, back)).toBe(2);
  });

  test("of two parcels, the second of which got none", async () => {
    const world = await mugs();
    const back = await twoParcelsBack(world);
    const second = (await shown(world, back)).reverseFulfillmentOrders[1]!.id.split("/").at(-1)!;
    const body = `AttachLabel.*${second}"`;
    const action = { kind: "user-error", message: "No." };
    await world.atShop("faults", { method: "POST", path: "/graphql.json", body, action });
    await world.settle();
    await end(world, back, "cancelled");
    expect(await saysOld(world, back)).toBe(true);
  });

  test("after any call at which the app may have ended", { tags: ["proof"] }, async () => {
    const world = await mugs();
    let mailed = 0;
    for (let call = 1; ; call++) {
      const back = await mugBack(world);
      if (!(await followedUntil(world, { returnId: back.id, call, when: "after" }))) break;
      if ((await mailsAbout(world, back)) === 0) continue;
      mailed++;
      await end(world, back, "cancelled");
      expect(await saysOld(world, back), `call ${call}`).toBe(true);
    }
    expect(mailed).toBeGreaterThan(2);
  });

  test("of which the timeline has forgotten everything", async () => {
    const { world, back } = await labelled();
    await world.services.db.timelineEntry.deleteMany({ where: { subject: back.id } });
    const replace = { method: "POST", path: "/graphql.json", body: "UpdateLabel" };
    await world.atShop("faults", { ...replace, times: 1, action: { kind: "reset" } });
    await correct(world, back, "Conwy");
    await world.settle();
    for (let times = 0; times < 2; times++) await later(world);
    expect(await stand(world, back)).toBe("ready");
    expect(await areGood(world, back)).toBe(true);
    expect(await saysOld(world, back)).toBe(false);
  });

  test("after the customer was forgotten", async () => {
    const { world, back } = await labelled();
    const { orderId } = (await kept(world, back))!;
    const { db } = world.services;
    await redactOrders({ db, clock: () => new Date() }, { shop: world.ctx.shop, orderIds: [orderId] });
    await correctInVain(world, back);
    await later(world);
    expect(await areGood(world, back)).toBe(true);
  });
});

describe("no label is old, and nobody gets an email", () => {
  test("when one unit has come and the other counts as missing, and the inbound is cancelled", async () => {
    const { world, back } = await twoBack();
    await oneCame(world, back);
    await end(world, back, "cancelled");
    expect(await saysOld(world, back)).toBe(false);
  });

  test("when they did after the return was announced again, before there was a new label", async () => {
    const { world, back } = await twoBack();
    await end(world, back, "cancelled");
    await faultyLabels(world, NONE_THERE);
    await sendAgain(world, back);
    await oneCame(world, back);
    expect(await saysOld(world, back)).toBe(false);
    await world.clearFaults();
    await world.retryNow();
    expect(await mailsAbout(world, back)).toBe(1);
  });

  test.each([
    ["refused the return", [REFUSED]],
    ["refused its key first, and then the return", [{ kind: "status", status: 401 }, REFUSED]],
  ])("when another account %s, and the first one is connected again", async (_what, answers) => {
    const { world, back, atOther } = await labelledInOtherAccount();
    const creating = { method: "POST", path: "/inbounds" };
    for (const [index, action] of answers.entries()) {
      await atOther("faults", { ...creating, ...(index < answers.length - 1 && { times: 1 }), action });
      if (index === 0) await sendAgain(world, back);
      else await world.retryNow();
    }
    expect(await kept(world, back)).toMatchObject({ needs: [{ kind: "refused" }] });
    await changeToken(world.ctx, { accessToken: TOKEN });
    await world.settle();
    await follow(world, back);
    expect(await stand(world, back)).toBe("ready");
    expect(await saysOld(world, back)).toBe(false);
    expect(await mailsAbout(world, back)).toBe(1);
  });

  test("when the inbound was not shown for a moment, and is found when it is announced again", async () => {
    const { world, back } = await labelled();
    const { inboundRef } = (await kept(world, back))!;
    const path = `/inbounds/${inboundRef}(\\?|$)`;
    await world.atWarehouse("faults", { method: "GET", path, times: 2, action: NONE_THERE });
    await follow(world, back);
    await sendAgain(world, back);
    await follow(world, back);
    expect(await stand(world, back)).toBe("ready");
    expect(await mailsAbout(world, back)).toBe(1);
    expect(await saysOld(world, back)).toBe(false);
  });

  test("when the inbound was not shown for a moment, and announced again in vain", async () => {
    const { world, back } = await labelled();
    const { inboundRef } = (await kept(world, back))!;
    const path = `/inbounds/${inboundRef}(\\?|$)`;
    await world.atWarehouse("faults", { method: "GET", path, action: NONE_THERE });
    await follow(world, back);
    await sendAgain(world, back);
    await world.clearFaults();
    await world.retryNow();
    await follow(world, back);
    expect(await mailsAbout(world, back)).toBe(1);
    expect(await saysOld(world, back)).toBe(false);
  });
});

describe("a label in place of which the merchant wants a new one", () => {
  /** The merchant wants it, and the warehouse has none. */
  async function asked() {
    const { world, back } = await labelled();
    await faultyLabels(world, NONE_THERE);
    await remakeLabel(world.ctx, { returnId: back.id });
    await world.settle();
    expect(await saysOld(world, back)).toBe(false);
    return { world, back };
  }

  test("is old once its sender is corrected", async () => {
    const { world, back } = await asked();
    await correct(world, back, "Conwy");
    expect(await saysOld(world, back)).toBe(true);
    await world.clearFaults();
    await world.retryNow();
    expect(await areGood(world, back)).toBe(true);
    expect(await mailsAbout(world, back)).toBe(2);
  });

  test("is old if its sender was corrected before", async () => {
    const { world, back } = await labelled();
    await correct(world, back, "Conwy");
    await remakeLabel(world.ctx, { returnId: back.id });
    expect(await saysOld(world, back)).toBe(true);
    expect(await inBlock(world, back)).toEqual({ label: "old", isGiven: false });
    await world.settle();
    expect(await mailsAbout(world, back)).toBe(2);
  });

  test("is not old while the return is closed and opened again", async () => {
    const { world, back } = await asked();
    await step(world, back, "close");
    await world.settle();
    await step(world, back, "reopen");
    await world.settle();
    expect(await saysOld(world, back)).toBe(false);
  });
});

test("a return that is settled by hand once it has its label waits for no label", async () => {
  const { world, back } = await labelled();
  const lines = [{ sku: "MUG", quantity: 1 }];
  await step(world, back, "dispose", { lines, type: "NOT_RESTOCKED" });
  await world.settle();
  expect(await stand(world, back)).toBe("ready");
  expect(await saysOld(world, back)).toBe(false);
});

test("an old label of a return that is closed is not offered on the order's page", async () => {
  const { world, back } = await labelled();
  await end(world, back, "cancelled");
  await step(world, back, "close");
  await world.settle();
  expect(await stand(world, back)).toBe("none");
  expect(await inBlock(world, back)).toEqual({ label: "none", isGiven: false });
});

test("a sender that was typed before the announcement is forgotten when the return is over", async () => {
  const world = await mugs();
  await world.atWarehouse("faults", { method: "POST", path: "/inbounds", action: REFUSED });
  const back = await mugBack(world);
  await world.settle();
  expect(await correct(world, back, "Conwy")).toEqual({ outcome: "kept" });
  expect(await kept(world, back)).toMatchObject({ sender: { senderCity: "Conwy" } });
  await step(world, back, "cancel");
  await world.settle();
  expect(await kept(world, back)).toMatchObject({ sender: null });
  expect(await inbounds(world)).toEqual([]);
});
