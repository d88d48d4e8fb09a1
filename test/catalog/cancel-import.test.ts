import { describe, expect, test } from "vitest";
import { askForImport } from "../../app/domain/catalog/import/ask-for-import.ts";
import { cancelImport } from "../../app/domain/catalog/import/cancel-import.ts";
import { importCatalogue } from "../../app/domain/catalog/import/import-catalogue.ts";
import { readReading } from "../../app/domain/catalog/import/read-reading.ts";
import { importAllCatalogues } from "../../app/domain/connection/sweep-all-shops.ts";
import { putAway } from "../../app/domain/work/put-away.ts";
import { until } from "../../sandbox/demo/observe.ts";
import { throughAll, type Around } from "../support/cut-off.ts";
import { untilBlocked } from "../support/until-blocked.ts";
import { createWorld, readStates, SHOP, type World } from "../support/world.ts";
import { goods, IMPORTED, operations } from "./import-bench.ts";

const importOf = ({ services }: World) =>
  services.db.catalogueImport.findUniqueOrThrow({ where: { shop: SHOP } });
const hold = (world: World) => world.atShop("bulk/faults", { kind: "hold", times: 1 });
const jobs = async ({ services }: World) =>
  (await services.pool.query("SELECT FROM graphile_worker.jobs WHERE key LIKE 'import-catalogue:%'"))
    .rowCount;

/** Connected, and its first reading waits for Shopify. */
async function gathering(): Promise<World> {
  const world = await createWorld(goods);
  await hold(world);
  void world.connect().catch(() => undefined);
  // It has no row before it begins.
  await until(
    () => world.services.db.catalogueImport.findUnique({ where: { shop: SHOP } }),
    (one) => one?.stage === "storing",
  );
  return world;
}

/** Connected and read once; from then on the shop has one variant more. */
async function readOnce(): Promise<World> {
  const world = await createWorld(goods);
  await world.connect();
  await world.services.db.hint.deleteMany();
  return world;
}

describe("the first reading, called off", () => {
  test("leaves Shopify's place free, reads nothing, and offers to be asked for again", async () => {
    const world = await gathering();
    expect(await readReading(world.ctx)).toMatchObject({ state: "running", stage: "storing" });
    expect(await cancelImport(world.ctx)).toBe(true);
    await world.settle();
    expect(await operations(world)).toMatchObject([{ status: "CANCELED" }]);
    expect(await jobs(world)).toBe(0);
    expect(await readStates(world)).toEqual({});
    expect(await readReading(world.ctx)).toEqual({ state: "stopped", first: true });
    expect(await cancelImport(world.ctx)).toBe(false);

    expect(await askForImport(world.ctx)).toEqual({ outcome: "asked" });
    expect(await readReading(world.ctx)).toMatchObject({ state: "running", stage: "exporting" });
    await world.settle();
    expect(await readStates(world)).toEqual(IMPORTED);
    expect(await readReading(world.ctx)).toMatchObject({ state: "done", variants: 4, products: 3 });
  });

  test("is begun again by the next night", async () => {
    const world = await gathering();
    await cancelImport(world.ctx);
    await world.settle();
    await importAllCatalogues(world.services.db);
    await world.settle();
    expect(await readStates(world)).toEqual(IMPORTED);
  });
});

describe("what a reading found", () => {
  test("is said to who asked for it, until it is put away", async () => {
    const world = await readOnce();
    expect(await readReading(world.ctx)).toMatchObject({ state: "done" });
    await putAway(world.ctx, { work: "reading" });
    expect(await readReading(world.ctx)).toBeNull();
    await importAllCatalogues(world.services.db);
    await world.settle();
    expect(await readReading(world.ctx)).toBeNull();
    await askForImport(world.ctx);
    await world.settle();
    expect(await readReading(world.ctx)).toMatchObject({ state: "done" });
  });
});

test(
  "called off anywhere, a later reading leaves the catalogue as it was, or was through already",
  { tags: ["proof"] },
  async () => {
    const world = await readOnce();
    const { ctx } = world;
    let cancelled = 0;
    for (let call = 2; ; call++) {
      await askForImport(ctx);
      let calls = 0;
      let outcome: boolean | undefined;
      let cancelling: Promise<boolean> | undefined;
      const around: Around = async (carryOut) => {
        if (++calls === call) {
          cancelling = cancelImport(ctx).then((is) => (outcome = is));
          // It may have to wait for the transaction it comes into the middle of.
          await untilBlocked(world.services.pool, cancelling);
        }
        return carryOut();
      };
      await importCatalogue(throughAll(ctx, around));
      if (!cancelling) await world.settle();
      await cancelling;
      await world.delivered();
      if (outcome === undefined) break;
      const { stage, finishedAt } = await importOf(world);
      expect([stage, finishedAt === null], `call ${call}`).toEqual(["done", outcome]);
      expect(await world.services.db.importBlock.count(), `call ${call}`).toBe(0);
      if (outcome) expect(await jobs(world), `call ${call}`).toBe(0);
      expect((await operations(world)).at(-1)?.status, `call ${call}`).not.toBe("RUNNING");
      expect(await readStates(world), `call ${call}`).toEqual(IMPORTED);
      if (outcome) cancelled++;
      await world.settle();
      expect(await importOf(world), `call ${call}`).toMatchObject({ stage: "done" });
    }
    expect(cancelled).toBeGreaterThan(8);
  },
);
