import { describe, expect, test } from "vitest";
import { announceAnyway } from "../../app/domain/returns/announce/announce-anyway.ts";
import { followReturn } from "../../app/domain/returns/follow-return.ts";
import { remakeLabel } from "../../app/domain/returns/label/redo-label.ts";
import { followedUntil, kept, step, timeline } from "../support/returns.ts";
import { OTHER_TOKEN } from "../support/two-accounts.ts";
import {
  areGood,
  choose,
  countLabels,
  end,
  faultyLabels,
  inBlock,
  labelled,
  labelledInOtherAccount,
  labels,
  mailsAbout,
  mugBack,
  mugs,
  saysOld,
  sendAgain,
  stand,
  twoParcelsBack,
  type Ended,
} from "./labels.ts";

describe("a return that is sent again gets the new label, and the customer one email with it", () => {
  test.each<Ended>(["cancelled", "deleted"])("after its inbound was %s", async (how) => {
    const { world, back } = await labelled();
    expect(await saysOld(world, back)).toBe(false);
    expect(await inBlock(world, back)).toEqual({ label: "ready", isGiven: true });
    await end(world, back, how);
    expect(await stand(world, back)).toBe("old");
    expect(await saysOld(world, back)).toBe(true);
    expect(await inBlock(world, back)).toEqual({ label: "old", isGiven: false });
    expect(await mailsAbout(world, back)).toBe(1);

    await sendAgain(world, back);
    expect(await areGood(world, back)).toBe(true);
    expect(await countLabels(world, back)).toEqual([1]);
    expect(await mailsAbout(world, back)).toBe(2);
    expect(await saysOld(world, back)).toBe(false);
    expect(await inBlock(world, back)).toEqual({ label: "ready", isGiven: true });
    await followReturn(world.ctx, { returnId: back.id });
    expect(await mailsAbout(world, back)).toBe(2);
    expect(await timeline(world, back)).toEqual(
      expect.arrayContaining(["label-attach done", "label-replace done"]),
    );
  });

  test("to another account", async () => {
    const { world, back, atOther } = await labelledInOtherAccount();
    expect(await saysOld(world, back)).toBe(true);
    const body = Buffer.from("%PDF-1.7\nof the other account\n%%EOF\n").toString("base64");
    await atOther("faults", { method: "GET", path: "/label$", action: { kind: "body", body } });
    await sendAgain(world, back);
    expect(await atOther<unknown[]>("inbounds")).toHaveLength(1);
    expect(await areGood(world, back, OTHER_TOKEN)).toBe(true);
    expect(await mailsAbout(world, back)).toBe(2);
    expect(await saysOld(world, back)).toBe(false);
  });

  test("in two parcels: a label for each, and one email", async () => {
    const world = await mugs();
    const back = await twoParcelsBack(world);
    await world.settle();
    await end(world, back, "cancelled");
    await sendAgain(world, back);
    expect(await countLabels(world, back)).toEqual([1, 1]);
    expect(await areGood(world, back)).toBe(true);
    expect(await mailsAbout(world, back)).toBe(2);
  });

  test("unasked, when Dockline had taken its inbound back", async () => {
    const { world, back } = await labelled();
    const { db } = world.services;
    await db.return.updateMany({ where: { returnId: back.id }, data: { inboundStatus: null } });
    await world.atWarehouse(`inbounds/${(await kept(world, back))!.inboundRef}/delete`, {});
    await followReturn(world.ctx, { returnId: back.id });
    expect(await areGood(world, back)).toBe(true);
    expect(await mailsAbout(world, back)).toBe(2);
  });

  test("also where labels are switched off by now, but not the email where that is", async () => {
    const { world, back } = await labelled();
    await choose(world, { label: false, notify: false });
    await end(world, back, "cancelled");
    await sendAgain(world, back);
    expect(await areGood(world, back)).toBe(true);
    expect(await mailsAbout(world, back)).toBe(1);
    expect(await saysOld(world, back)).toBe(false);
  });

  test("and none where it never had one and labels are switched off", async () => {
    const world = await mugs();
    await choose(world, { label: false });
    const back = await mugBack(world);
    await world.settle();
    await end(world, back, "cancelled");
    expect(await stand(world, back)).toBe("none");
    await sendAgain(world, back);
    expect(await stand(world, back)).toBe("none");
    expect(await countLabels(world, back)).toEqual([0]);
  });

  test("but not in place of somebody else's", async () => {
    const world = await mugs();
    const back = await mugBack(world);
    await step(world, back, "deliveries", { label: "https://labels.example/1.pdf" });
    await world.settle();
    const mails = await mailsAbout(world, back);
    await end(world, back, "cancelled");
    await sendAgain(world, back);
    expect(await labels(world, back)).toEqual([["https://labels.example/1.pdf"]]);
    expect(await stand(world, back)).toBe("theirs");
    expect(await mailsAbout(world, back)).toBe(mails);
  });
});

