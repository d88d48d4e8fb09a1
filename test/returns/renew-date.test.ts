import { describe, expect, test } from "vitest";
import { announceAnyway } from "../../app/domain/returns/announce/announce-anyway.ts";
import { followReturn } from "../../app/domain/returns/follow-return.ts";
import { readReturnDetail } from "../../app/domain/returns/read-return.ts";
import { waitLonger } from "../../app/domain/returns/wait-longer.ts";
import { hideNeeds, followedUntil, inbounds, kept, timeline, type ShownReturn } from "../support/returns.ts";
import { SHOP, TOKEN, type World } from "../support/world.ts";
import { CORRECTING, later, mugBack, mugs, REFUSED, seemsGone } from "./labels.ts";

const day = (inDays: number) => new Date(Date.now() + inDays * 24 * 60 * 60_000).toISOString().slice(0, 10);
/** The first day a return was expected on, long ago. */
const FIRST = day(-40);

/** A return that the warehouse expected long ago, checked since. */
async function overdue(): Promise<{ world: World; back: ShownReturn }> {
  const world = await mugs();
  return { world, back: await overdueBack(world) };
}

async function overdueBack(world: World): Promise<ShownReturn> {
  const back = await mugBack(world);
  await world.settle();
  await showDay(world, back, FIRST);
  return back;
}

/** The warehouse shows this day from now on. */
async function showDay(world: World, back: ShownReturn, expectedReceiveDate: string): Promise<void> {
  const { inboundRef } = (await kept(world, back))!;
  await world.ctx.warehouse(TOKEN).inbounds.update(inboundRef, { expectedReceiveDate });
}

const check = (world: World, { id: returnId }: ShownReturn) => followReturn(world.ctx, { returnId });

/** When the warehouse expects it. */
async function expectedOn(world: World, back: ShownReturn): Promise<string | undefined> {
  const { inboundRef } = (await kept(world, back))!;
  return (await inbounds(world)).find(({ ref }) => ref === inboundRef)?.expectedReceiveDate;
}

const needs = async (world: World, back: ShownReturn) => (await kept(world, back))!.needs;
const asked = async (world: World, back: ShownReturn) =>
  (await timeline(world, back)).filter((entry) => entry.startsWith("inbound-change"));

/** The day that was asked for last passes, as if weeks had. */
async function passes(world: World, back: ShownReturn): Promise<void> {
  await showDay(world, back, day(-1));
  const { db } = world.services;
  await db.return.updateMany({
    where: { shop: SHOP, returnId: back.id },
    data: { renewedTo: day(-1) },
  });
  // They are of another day.
  await db.timelineEntry.deleteMany({ where: { shop: SHOP, subject: back.id, kind: "inbound-change" } });
}

