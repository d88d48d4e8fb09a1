import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { queueJob } from "../../app/jobs/catalog.ts";
import { openProblem } from "../../app/domain/problems/problems.ts";
import { createWorld, readShop, SHOP, TOKEN, WEBHOOK_KEY, type World } from "../support/world.ts";

const run = promisify(execFile);

/** What the command says, and how it ends. */
async function ops(world: World, ...args: string[]): Promise<{ said: string; code: number }> {
  const env = { ...process.env, DATABASE_URL: world.services.env.DATABASE_URL };
  try {
    const { stdout, stderr } = await run(process.execPath, ["scripts/ops.ts", ...args], { env });
    return { said: stdout + stderr, code: 0 };
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
    return { said: stdout + stderr, code };
  }
}

async function givenUp(world: World): Promise<string> {
  await queueJob(world.services.db, { name: "compare-stock", shop: SHOP });
  const { rows } = await world.services.pool.query<{ id: string }>(
    `UPDATE graphile_worker._private_jobs SET attempts = max_attempts,
       last_error = 'Shopify: Robin Shopper, 1 High Street' RETURNING id`,
  );
  return rows[0]!.id;
}

describe("whoever runs the app", () => {
  test("is told what there is, and what is wrong with what was asked", async () => {
    const world = await createWorld({});
    const { said } = await ops(world, "--help");
    for (const name of ["jobs list", "jobs retry", "shops list", "shop status", "hints", "events retry"])
      expect(said).toContain(name);
    expect(await ops(world, "make", "coffee")).toMatchObject({ code: 1 });
    expect(await ops(world, "jobs", "retry")).toMatchObject({ code: 1 });
    expect((await ops(world, "shop", "status", "nobody.myshopify.com")).said).toContain("There is no shop");
  });

  test("sees what has given up, and has it tried again", async () => {
    const world = await createWorld({});
    const id = await givenUp(world);
    const { said } = await ops(world, "jobs", "list");
    expect(said).toMatch(new RegExp(`${id} +compare-stock +${SHOP} +given up`));
    expect(said).not.toMatch(/Robin|High Street/);
    expect((await ops(world, "jobs", "retry", id, "--dry-run")).said).toContain("1 would be tried again");
    expect((await ops(world, "jobs", "list")).said).toContain("given up");
    expect((await ops(world, "jobs", "retry", id)).said).toContain("1 are tried again now");
    expect((await ops(world, "jobs", "list")).said).toBe("None.\n");
    expect((await ops(world, "jobs", "list", "--all", "--json")).said).toContain('"state": "due"');
    expect(await ops(world, "jobs", "retry", id)).toMatchObject({ code: 1 });
  });

  test("does not have tried again what must not happen twice, unless it is named", async () => {
    const world = await createWorld({});
    const told = { name: "tell-flow-of-problem", kind: "location-gone" } as const;
    await queueJob(world.services.db, { ...told, shop: SHOP });
    const { rows } = await world.services.pool.query<{ id: string }>(
      "UPDATE graphile_worker._private_jobs SET attempts = max_attempts RETURNING id",
    );
    expect((await ops(world, "jobs", "retry", "--all")).said).toContain("0 are tried again now");
    expect((await ops(world, "jobs", "retry", rows[0]!.id)).said).toContain("1 are tried again now");
  });

  test("sees quarantined events, and has them tried again", { tags: ["proof"] }, async () => {
    const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
    await world.connect();
    const action = { kind: "status", status: 422 };
    await world.atWarehouse("faults", { method: "GET", path: "/inbounds", action });
    await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 7 }] });
    await world.settle();
    await world.clearFaults();
    const listed = async () =>
      JSON.parse((await ops(world, "hints", "--quarantined", "--json")).said) as Record<string, unknown>[];
    const [first, ...others] = await listed();
    expect(first).toMatchObject({ shop: SHOP, tries: 1, failure: "refused 422" });
    const count = others.length + 1;
    expect((await ops(world, "events", "retry")).said).toContain("Say which events");
    expect((await ops(world, "events", "retry", "--all", "--dry-run")).said).toContain(
      `${count} would be tried again`,
    );
    expect((await ops(world, "events", "retry", String(first!.id))).said).toContain("1 are tried again now");
    expect(await ops(world, "events", "retry", String(first!.id))).toMatchObject({ code: 1 });
    expect((await ops(world, "events", "retry", "--shop", "other.myshopify.com")).said).toContain(
      "0 are tried again now",
    );
    expect((await ops(world, "events", "retry", "--shop", SHOP)).said).toContain(
      `${count - 1} are tried again now`,
    );
    await world.settle();
    expect(await listed()).toEqual([]);
    expect((await readShop(world)).onHand("MUG")).toBe(12);
  });

  test("sees how a shop stands, without a key of it", async () => {
    const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
    await world.connect();
    await openProblem(world.ctx, { kind: "warehouse-unreachable" });
    const said = (
      await Promise.all([
        ops(world, "shops", "list"),
        ops(world, "shop", "status", SHOP),
        ops(world, "shop", "status", SHOP, "--json"),
        ops(world, "hints", "--shop", SHOP),
      ])
    ).map((one) => one.said);
    expect(said[0]).toMatch(new RegExp(`${SHOP} +connected`));
    expect(said[1]).toContain("warehouse-unreachable");
    const { hookId } = await world.services.db.connection.findUniqueOrThrow({ where: { shop: SHOP } });
    for (const secret of [TOKEN, WEBHOOK_KEY, hookId]) expect(said.join()).not.toContain(secret);
  });
});
