import { describe, expect, test } from "vitest";
import { inBatches } from "../../app/batches.ts";
import { createHintStore, type ConditionalHint } from "../../app/domain/events/store-hints.ts";
import { queueJob } from "../../app/jobs/catalog.ts";
import { untilBlocked } from "../support/until-blocked.ts";
import { createWorld, NEIGHBOUR, SHOP, type World } from "../support/world.ts";
import { asOwner } from "../support/database.ts";

const hintOf = (shop: string, identifier: string): ConditionalHint => ({
  version: null,
  ...{ shop, source: "warehouse", event: "receipt-received" },
  ...{ type: "received", resource: "inbound", identifier },
});

async function stored(world: World): Promise<{ shop: string; identifier: string | null; commit: string }[]> {
  // PostgreSQL notes with each row which transaction made it.
  const { rows } = await world.services.pool.query<{ shop: string; identifier: string; commit: string }>(
    `SELECT "shop", "identifier", xmin::text AS "commit" FROM "Hint" ORDER BY "id"`,
  );
  return rows;
}

async function jobs({ services }: World): Promise<string[]> {
  const { rows } = await services.pool.query<{ key: string }>(
    "SELECT key FROM graphile_worker.jobs ORDER BY key",
  );
  return rows.map(({ key }) => key);
}

const bothJobs = [SHOP, NEIGHBOUR].map((shop) => `follow-stock-hints:${shop}`).sort();

describe("events that come at the same moment", () => {
  test("are committed together, in the order they came, each shop's job once", async () => {
    const world = await createWorld({});
    const store = createHintStore(world.services.pool);
    const hints = Array.from({ length: 100 }, (_, index) => hintOf(index % 2 ? NEIGHBOUR : SHOP, `${index}`));
    await Promise.all(hints.map(store));
    const rows = await stored(world);
    expect(rows.map(({ shop, identifier }) => [shop, identifier])).toEqual(
      hints.map(({ shop, identifier }) => [shop, identifier]),
    );
    // The first has nothing to wait for; the others come while it is being committed.
    expect(new Set(rows.map(({ commit }) => commit)).size).toBe(2);
    expect(await jobs(world)).toEqual(bothJobs);
  });

  test("do not fail with one that PostgreSQL refuses", async () => {
    const world = await createWorld({});
    const { pool } = world.services;
    await asOwner(pool, `ALTER TABLE "Hint" ADD CHECK ("identifier" <> 'refused')`);
    const store = createHintStore(pool);
    const hints = ["first", "second", "refused", "third"].map((one) => hintOf(SHOP, one));
    const outcomes = await Promise.allSettled([...hints, hintOf(NEIGHBOUR, "fourth")].map(store));
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...["fulfilled", "fulfilled", "rejected", "fulfilled", "fulfilled"],
    ]);
    expect((await stored(world)).map(({ identifier }) => identifier).sort()).toEqual(
      ["first", "second", "third", "fourth"].sort(),
    );
    expect(await jobs(world)).toEqual(bothJobs);
  });

  test("do not wait for a shop whose job a long transaction holds", async () => {
    const world = await createWorld({});
    const { db, pool } = world.services;
    const store = createHintStore(pool);
    await queueJob(db, { name: "follow-stock-hints", shop: SHOP });
    const holder = await pool.connect();
    await holder.query("BEGIN");
    await holder.query("SELECT FROM graphile_worker._private_jobs FOR UPDATE");
    const ours = Array.from({ length: 30 }, (_, index) => store(hintOf(SHOP, `${index}`)));
    await Promise.all(Array.from({ length: 30 }, (_, index) => store(hintOf(NEIGHBOUR, `${index}`))));
    expect(new Set((await stored(world)).map(({ shop }) => shop))).toEqual(new Set([NEIGHBOUR]));
    // Later ones of that shop wait behind its first, and keep nobody else waiting.
    ours.push(store(hintOf(SHOP, "later")));
    await store(hintOf(NEIGHBOUR, "later"));
    await untilBlocked(pool);
    await holder.query("COMMIT");
    holder.release();
    await Promise.all(ours);
    expect((await stored(world)).filter(({ shop }) => shop === SHOP)).toHaveLength(31);
  });

  test("are not stored when their jobs cannot be queued", async () => {
    const world = await createWorld({});
    const { pool } = world.services;
    await asOwner(pool, "ALTER FUNCTION graphile_worker.add_jobs RENAME TO add_jobs_away");
    const store = createHintStore(pool);
    const outcomes = await Promise.allSettled([store(hintOf(SHOP, "1")), store(hintOf(NEIGHBOUR, "2"))]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await stored(world)).toEqual([]);
  });
});

describe("a batch", () => {
  /** Batches whose runs end when the test says so. */
  function held(most = 10) {
    const runs: { items: string[]; end: (answer: (string | Promise<string>)[] | Error) => void }[] = [];
    const batches = inBatches({
      most,
      run: (items: string[]) =>
        new Promise<(string | Promise<string>)[]>((resolve, reject) => {
          const end = (answer: (string | Promise<string>)[] | Error) =>
            answer instanceof Error ? reject(answer) : resolve(answer);
          runs.push({ items, end });
        }),
    });
    return { batches, runs };
  }

  test("begins at once when nothing is under way, and holds what came meanwhile, as much as fits", async () => {
    const { batches, runs } = held(2);
    const first = batches.add("a");
    expect(runs.map(({ items }) => items)).toEqual([["a"]]);
    const others = ["b", "c", "d"].map((item) => batches.add(item));
    runs[0]!.end(["A"]);
    expect(await first).toBe("A");
    await expect.poll(() => runs.length).toBe(2);
    runs[1]!.end(["B", "C"]);
    await expect.poll(() => runs.length).toBe(3);
    runs[2]!.end(["D"]);
    expect(await Promise.all(others)).toEqual(["B", "C", "D"]);
    expect(runs.map(({ items }) => items)).toEqual([["a"], ["b", "c"], ["d"]]);
    await expect.poll(() => batches.isIdle()).toBe(true);
  });

  test("that fails fails for its own, and one that waits for an answer does not hold up the next", async () => {
    const { batches, runs } = held();
    const first = batches.add("a");
    const second = batches.add("b");
    runs[0]!.end(new Error("no"));
    await expect(first).rejects.toThrow("no");
    await expect.poll(() => runs.length).toBe(2);
    const late = Promise.withResolvers<string>();
    runs[1]!.end([late.promise]);
    const third = batches.add("c");
    await expect.poll(() => runs.length).toBe(3);
    runs[2]!.end(["C"]);
    expect(await third).toBe("C");
    late.resolve("B");
    expect(await second).toBe("B");
  });
});
