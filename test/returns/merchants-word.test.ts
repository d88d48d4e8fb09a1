import { describe, expect, test } from "vitest";
import { announceAnyway } from "../../app/domain/returns/announce/announce-anyway.ts";
import { changeReturnSettings } from "../../app/domain/returns/change-return-settings.ts";
import { readReturnForm } from "../../app/domain/returns/read-return-form.ts";
import { readReturnDetail } from "../../app/domain/returns/read-return.ts";
import { RETURN_DEFAULTS } from "../../app/domain/returns/return-settings.ts";
import { tryAgain } from "../../app/domain/returns/try-again.ts";
import { inbounds, kept, sendBack, sold, timeline } from "../support/returns.ts";
import { createWorld, type World } from "../support/world.ts";

const goods = { warehouse: { MUG: 9 }, variants: [{ sku: "MUG", onHand: 9 }] };

/** A shop with returns that were there before the app was connected. */
async function withEarlier(count: number): Promise<{ world: World; ids: string[] }> {
  const world = await createWorld(goods);
  await world.install();
  const ids: string[] = [];
  for (let made = 0; made < count; made++)
    ids.push((await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 })).id);
  await world.connect();
  await world.sweep();
  return { world, ids };
}

async function connected(): Promise<World> {
  const world = await createWorld(goods);
  await world.connect();
  return world;
}

const refs = async (world: World) => (await inbounds(world)).map(({ ref }) => ref).sort();
const refOf = (id: string) => id.replace("gid://shopify/Return/", "return-");

describe("announcing in person", () => {
  test("returns from before Dockline are announced when the merchant chooses them, and no others", async () => {
    const { world, ids } = await withEarlier(3);
    const [one, two] = ids as [string, string];
    expect(await readReturnDetail(world.ctx, { returnId: one })).toMatchObject({ mayAnnounce: true });
    expect(await announceAnyway(world.ctx, { returnIds: [one, two, "gid://shopify/Return/1"] })).toBe(2);
    await world.settle();
    expect(await refs(world)).toEqual([one, two].map(refOf).sort());
    expect(await readReturnDetail(world.ctx, { returnId: one })).toMatchObject({
      ...{ stage: "labelled", mayAnnounce: false },
    });
    expect(await timeline(world, { id: one })).toEqual(expect.arrayContaining(["asked", "announce done"]));
  });

  test("said twice, it is done once", async () => {
    const { world, ids } = await withEarlier(1);
    expect(await announceAnyway(world.ctx, { returnIds: ids })).toBe(1);
    expect(await announceAnyway(world.ctx, { returnIds: ids })).toBe(0);
    await world.settle();
    expect(await announceAnyway(world.ctx, { returnIds: ids })).toBe(0);
    await world.settle();
    expect(await refs(world)).toEqual(ids.map(refOf));
    expect((await timeline(world, { id: ids[0]! })).filter((one) => one === "asked")).toHaveLength(1);
  });

  test("where announcing is switched off, one return is announced and the next is not", async () => {
    const world = await connected();
    await changeReturnSettings(world.ctx, { ...RETURN_DEFAULTS, announce: false });
    const order = await sold(world, { MUG: 2 });
    const [one, other] = [await sendBack(world, order, { MUG: 1 }), await sendBack(world, order, { MUG: 1 })];
    await world.settle();
    expect(await readReturnDetail(world.ctx, { returnId: one.id })).toMatchObject({ mayAnnounce: true });
    await announceAnyway(world.ctx, { returnIds: [one.id] });
    await world.settle();
    expect(await refs(world)).toEqual([refOf(one.id)]);
    expect(await kept(world, other)).toMatchObject({ stage: "approved" });
  });
});

test("trying again reads the return anew, and asks for none that is not there", async () => {
  const world = await connected();
  const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
  await world.settle();
  const before = (await kept(world, back))!.readAt;
  expect(await tryAgain(world.ctx, { returnId: back.id })).toBe(true);
  await world.settle();
  expect((await kept(world, back))!.readAt.getTime()).toBeGreaterThan(before.getTime());
  expect(await tryAgain(world.ctx, { returnId: "gid://shopify/Return/1" })).toBe(false);
});

describe("the settings", () => {
  test("switching announcing off and on again leaves returns from before Dockline alone", async () => {
    const { world, ids } = await withEarlier(1);
    await changeReturnSettings(world.ctx, { ...RETURN_DEFAULTS, announce: false });
    await changeReturnSettings(world.ctx, RETURN_DEFAULTS);
    await world.settle();
    await world.sweep();
    expect(await refs(world)).toEqual([]);
    expect(await kept(world, { id: ids[0]! })).toMatchObject({ stage: "earlier", announceAnyway: false });
  });

  test("switching it on announces what was approved meanwhile", async () => {
    const world = await connected();
    await changeReturnSettings(world.ctx, { ...RETURN_DEFAULTS, announce: false });
    const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
    await world.settle();
    expect(await refs(world)).toEqual([]);
    await changeReturnSettings(world.ctx, RETURN_DEFAULTS);
    await world.settle();
    expect(await refs(world)).toEqual([refOf(back.id)]);
  });

  test("having requests approved by themselves approves those that wait", async () => {
    const world = await connected();
    const order = await sold(world, { MUG: 1 });
    const back = await sendBack(world, order, { MUG: 1 }, { status: "requested" });
    await world.settle();
    expect(await kept(world, back)).toMatchObject({ stage: "requested" });
    await changeReturnSettings(world.ctx, { ...RETURN_DEFAULTS, approve: true });
    await world.settle();
    expect(await kept(world, back)).toMatchObject({ status: "OPEN", inboundStatus: "new" });
  });

  const form = { announce: "on", label: "on", expectedDays: " 7 ", overdueDays: "7", defectiveAs: "left" };
  const off = { approve: false, notify: false, restock: false, close: false, process: false };
  test.each([
    [
      form,
      {
        settings: {
          ...off,
          announce: true,
          label: true,
          expectedDays: 7,
          overdueDays: 7,
          defectiveAs: "left",
        },
      },
    ],
    [{ ...form, expectedDays: "0" }, { outcome: "read" }],
    [{ ...form, expectedDays: "365" }, { outcome: "read" }],
    [{ ...form, expectedDays: "366" }, { faults: ["expectedDays"] }],
    [{ ...form, expectedDays: "-1" }, { faults: ["expectedDays"] }],
    [{ ...form, expectedDays: "" }, { faults: ["expectedDays"] }],
    [{ ...form, expectedDays: "soon", defectiveAs: "sold" }, { faults: ["expectedDays", "defectiveAs"] }],
    [{}, { faults: ["expectedDays", "overdueDays", "defectiveAs"] }],
  ])("%j is read as %j", (typed, expected) => {
    expect(readReturnForm(typed)).toMatchObject(expected);
  });
});