test("until the new label is there, the page says that the customer has an old one", async () => {
  const { world, back } = await labelled();
  await end(world, back, "cancelled");
  await faultyLabels(world, { kind: "status", status: 404 });
  await sendAgain(world, back);
  expect(await stand(world, back)).toBe("waiting: not-there");
  expect(await saysOld(world, back)).toBe(true);
  await world.clearFaults();
  await world.retryNow();
  expect(await stand(world, back)).toBe("ready");
  expect(await saysOld(world, back)).toBe(false);
  expect(await mailsAbout(world, back)).toBe(2);
});

test("an inbound that the warehouse did not show for a moment leaves the label as it is", async () => {
  const { world, back } = await labelled();
  await choose(world, { label: false });
  const { inboundRef } = (await kept(world, back))!;
  const path = `/inbounds/${inboundRef}`;
  await world.atWarehouse("faults", { method: "GET", path, action: { kind: "status", status: 404 } });
  await followReturn(world.ctx, { returnId: back.id });
  expect(await stand(world, back)).toBe("old");
  await world.clearFaults();
  await followReturn(world.ctx, { returnId: back.id });
  expect(await stand(world, back)).toBe("ready");
  expect(await mailsAbout(world, back)).toBe(1);
});

test("once all has come, nobody says that the customer has an old label", async () => {
  const { world, back } = await labelled();
  await end(world, back, "cancelled");
  await faultyLabels(world, { kind: "status", status: 404 });
  await sendAgain(world, back);
  const { inboundRef } = (await kept(world, back))!;
  await world.atWarehouse("receive", { inboundRef, lines: [{ sku: "MUG", quantity: 1 }] });
  await world.settle();
  expect(await saysOld(world, back)).toBe(false);
});

test("an inbound that is deleted once all has come makes no label old", async () => {
  const { world, back } = await labelled();
  await choose(world, { restock: false });
  const { inboundRef } = (await kept(world, back))!;
  await world.atWarehouse("receive", { inboundRef, lines: [{ sku: "MUG", quantity: 1 }] });
  await world.settle();
  await end(world, back, "deleted");
  expect(await stand(world, back)).toBe("ready");
  expect(await saysOld(world, back)).toBe(false);
});

describe.each(["before", "after"] as const)("killed %s any of its calls", (when) => {
  test(
    "the app replaces the label of a return that was sent again, with one email",
    { tags: ["proof"] },
    async () => {
      const world = await mugs();
      for (let call = 1; ; call++) {
        const back = await mugBack(world);
        await world.settle();
        await end(world, back, "cancelled");
        await announceAnyway(world.ctx, { returnIds: [back.id] });
        // Under another reference, announced by the next run.
        await followReturn(world.ctx, { returnId: back.id });
        const wasCut = await followedUntil(world, { returnId: back.id, call, when });
        await followReturn(world.ctx, { returnId: back.id });
        await world.pass(2);
        await followReturn(world.ctx, { returnId: back.id });
        expect(await countLabels(world, back), `call ${call}`).toEqual([1]);
        expect(await areGood(world, back), `call ${call}`).toBe(true);
        expect(await mailsAbout(world, back), `call ${call}`).toBe(2);
        expect(await stand(world, back), `call ${call}`).toBe("ready");
        if (!wasCut) break;
      }
    },
  );
});

describe.each(["request", "answer"] as const)("a lost %s to replace the label", (when) => {
  test("makes no second email", async () => {
    const { world, back } = await labelled();
    await remakeLabel(world.ctx, { returnId: back.id });
    const action = { kind: "reset" };
    const replacing = { method: "POST", path: "/graphql.json", body: "UpdateLabel" };
    await world.atShop("faults", { ...replacing, when, times: 1, action });
    for (let time = 0; time < 2; time++) {
      await world.settle();
      await world.pass(2);
      await world.retryNow();
    }
    expect(await countLabels(world, back)).toEqual([1]);
    expect(await mailsAbout(world, back)).toBe(2);
    expect(await kept(world, back)).toMatchObject({ label: "ready", labelAnew: false });
    const written = (await timeline(world, back)).filter((one) => one.startsWith("label-replace"));
    expect(written).toEqual(
      when === "request" ? ["label-replace lost", "label-replace done"] : ["label-replace done"],
    );
  });
});
