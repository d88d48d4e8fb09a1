// @module-tag proof
import { describe, expect, test } from "vitest";
import { changeReturnSettings } from "../../app/domain/returns/change-return-settings.ts";
import { remakeLabel } from "../../app/domain/returns/label/redo-label.ts";
import { RETURN_DEFAULTS, type ReturnSettings } from "../../app/domain/returns/return-settings.ts";
import { readTimeline } from "../../app/domain/timeline/timeline.ts";
import { inbounds, kept, sendBack, shown, sold, type ShownReturn } from "../support/returns.ts";
import { fulfil, type Order } from "../support/stock.ts";
import { LOCATION, SHOP, type World } from "../support/world.ts";
import { GOOD } from "./cells.ts";
import { createFastWorld } from "./fast.ts";
import { forgetJobs, run, runForRecord, tryInTurn, tryTogether } from "./jobs.ts";
import { answersTo } from "./table.ts";

async function returning(): Promise<World> {
  const world = await createFastWorld({
    warehouse: { GOOD: 5, MUG: 500 },
    variants: [
      { sku: GOOD, onHand: 5 },
      { sku: "MUG", onHand: 500 },
    ],
  });
  await world.connect();
  await choose(world, {});
  return world;
}

/** Everything that the merchant does not choose here is off. */
async function choose(world: World, choice: Partial<ReturnSettings>): Promise<void> {
  await changeReturnSettings(world.ctx, { ...RETURN_DEFAULTS, label: false, notify: false, ...choice });
}

/** Returns of one mug each, of which the app has read nothing yet. */
async function sendMugsBack(world: World, count: number, more: object = {}): Promise<ShownReturn[]> {
  const returns: ShownReturn[] = [];
  for (let index = 0; index < count; index++)
    returns.push(await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 }, more));
  await forgetJobs(world);
  return returns;
}

/** Nothing waits that would do the tests' work for them. */
async function forgetEvents(world: World): Promise<void> {
  await forgetJobs(world);
  await world.services.db.hint.updateMany({
    where: { shop: SHOP, followedAt: null },
    data: { followedAt: new Date() },
  });
}

const payloadOf = ({ id }: { id: string }) => ({ returnId: id });
const follow = (world: World, one: { id: string }) =>
  run(world, { name: "follow-return", payload: payloadOf(one) });
const dispose = (world: World, one: { id: string }) =>
  run(world, { name: "dispose-return", payload: payloadOf(one) });

/** What a run of the job that follows a return leads to. */
async function followed(world: World, one: { id: string }): Promise<string> {
  const job = { name: "follow-return", payload: payloadOf(one) } as const;
  const outcome = await runForRecord(world, { ...job, problem: "return-unreadable", subject: one.id });
  return outcome === "processed" && (await isRefused(world, one)) ? "refused" : outcome;
}

/** What a run of the job that disposes of its units leads to. */
async function disposed(world: World, one: { id: string }): Promise<string> {
  const job = { name: "dispose-return", payload: payloadOf(one) } as const;
  const outcome = await runForRecord(world, { ...job, problem: "return-undisposed", subject: one.id });
  return outcome === "processed" && (await isRefused(world, one)) ? "refused" : outcome;
}

/** Whether the last thing that was done about a return was refused. */
async function isRefused(world: World, { id: subject }: { id: string }): Promise<boolean> {
  const [last] = (await readTimeline(world.ctx, { subject })).filter(({ outcome }) => outcome !== null);
  return last?.outcome === "refused";
}

/** In so many minutes, what Shopify refused is sent again. */
const REFUSED_MIN = 25 * 60;

/** With the faults over, a run goes through for each. */
async function heal(world: World, returns: readonly ShownReturn[], work = follow): Promise<void> {
  await world.pass(REFUSED_MIN);
  for (const one of returns) expect(await work(world, one), one.id).toBeUndefined();
  await forgetJobs(world);
}

