import { expect, test } from "vitest";
import { noteReceived } from "../../app/domain/returns/settle/note-received.ts";
import type { Inbound } from "../../app/fulfilment/answers.ts";
import { sendBack, sold } from "../support/returns.ts";
import { createWorld, SHOP } from "../support/world.ts";

test("notes once what came in, though several jobs read it at the same moment", async () => {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
  await world.connect();
  const { id: returnId } = await sendBack(world, await sold(world, { MUG: 2 }), { MUG: 2 });
  await world.settle();
  const [announced] = await world.atWarehouse<Inbound[]>("inbounds");
  const receive = (quantity: number) =>
    world.atWarehouse<{ inbound: Inbound }>("receive", {
      inboundRef: announced!.ref,
      lines: [{ sku: "MUG", quantity }],
    });
  const noted = async () => {
    const where = { shop: SHOP, kind: "received" };
    const entries = await world.services.db.timelineEntry.findMany({ where, orderBy: { id: "asc" } });
    return entries.map(({ details }) => details);
  };
  for (const soFar of [1, 2]) {
    const { inbound } = await receive(1);
    await Promise.all(
      Array.from({ length: 5 }, () => noteReceived(world.ctx, { returnId, received: [], inbound })),
    );
    expect(await noted()).toHaveLength(soFar);
  }
  expect(await noted()).toEqual([
    { sku: "MUG", good: 1, defective: 0 },
    { sku: "MUG", good: 2, defective: 0 },
  ]);
});
