import { setTimeout as sleep } from "node:timers/promises";
import { sendEvent } from "../crowd.ts";
import type { Side } from "../side.ts";
import type { ChaosWorld } from "../world.ts";
import type { Finding } from "./evidence.ts";

/** Nobody is delayed for longer by another's bad record or flood. */
const PROGRESS_MAX_MS = 5_000;
const LOOK_EVERY_MS = 20;

let probes = 0;

/** An event of this shop is taken and processed, and its page shown, within five seconds. */
export async function judgeProgress(world: ChaosWorld, side: Side): Promise<Finding[]> {
  const began = Date.now();
  const identifier = `PROBE-${++probes}`;
  const status = await sendEvent(world, side, { event: "receipt-received", identifier });
  const page = side.merchant.open("/app").then(
    () => "shown",
    (error: unknown) => String(error),
  );
  const isProcessed = async () => {
    const rows = await world.database.read<{ processed: boolean }>(
      `SELECT "followedAt" IS NOT NULL AND "quarantinedAt" IS NULL AS "processed" FROM "Hint" WHERE "shop" = $1 AND "identifier" = $2`,
      [side.shop, identifier],
    );
    return rows.length > 0 && rows.every(({ processed }) => processed);
  };
  let processed = await isProcessed();
  while (!processed && Date.now() - began < PROGRESS_MAX_MS) {
    await sleep(LOOK_EVERY_MS);
    processed = await isProcessed();
  }
  const shown = await page;
  const found = (what: string): Finding => ({ invariant: "progress", shop: side.shop, what });
  return [
    ...(status === 200 ? [] : [found(`an event was answered ${status} beside another's trouble`)]),
    ...(processed
      ? []
      : [found(`an event was not processed within ${PROGRESS_MAX_MS / 1000} s beside another's trouble`)]),
    ...(shown === "shown" ? [] : [found(`a page was not shown beside another's trouble: ${shown}`)]),
  ];
}