describe("an overdue return", () => {
  test("is expected two weeks later, once, and is overdue since its first day all the same", async () => {
    const { world, back } = await overdue();
    await check(world, back);
    expect(await expectedOn(world, back)).toBe(day(14));
    expect(await needs(world, back)).toEqual([{ kind: "overdue", expectedOn: FIRST }]);
    await check(world, back);
    expect(await needs(world, back)).toEqual([{ kind: "overdue", expectedOn: FIRST }]);
    expect(await asked(world, back)).toEqual(["inbound-change done"]);
  });

  test("is expected two weeks later again when those have passed", async () => {
    const { world, back } = await overdue();
    await check(world, back);
    await passes(world, back);
    await check(world, back);
    expect(await expectedOn(world, back)).toBe(day(14));
    expect(await needs(world, back)).toEqual([{ kind: "overdue", expectedOn: FIRST }]);
  });

  test("is not overdue any more when the warehouse itself expects it later", async () => {
    const { world, back } = await overdue();
    await check(world, back);
    await showDay(world, back, day(20));
    await check(world, back);
    expect(await expectedOn(world, back)).toBe(day(20));
    expect(await needs(world, back)).toEqual([]);
  });

  test.each([day(13), day(17)])(
    "stays overdue where the warehouse shows a day near the new one: %s",
    async (near) => {
      const { world, back } = await overdue();
      await check(world, back);
      await showDay(world, back, near);
      await check(world, back);
      expect(await needs(world, back)).toEqual([{ kind: "overdue", expectedOn: FIRST }]);
      expect(await asked(world, back)).toEqual(["inbound-change done"]);
    },
  );

  test("is expected as long as the merchant waits, and is overdue again afterwards", async () => {
    const { world, back } = await overdue();
    await check(world, back);
    await passes(world, back);
    await waitLonger(world.ctx, { returnId: back.id });
    await world.settle();
    expect(await expectedOn(world, back)).toBe(day(14));
    expect(await needs(world, back)).toEqual([]);
    await world.pass(14 * 24 * 60);
    await passes(world, back);
    await check(world, back);
    expect(await needs(world, back)).toEqual([{ kind: "overdue", expectedOn: FIRST }]);
    expect(await expectedOn(world, back)).toBe(day(14));
  });

  test("that the merchant has hidden is still expected later, and its page says so", async () => {
    const { world, back } = await overdue();
    await check(world, back);
    await hideNeeds(world, back);
    await check(world, back);
    expect((await readReturnDetail(world.ctx, { returnId: back.id }))?.waiting).toMatchObject({
      ...{ awaited: "parcel", expectedOn: day(14), daysLate: 0 },
    });
  });

  test("keeps its day when the warehouse has begun with it", async () => {
    const { world, back } = await overdue();
    const { inboundRef } = (await kept(world, back))!;
    await world.atWarehouse(`inbounds/${inboundRef}/status`, { status: "in_progress" });
    await check(world, back);
    expect(await expectedOn(world, back)).toBe(FIRST);
    expect(await needs(world, back)).toEqual([{ kind: "overdue", expectedOn: FIRST }]);
    expect(await asked(world, back)).toEqual([]);
  });

  test("begins with a day of its own when it is announced again", async () => {
    const { world, back } = await overdue();
    await check(world, back);
    await world.ctx.warehouse(TOKEN).inbounds.delete((await kept(world, back))!.inboundRef);
    await check(world, back);
    await announceAnyway(world.ctx, { returnIds: [back.id] });
    await world.settle();
    expect(await needs(world, back)).toEqual([]);
    expect(await kept(world, back)).toMatchObject({ renewedTo: null, dueOn: null });
  });
});

test("an overdue return that is announced again under its reference while the merchant waits is expected as long", async () => {
  const { world, back } = await overdue();
  await check(world, back);
  await waitLonger(world.ctx, { returnId: back.id });
  await world.settle();
  await world.ctx.warehouse(TOKEN).inbounds.delete((await kept(world, back))!.inboundRef);
  await check(world, back);
  await announceAnyway(world.ctx, { returnIds: [back.id] });
  await world.settle();
  await showDay(world, back, day(3));
  await check(world, back);
  expect(await expectedOn(world, back)).toBe(day(14));
});

test("an overdue return whose inbound seemed to be gone for a moment stays overdue since its first day", async () => {
  const { world, back } = await overdue();
  await check(world, back);
  await seemsGone(world, back);
  await announceAnyway(world.ctx, { returnIds: [back.id] });
  await seemsGone(world, back);
  await world.settle();
  await check(world, back);
  expect(await needs(world, back)).toEqual([{ kind: "overdue", expectedOn: FIRST }]);
});

