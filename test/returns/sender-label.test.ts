import { describe, expect, test } from "vitest";
import { changeSender } from "../../app/domain/returns/announce/change-sender.ts";
import { readSender } from "../../app/domain/returns/announce/read-sender.ts";
import { followReturn } from "../../app/domain/returns/follow-return.ts";
import { retryLabel } from "../../app/domain/returns/label/redo-label.ts";
import { CutOff, cutAt, throughAll } from "../support/cut-off.ts";
import { inbounds, kept, step } from "../support/returns.ts";
import {
  areGood,
  correct,
  CORRECTING,
  correctInVain,
  countLabels,
  faultyLabels,
  labelled,
  later,
  mailsAbout,
  mugBack,
  mugs,
  REFUSED,
  saysOld,
  stand,
} from "./labels.ts";

describe("a sender that is corrected", () => {
  test("gets the new label, and the customer one email with it", async () => {
    const { world, back } = await labelled();
    expect(await correct(world, back, "Conwy")).toEqual({ outcome: "sent" });
    await world.settle();
    expect(await areGood(world, back)).toBe(true);
    expect(await mailsAbout(world, back)).toBe(2);
    expect(await correct(world, back, "Conwy")).toEqual({ outcome: "sent" });
    await world.settle();
    expect(await mailsAbout(world, back)).toBe(2);
    expect(await saysOld(world, back)).toBe(false);
  });

  test("before there is a label gets one, and the customer one email", async () => {
    const world = await mugs();
    await faultyLabels(world, { kind: "status", status: 404 });
    const back = await mugBack(world);
    await world.settle();
    await correct(world, back, "Conwy");
    await world.settle();
    expect(await saysOld(world, back)).toBe(false);
    await world.clearFaults();
    await world.retryNow();
    expect(await areGood(world, back)).toBe(true);
    expect(await mailsAbout(world, back)).toBe(1);
  });

  test("and refused leaves the label as it is", async () => {
    const { world, back } = await labelled();
    await world.atWarehouse("faults", { ...CORRECTING, action: REFUSED });
    expect(await correct(world, back, "Conwy")).toMatchObject({ outcome: "refused" });
    await world.settle();
    expect(await saysOld(world, back)).toBe(false);
    expect(await mailsAbout(world, back)).toBe(1);
    expect(await kept(world, back)).toMatchObject({ sender: null });
  });

  test.each(["request", "answer"] as const)(
    "whose %s was lost is sent again once it can no longer arrive, and gets its label",
    async (when) => {
      const { world, back } = await labelled();
      await correctInVain(world, back, when);
      await world.settle();
      expect(await mailsAbout(world, back)).toBe(1);
      expect(await stand(world, back)).toBe("waiting: sender-unanswered");
      expect(await saysOld(world, back)).toBe(true);
      await later(world);
      expect(await inbounds(world)).toMatchObject([{ senderCity: "Conwy" }]);
      expect(await kept(world, back)).toMatchObject({ sender: null });
      expect(await areGood(world, back)).toBe(true);
      expect(await mailsAbout(world, back)).toBe(2);
      expect(await saysOld(world, back)).toBe(false);
    },
  );

  test.each(["request", "answer"] as const)(
    "whose %s was lost, and that the merchant sends again, gets one new label",
    async (when) => {
      const { world, back } = await labelled();
      await correctInVain(world, back, when);
      expect(await correct(world, back, "Conwy")).toEqual({ outcome: "kept" });
      await world.settle();
      // The first may still arrive.
      expect(await mailsAbout(world, back)).toBe(1);
      await later(world);
      expect(await areGood(world, back)).toBe(true);
      expect(await mailsAbout(world, back)).toBe(2);
    },
  );

  test("whose answer was lost, before another was refused, still gets its label", async () => {
    const { world, back } = await labelled();
    await correctInVain(world, back);
    await world.pass(2);
    await world.atWarehouse("faults", { ...CORRECTING, action: REFUSED });
    expect(await correct(world, back, "Nowhere")).toMatchObject({ outcome: "refused" });
    await world.clearFaults();
    await later(world);
    expect(await areGood(world, back)).toBe(true);
    expect(await mailsAbout(world, back)).toBe(2);
  });

  test("while another is on its way is sent afterwards, and the customer gets one email", async () => {
    const { world, back } = await labelled();
    await world.atWarehouse("faults", { ...CORRECTING, times: 1, action: { kind: "hold" } });
    const first = correct(world, back, "Caernarfon");
    await world.held("warehouse");
    expect(await correct(world, back, "Conwy")).toEqual({ outcome: "kept" });
    await world.atWarehouse("release", {});
    expect(await first).toEqual({ outcome: "sent" });
    await world.settle();
    expect(await inbounds(world)).toMatchObject([{ senderCity: "Conwy" }]);
    expect(await areGood(world, back)).toBe(true);
    expect(await mailsAbout(world, back)).toBe(2);
    expect(await saysOld(world, back)).toBe(false);
  });

  test("whose answer was lost is looked at though the return is closed and opened again", async () => {
    const { world, back } = await labelled();
    await correctInVain(world, back);
    await step(world, back, "close");
    await world.settle();
    await step(world, back, "reopen");
    await later(world);
    expect(await areGood(world, back)).toBe(true);
    expect(await mailsAbout(world, back)).toBe(2);
  });

  test("whose answer was lost is looked at when it can no longer arrive, not before", async () => {
    const { world, back } = await labelled();
    await correctInVain(world, back);
    await retryLabel(world.ctx, { returnId: back.id });
    await world.settle();
    expect(await mailsAbout(world, back)).toBe(1);
    await world.pass(2);
    await world.settle();
    expect(await areGood(world, back)).toBe(true);
    expect(await mailsAbout(world, back)).toBe(2);
  });

  test("while it may still arrive, no label is taken: nobody knows which sender it shows", async () => {
    const world = await mugs();
    await faultyLabels(world, { kind: "status", status: 404 });
    const back = await mugBack(world);
    await world.settle();
    await world.clearFaults();
    await correctInVain(world, back);
    await followReturn(world.ctx, { returnId: back.id });
    expect(await countLabels(world, back)).toEqual([0]);
    await later(world);
    expect(await areGood(world, back)).toBe(true);
    expect(await mailsAbout(world, back)).toBe(1);
  });

  test("while its first label is fetched gets one email", async () => {
    const world = await mugs();
    await faultyLabels(world, { kind: "hold" }, 1);
    const back = await mugBack(world);
    const running = followReturn(world.ctx, { returnId: back.id });
    await world.held("warehouse");
    expect(await correct(world, back, "Conwy")).toEqual({ outcome: "sent" });
    await world.atWarehouse("release", {});
    await running;
    expect(await countLabels(world, back)).toEqual([0]);
    await world.retryNow();
    expect(await areGood(world, back)).toBe(true);
    expect(await mailsAbout(world, back)).toBe(1);
  });

  test.each(["before", "after"] as const)("by a request that ended %s any of its calls", async (when) => {
    const world = await mugs();
    for (let call = 1; ; call++) {
      const back = await mugBack(world);
      await world.settle();
      const read = await readSender(world.ctx, { returnId: back.id });
      if (read.outcome !== "read") throw new Error(read.outcome);
      const { around, wasCut } = cutAt({ call, when });
      const typed = { ...read.sender, senderCity: "Conwy" };
      await changeSender(throughAll(world.ctx, around), { returnId: back.id, typed }).catch(
        (error: unknown) => {
          if (!(error instanceof CutOff)) throw error;
        },
      );
      await later(world);
      const { inboundRef } = (await kept(world, back))!;
      const inbound = (await inbounds(world)).find(({ ref }) => ref === inboundRef)!;
      const isChanged = inbound.senderCity === "Conwy";
      if (!wasCut()) expect(isChanged).toBe(true);
      expect(await areGood(world, back), `call ${call}`).toBe(true);
      expect(await saysOld(world, back), `call ${call}`).toBe(false);
      const mails = await mailsAbout(world, back);
      expect(mails, `call ${call}`).toBeLessThanOrEqual(2);
      if (isChanged) expect(mails, `call ${call}`).toBe(2);
      if (!wasCut()) break;
    }
  });
});
