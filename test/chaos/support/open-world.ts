import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openChaosWorld, type ChaosWorld } from "../../../scripts/chaos/world.ts";

/** The world of stories; it ends with the test. */
export async function openWorld(): Promise<ChaosWorld> {
  const home = mkdtempSync(join(tmpdir(), "dockline-chaos-test-"));
  chmodSync(home, 0o755); // Root lends PostgreSQL another account, which has to get in.
  const world = await openChaosWorld(home);
  onTestFinished(async () => {
    await world.stop();
    rmSync(home, { recursive: true, force: true });
  });
  return world;
}