describe("a new day", () => {
  const update = { method: "PUT", path: "/inbounds/" };

  test("that the warehouse refuses is asked for once, and the return stays overdue", async () => {
    const { world, back } = await overdue();
    await world.atWarehouse("faults", { ...update, action: REFUSED });
    await check(world, back);
    await check(world, back);
    expect(await asked(world, back)).toEqual(["inbound-change refused"]);
    expect(await needs(world, back)).toEqual([{ kind: "overdue", expectedOn: FIRST }]);
  });

  test.each([
    ["refused", REFUSED],
    ["not answered", { kind: "status", status: 503, body: {} }],
  ])(
    "that is %s when the one before has passed: the return stays overdue since its first day",
    async (_what, action) => {
      const { world, back } = await overdue();
      await check(world, back);
      await passes(world, back);
      await world.atWarehouse("faults", { ...CORRECTING, action });
      for (let i = 0; i < 2; i++) {
        await check(world, back).catch(() => undefined);
        expect(await needs(world, back)).toEqual([{ kind: "overdue", expectedOn: FIRST }]);
      }
    },
  );

  test("that the warehouse takes on its next working day is known to be taken though the answer was lost", async () => {
    const { world, back } = await overdue();
    await world.atWarehouse("faults", { ...CORRECTING, when: "answer", action: { kind: "reset" } });
    await check(world, back).catch(() => undefined);
    await world.clearFaults();
    await showDay(world, back, day(16));
    await check(world, back);
    expect(await asked(world, back)).toEqual(["inbound-change done"]);
  });

  test("that never arrived counts as lost once another is asked for", async () => {
    const { world, back } = await overdue();
    await world.atWarehouse("faults", { ...CORRECTING, action: { kind: "status", status: 503, body: {} } });
    await check(world, back).catch(() => undefined);
    await world.clearFaults();
    await world.services.db.return.updateMany({
      where: { shop: SHOP },
      data: { waitUntil: new Date(Date.now() + 16 * 24 * 60 * 60_000) },
    });
    await check(world, back);
    expect(await expectedOn(world, back)).toBe(day(16));
    expect((await asked(world, back)).toSorted()).toEqual(["inbound-change done", "inbound-change lost"]);
  });

  test("that the warehouse takes and does not show is asked for once", async () => {
    const { world, back } = await overdue();
    await check(world, back);
    await showDay(world, back, FIRST);
    await check(world, back);
    expect(await asked(world, back)).toEqual(["inbound-change done"]);
    expect(await expectedOn(world, back)).toBe(FIRST);
  });

  test("whose answer is lost is taken, and is known to be when it is read", async () => {
    const { world, back } = await overdue();
    await world.atWarehouse("faults", { ...update, when: "answer", action: { kind: "reset" } });
    await expect(check(world, back)).rejects.toThrow();
    await world.clearFaults();
    expect(await asked(world, back)).toEqual(["inbound-change intended"]);
    expect(await needs(world, back)).toEqual([{ kind: "overdue", expectedOn: FIRST }]);
    await check(world, back);
    expect(await asked(world, back)).toEqual(["inbound-change done"]);
    expect(await needs(world, back)).toEqual([{ kind: "overdue", expectedOn: FIRST }]);
  });

  test("that is lost on its way is asked for again, and is one entry in the timeline", async () => {
    const { world, back } = await overdue();
    await world.atWarehouse("faults", { ...update, when: "request", action: { kind: "reset" } });
    for (let times = 0; times < 3; times++) await expect(check(world, back)).rejects.toThrow();
    expect(await asked(world, back)).toEqual(["inbound-change intended"]);
    await world.clearFaults();
    await check(world, back);
    expect(await expectedOn(world, back)).toBe(day(14));
    expect(await asked(world, back)).toEqual(["inbound-change done"]);
  });

  test.each(["before", "after"] as const)(
    "is taken, and the first one known, when a run ends %s any of its calls",
    { tags: ["proof"] },
    async (when) => {
      const world = await mugs();
      let wasCut = true;
      for (let call = 1; wasCut; call++) {
        const back = await overdueBack(world);
        wasCut = await followedUntil(world, { returnId: back.id, call, when });
        await check(world, back);
        await later(world);
        await check(world, back);
        expect(await expectedOn(world, back), `call ${call}`).toBe(day(14));
        expect(await needs(world, back), `call ${call}`).toEqual([{ kind: "overdue", expectedOn: FIRST }]);
      }
    },
  );
});
