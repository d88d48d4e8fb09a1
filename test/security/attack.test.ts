import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DOORS } from "../../app/http/doors.ts";
import { campaign } from "../../scripts/attack/campaign.ts";
import { builtRoutes, findTargets } from "../../scripts/attack/targets.ts";

/** On a busy machine, in milliseconds; `npm run attack` is stricter, and brings crowds. */
const ANSWER_MAX_MS = 60_000;
/** An event of the neighbor's, which is read meanwhile, is shorter. */
const EVENT_BYTES = 100;
/** Of a thousand requests a few by a store's staff change something, and each leaves a row or two. */
const ROWS_MAX = 100;

test("every route of the built app and every door of its server is attacked", () => {
  const nothing = { variantId: "", returnId: "", orderId: "", locationId: "" };
  const names = findTargets(nothing).map(({ name }) => name);
  for (const { id } of builtRoutes()) if (id !== "root") expect(names).toContain(id);
  for (const { name } of DOORS) expect(names).toContain(`door ${name}`);
});

test("whatever strangers and another store's staff send, the app goes on and serves its neighbors", async () => {
  const home = mkdtempSync(join(tmpdir(), "dockline-attack-test-"));
  chmodSync(home, 0o755); // Run as root, PostgreSQL gets another account, which has to get in.
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const { failures, tried, worlds, held } = await campaign({
    ...{ seed: 1, home, share: 0.03, crowdShare: 0, idleMs: 0, answerMaxMs: ANSWER_MAX_MS },
  });
  expect(failures).toEqual([]);
  const families = Object.values(tried.staff).flatMap((door) => Object.values(door));
  expect(families.reduce((all, count) => all + count, 0)).toBeGreaterThan(400);
  for (const { attacked } of worlds) {
    for (const count of Object.values(attacked.served.asked)) expect(count).toBeGreaterThan(0);
    expect(attacked.measured.openFiles).toBeLessThan(1_000);
  }
  const eventBytes = worlds[0]!.attacked.served.asked.event * EVENT_BYTES;
  for (const { bytesMax, held: now } of Object.values(held).flat()) {
    expect(now.bytes).toBeLessThanOrEqual(bytesMax + eventBytes);
    expect(now.bytes).toBeGreaterThan(bytesMax / 100);
    expect(now.rows).toBeLessThan(ROWS_MAX);
  }
  expect(held.stranger.map(({ held: { staffBytes } }) => staffBytes)).toEqual([0]);
});