/** A GraphQL operation with a return's id among its variables. */
const named = (operation: string) => (one: { id: string }) => ({ operation, body: `"${one.id}"` });
/** How many of these returns have all their units disposed of. */
async function countDisposed(world: World, returns: readonly ShownReturn[]): Promise<number> {
  const read = await Promise.all(returns.map((one) => shown(world, one)));
  const isDisposed = ({ reverseFulfillmentOrders: [order] }: ShownReturn) =>
    order!.lines.every(
      ({ quantity, dispositions }) => dispositions.length === 1 && dispositions[0]!.quantity === quantity,
    );
  return read.filter(isDisposed).length;
}

/** How many of these returns have one delivery, with a label. */
async function countLabelled(world: World, returns: readonly ShownReturn[]): Promise<number> {
  const read = await Promise.all(returns.map((one) => shown(world, one)));
  const isLabelled = ({ reverseFulfillmentOrders: [order] }: ShownReturn) =>
    order!.deliveries.length === 1 && order!.deliveries[0]!.label !== null;
  return read.filter(isLabelled).length;
}

const refOf = ({ id }: { id: string }) => `return-${id.split("/").at(-1)}`;
const filename = (one: { id: string }) => `${refOf(one)}.pdf`;

describe("a call about one return", () => {
  test("asks which location shipped it", async () => {
    const world = await returning();
    const lines = Array.from({ length: 60 }, () => ({ sku: "MUG", quantity: 1 }));
    const order = await world.atShop<Order>("shops/demo/orders", { lines, location: LOCATION });
    await fulfil(world, order);
    const back = await sendBack(world, order, { MUG: 1 });
    await followed(world, back);
    await forgetJobs(world);
    for (const operation of ["ShippedFrom", "MoreShippedLines"])
      await tryInTurn(world, {
        ...{ call: operation, system: "shop", target: { operation } },
        async run() {
          // Lines that are stored with their location are not asked about again.
          await world.services.db.return.updateMany({
            where: { shop: SHOP, returnId: back.id },
            data: { lines: [] },
          });
          return followed(world, back);
        },
      });
  });

  test("fetches it, or more of it", async () => {
    const world = await returning();
    const lines = [{ sku: "MUG", quantity: 70 }];
    const order = await world.atShop<Order>("shops/demo/orders", { lines, location: LOCATION });
    await fulfil(world, order, { MUG: 60 });
    for (let parcel = 0; parcel < 5; parcel++) await fulfil(world, order, { MUG: 1 });
    const large = await sendBack(
      world,
      order,
      Array.from({ length: 65 }, () => ({ sku: "MUG", quantity: 1 })),
    );
    await forgetJobs(world);
    const of = (operation: string, id: string) => ({ operation, body: `"${id}"` });
    const [first] = large.reverseFulfillmentOrders;
    for (const target of [
      of("ReturnById", large.id),
      of("MoreReturnLines", large.id),
      of("MoreReverseOrders", large.id),
      of("MoreReverseOrderLines", first!.id),
    ])
      await tryInTurn(world, {
        call: target.operation,
        system: "shop",
        target,
        run: () => followed(world, large),
      });
    expect(await follow(world, large)).toBeUndefined();
    expect((await kept(world, large))?.inboundStatus).toBe("new");
  });

  test("takes it from its request to its end", async () => {
    const world = await returning();
    const most = Object.keys(answersTo("Dispose")).length;
    const returns = await sendMugsBack(world, most, { status: "requested" });
    const runOne = (one: ShownReturn) => followed(world, one);

    await choose(world, { announce: false, approve: true });
    await tryTogether(world, {
      call: "ApproveReturn",
      system: "shop",
      records: returns,
      runOne,
      targetOf: named("ApproveReturn"),
    });
    await heal(world, returns);
    const open = await Promise.all(returns.map((one) => shown(world, one)));
    expect(open.filter(({ status }) => status !== "OPEN")).toEqual([]);

    await choose(world, {});
    await tryTogether(world, {
      call: "createInbound",
      system: "warehouse",
      records: returns,
      runOne,
      targetOf: (one) => ({ method: "POST", body: `"ref":"${refOf(one)}"` }),
    });
    await heal(world, returns);
    const made = new Set((await inbounds(world)).map(({ ref }) => ref));
    expect(returns.filter((one) => !made.has(refOf(one)))).toEqual([]);

    for (const one of returns)
      await world.atWarehouse("receive", {
        inboundRef: refOf(one),
        lines: [{ sku: "MUG", quantity: 1 }],
      });
    await forgetEvents(world);
    await tryTogether(world, {
      call: "Dispose",
      system: "shop",
      records: open,
      runOne: (one: ShownReturn) => disposed(world, one),
      targetOf: ({ reverseFulfillmentOrders: [order] }) => ({
        operation: "Dispose",
        body: `"${order!.lines[0]!.id}"`,
      }),
    });
    await heal(world, returns, dispose);
    await heal(world, returns);
    expect(await countDisposed(world, returns)).toBe(most);

    await choose(world, { process: true });
    await tryTogether(world, {
      call: "ProcessReturn",
      system: "shop",
      records: returns,
      runOne,
      targetOf: named("ProcessReturn"),
    });
    await heal(world, returns);
    await choose(world, { process: true, close: true });
    await tryTogether(world, {
      call: "CloseReturn",
      system: "shop",
      records: returns,
      runOne,
      targetOf: named("CloseReturn"),
    });
    await heal(world, returns);
    const closed = await Promise.all(returns.map((one) => shown(world, one)));
    expect(closed.filter(({ status }) => status !== "CLOSED")).toEqual([]);
  });

  test("puts its label on it", async () => {
    const world = await returning();
    const returns = await sendMugsBack(world, Object.keys(answersTo("AttachLabel")).length);
    for (const one of returns) expect(await follow(world, one)).toBeUndefined();
    const runOne = async (one: ShownReturn) => {
      const outcome = await followed(world, one);
      const { label } = (await kept(world, one))!;
      return outcome === "processed" && label !== "ready" ? "shown" : outcome;
    };
    await choose(world, { label: true });
    await tryTogether(world, {
      call: "AttachLabel",
      system: "shop",
      records: returns,
      runOne,
      targetOf: ({ reverseFulfillmentOrders: [order] }) => ({
        operation: "AttachLabel",
        body: `"${order!.id}"`,
      }),
    });
    await heal(world, returns);
    expect(await countLabelled(world, returns)).toBe(returns.length);

    await forgetJobs(world);
    for (const one of returns) await remakeLabel(world.ctx, { returnId: one.id });
    const labelled = await Promise.all(returns.map((one) => shown(world, one)));
    await tryTogether(world, {
      call: "UpdateLabel",
      system: "shop",
      records: labelled,
      runOne,
      targetOf: ({ reverseFulfillmentOrders: [order] }) => ({
        operation: "UpdateLabel",
        body: `"${order!.deliveries[0]!.id}"`,
      }),
    });
    await heal(world, returns);
    expect(await countLabelled(world, returns)).toBe(returns.length);

    const unread = await sendMugsBack(world, Object.keys(answersTo("getLabel")).length);
    await tryTogether(world, {
      call: "getLabel",
      system: "warehouse",
      records: unread,
      runOne,
      targetOf: (one) => ({ path: `/inbounds/${refOf(one)}/label` }),
    });
    const others = await sendMugsBack(world, Object.keys(answersTo("StageUpload")).length);
    await tryTogether(world, {
      call: "StageUpload",
      system: "shop",
      records: others,
      runOne,
      targetOf: (one) => ({ operation: "StageUpload", body: `"${filename(one)}"` }),
    });
    const stored = await sendMugsBack(world, Object.keys(answersTo("label storage")).length);
    await tryInTurn(world, {
      call: "label storage",
      system: "shop",
      target: { path: "/staged-uploads" },
      run: () => runOne(stored.pop()!),
    });
    const all = [...unread, ...others];
    await heal(world, all);
    expect(await countLabelled(world, all)).toBe(all.length);
  });
});
