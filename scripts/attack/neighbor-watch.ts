import { setTimeout as sleep } from "node:timers/promises";
import { createHmac } from "node:crypto";
import type { AttackWorld } from "./world.ts";

/** What everyone else was given while the app was attacked. */
export interface Served {
  /** How often each was asked for and how long its slowest answer took, in milliseconds. */
  slowestMs: Record<Ask, number>;
  asked: Record<Ask, number>;
  /** Answers that were wrong, in words. */
  failures: string[];
}

/** The health check, a page of the neighbor's staff, and an event of the neighbor's warehouse. */
const ASKS = ["healthz", "page", "event"] as const;
type Ask = (typeof ASKS)[number];

/** The neighbor's network address, as the proxy in front of the app reports it. */
const FROM = { "x-forwarded-for": "198.51.100.7" };
/** Between two rounds, in milliseconds: often enough to meet what is going on, seldom enough not to add to it. */
const ROUND_PAUSE_MS = 50;

/**
 * Asks for everything a bystander needs, again and again, until stopped.
 * @param answerMaxMs an answer that takes longer counts as none
 */
export function watchNeighbor(
  world: AttackWorld,
  { answerMaxMs }: { answerMaxMs: number },
): { stop(): Promise<Served> } {
  const zero = () => Object.fromEntries(ASKS.map((name) => [name, 0])) as Record<Ask, number>;
  const served: Served = { slowestMs: zero(), asked: zero(), failures: [] };
  const { neighbor, url } = world;
  const asks: Record<Ask, () => Promise<Response>> = {
    healthz: () => fetch(`${url}/healthz`, { headers: FROM, signal: AbortSignal.timeout(answerMaxMs) }),
    page: async () =>
      fetch(`${url}/app.data`, {
        headers: {
          ...FROM,
          authorization: `Bearer ${await neighbor.token()}`,
          "user-agent": "Mozilla/5.0 Chrome/140.0",
        },
        signal: AbortSignal.timeout(answerMaxMs),
      }),
    event: () => sendEvent(world, "neighbor", { headers: FROM, signal: AbortSignal.timeout(answerMaxMs) }),
  };
  let isStopping = false;
  const askAll = async () => {
    while (!isStopping) {
      for (const name of ASKS) {
        const began = performance.now();
        const answer = await asks[name]()
          .then(async (response) => {
            await response.arrayBuffer();
            return String(response.status);
          })
          .catch(
            (error: Error) => `${error.message} ${String((error.cause as Error | undefined)?.message ?? "")}`,
          );
        served.asked[name]++;
        served.slowestMs[name] = Math.max(served.slowestMs[name], Math.round(performance.now() - began));
        if (answer !== "200") served.failures.push(`${name} was answered ${answer}`);
      }
      await sleep(ROUND_PAUSE_MS);
    }
  };
  const asking = askAll();
  return {
    async stop() {
      isStopping = true;
      await asking;
      return served;
    },
  };
}

/** Sends a signed event of one of the two stores, as their warehouse would. */
export async function sendEvent(
  { url, ...stores }: Pick<AttackWorld, "url" | "attacker" | "neighbor">,
  of: "attacker" | "neighbor",
  { identifier = "1", ...init }: Pick<RequestInit, "headers" | "signal"> & { identifier?: string } = {},
): Promise<Response> {
  const { hookId, webhookKey } = stores[of];
  const body = JSON.stringify({ type: "shipped", resource: "shipment", identifier });
  const signature = createHmac("sha256", webhookKey).update(body).digest("base64");
  return fetch(`${url}/webhooks/warehouse/${hookId}/shipment-shipped`, {
    ...init,
    method: "POST",
    headers: { ...(init.headers as Record<string, string>), "x-hook-signature": signature },
    body,
  });
}
