import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { queueJob } from "../../app/jobs/catalog.ts";
import { startWorker } from "../../app/jobs/worker.server.ts";
import { createWorld, readShop } from "../support/world.ts";

test("however many shops are busy with what takes its time, another shop's event is followed at once", async () => {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
  await world.connect();
  const { db } = world.services;
  const hold = { method: "POST", path: "subscriptions", action: { kind: "hold" } };
  await world.atWarehouse("faults", hold);
  for (let index = 0; index < 20; index++) {
    const shop = `busy-${index}.myshopify.com`;
    await db.connection.create({
      data: {
        ...{ shop, accessToken: `token-${index}`, webhookKey: "key" },
        ...{ locationId: "gid://shopify/Location/1", locationName: "There", connectedAt: new Date() },
      },
    });
    await queueJob(db, { name: "subscribe-to-events", shop });
  }
  const worker = await startWorker(world.services);
  onTestFinished(() => worker.stop());
  const held = async () => (await world.atWarehouse<{ held: number }>("held")).held;
  while ((await held()) < 4) await sleep(5);

  await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 7 }] });
  while ((await readShop(world)).onHand("MUG") !== 12) await sleep(10);
  expect(await held()).toBeGreaterThanOrEqual(4);
  await world.atWarehouse("release", {});
  await world.clearFaults();
});
