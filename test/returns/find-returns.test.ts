import { expect, test } from "vitest";
import { findReturns } from "../../app/domain/returns/find-returns.ts";
import { announced, inbounds, kept, sendBack, sold, step } from "../support/returns.ts";
import { forgetCalls } from "../support/stock.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

async function mugs(): Promise<World> {
  const world = await createWorld({ warehouse: { MUG: 50 }, variants: [{ sku: "MUG", onHand: 50 }] });
  await world.connect();
  return world;
}

/** What the shop told is lost. */
async function loseWebhooks(world: World): Promise<void> {
  await world.delivered();
  await world.services.db.hint.deleteMany({ where: { shop: SHOP } });
  await world.services.pool.query("DELETE FROM graphile_worker._private_jobs");
}

test("a return nobody told of is announced at the next sweep", async () => {
  const world = await mugs();
  const back = await sendBack(world, await sold(world, { MUG: 2 }), { MUG: 2 });
  await loseWebhooks(world);
  await world.sweep();
  expect(await kept(world, back)).toMatchObject({ inboundStatus: "new" });
});

test("a return that was changed, cancelled or closed without a word is found to be", async () => {
  const world = await mugs();
  const order = await sold(world, { MUG: 6 });
  const backs = [];
  for (let n = 0; n < 3; n++) backs.push(await sendBack(world, order, { MUG: 2 }));
  const [changed, cancelled, closed] = backs as [(typeof backs)[0], (typeof backs)[0], (typeof backs)[0]];
  await world.settle();
  await step(world, changed, "lines", { remove: [{ id: changed.lines[0]!.id, quantity: 1 }] });
  await step(world, cancelled, "cancel");
  await step(world, closed, "close");
  await loseWebhooks(world);
  await world.sweep();
  const left = await inbounds(world);
  const refs = [(await kept(world, changed))?.inboundRef, (await kept(world, closed))?.inboundRef];
  expect(new Set(left.map(({ ref }) => ref))).toEqual(new Set(refs));
  expect(announced(left.find(({ ref }) => ref === refs[0])!)).toEqual({ MUG: 1 });
  expect(await kept(world, closed)).toMatchObject({ stage: "closed" });
});

test("every return of an order that has many is found", async () => {
  const world = await mugs();
  const order = await sold(world, { MUG: 7 });
  for (let n = 0; n < 7; n++) await sendBack(world, order, { MUG: 1 });
  await loseWebhooks(world);
  await world.sweep();
  expect(await inbounds(world)).toHaveLength(7);
});

test(
  "thousands of open returns that stand as they stood are a few pages to the shop",
  { tags: ["proof"] },
  async () => {
    const world = await mugs();
    await world.atShop("shops/demo/seed", { generate: { returns: 3000 } });
    const { db, pool } = world.services;
    // As they are after the first sweep, which has to read each of them.
    await findReturns(world.ctx);
    const { rows } = await pool.query<{ returnId: string }>(
      `SELECT payload->>'returnId' AS "returnId" FROM graphile_worker._private_jobs WHERE payload->>'returnId' IS NOT NULL`,
    );
    expect(rows).toHaveLength(3000);
    const { rows: listed } = await pool.query<{ priority: number }>(
      "SELECT DISTINCT priority FROM graphile_worker.jobs WHERE task_identifier = 'follow-return'",
    );
    expect(listed).toEqual([{ priority: 5 }]);
    const pieces = await world.atShop<{ id: string; lines: { quantity: number }[] }[]>(
      "shops/demo/returns?take=5000",
    );
    await db.return.createMany({
      data: pieces.map(({ id, lines }, index) => ({
        ...{ shop: SHOP, returnId: id, name: `#${index}`, orderId: "o", orderName: "o", status: "OPEN" },
        ...{ stage: "earlier" as const, lines: [], needs: [], inboundRef: id, readAt: new Date() },
        pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
        createdAt: new Date(),
        checkAt: new Date(Date.now() + 60 * 60_000),
      })),
    });
    await pool.query("DELETE FROM graphile_worker._private_jobs");
    // None of their orders has changed since fulfillments were read.
    await pool.query(`UPDATE "Connection" SET "fulfillmentsReadAt" = now() + interval '10 minutes'`);
    await forgetCalls(world);
    await world.sweep();
    const { calls } = await world.atShop<{ calls: Record<string, number> }>("calls");
    // Twelve pages of orders with open returns, and one of orders that changed, which is empty.
    expect(calls).toMatchObject({ orders: 13 });
    expect(calls).not.toHaveProperty("return");
  },
);
