import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { control } from "../../sandbox/demo/control.ts";
import { ASKS, type Ask, type Neighbor, type Served } from "./neighbor-watch.ts";
import { sendEvent, SHIPPED } from "../lib/send-event.ts";

/*
 * Asks for everything a bystander needs, again and again, until it is stopped. In a thread of its own: what it waits for is the
 * app, and not the attacker's thread.
 */

const neighbor = workerData as Neighbor;
const { url, shopUrl, shop, pages, answerMaxMs } = neighbor;
/** The neighbor's network address, as the proxy in front of the app reports it. */
const headers = { "x-forwarded-for": "198.51.100.7" };
/** Between two rounds, in milliseconds: often enough to meet what is going on, seldom enough not to add to it. */
const ROUND_PAUSE_MS = 50;

const within = () => ({ signal: AbortSignal.timeout(answerMaxMs) });
let turn = 0;
const asks: Record<Ask, (token: string) => Promise<Response>> = {
  healthz: () => fetch(`${url}/healthz`, { headers, ...within() }),
  page: (token) =>
    fetch(url + pages[turn++ % pages.length], {
      headers: { ...headers, authorization: `Bearer ${token}`, "user-agent": "Mozilla/5.0 Chrome/140.0" },
      ...within(),
    }),
  event: () => sendEvent(neighbor, SHIPPED, { headers, ...within() }),
};

const zero = () => Object.fromEntries(ASKS.map((name) => [name, 0])) as Record<Ask, number>;
const served: Served = { slowestMs: zero(), asked: zero(), failures: [] };
let isStopping = false;
parentPort!.once("message", () => (isStopping = true));

async function ask(name: Ask, token: string): Promise<void> {
  const began = performance.now();
  const answer = await asks[name](token)
    .then(async (response) => {
      await response.arrayBuffer();
      return String(response.status);
    })
    .catch((error: Error) => `${error.message} ${String((error.cause as Error | undefined)?.message ?? "")}`);
  served.asked[name]++;
  served.slowestMs[name] = Math.max(served.slowestMs[name], Math.round(performance.now() - began));
  if (answer !== "200") served.failures.push(`${name} was answered ${answer}`);
}

do {
  const { token } = await control<{ token: string }>(shopUrl, { path: `id-token?shop=${shop}` });
  for (const name of ASKS) await ask(name, token);
  await sleep(ROUND_PAUSE_MS);
} while (!isStopping);
parentPort!.postMessage(served);
