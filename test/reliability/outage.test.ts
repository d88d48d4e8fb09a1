// @module-tag proof
import { describe, expect, test } from "vitest";
import { isStopping, type ProblemKind } from "../../app/domain/problems/problem-kinds.ts";
import { FulfilmentError } from "../../app/fulfilment/errors.ts";
import { ShopifyError } from "../../app/shopify/errors.ts";
import { readShop, SHOP, type World } from "../support/world.ts";
import { receive } from "../support/stock.ts";
import type { Answer } from "./answers.ts";
import { GOOD, switchOn, type Target } from "./cells.ts";
import { createFastWorld } from "./fast.ts";
import { forgetJobs, run } from "./jobs.ts";
import { answersTo, expectedOutcomes } from "./table.ts";

/** The warehouse has more products than its check lists. */
const MORE = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`MORE-${index}`, 1]));

async function selling(): Promise<World> {
  const world = await createFastWorld({
    warehouse: { GOOD: 5, ...MORE },
    variants: [{ sku: GOOD, onHand: 5 }],
  });
  await world.connect();
  await forgetJobs(world);
  return world;
}

const waiting = ({ services }: World) =>
  services.db.hint.findMany({ where: { shop: SHOP, source: "warehouse", followedAt: null } });

/** One run for events, and one for a return nobody knows, of which nothing may be counted or set aside. */
async function met(world: World): Promise<string> {
  const thrown = await run(world, { name: "follow-stock-hints" });
  if (!(thrown instanceof FulfilmentError || thrown instanceof ShopifyError))
    return `threw ${String(thrown)}`;
  if (thrown.scope !== "system") return `threw ${thrown.message}, which is no outage`;
  const events = await waiting(world);
  expect(events).not.toEqual([]);
  for (const event of events) expect(event).toMatchObject({ tries: 0, retryAt: null, quarantinedAt: null });
  return "outage";
}

/** The account rests as long as the warehouse asks for; a second shows that as well as half a minute. */
function withoutLongWait({ action, ...fault }: Answer["fault"]): Answer["fault"] {
  const isLong = "headers" in action && JSON.stringify(action.headers).includes("retry-after");
  return { ...fault, action: isLong ? { ...action, headers: { "retry-after": "1" } } : action };
}

/** Lets all of a system give each answer in turn; after each, what waited is processed. */
async function tryOutages(
  world: World,
  {
    call,
    system,
    target,
    prepare,
  }: {
    call: string;
    system: "warehouse" | "shop";
    target: Target;
    prepare?(): Promise<unknown>;
  },
): Promise<void> {
  const became: Record<string, string> = {};
  for (const [answer, { fault }] of Object.entries(answersTo(call))) {
    await receive(world, [{ sku: GOOD, quantity: 1 }]);
    await world.delivered();
    await prepare?.();
    await switchOn(world, { system, fault: { ...target, ...withoutLongWait(fault) } });
    became[answer] = await met(world);
    await world.clearFaults();
    expect(await run(world, { name: "follow-stock-hints" }), `after ${answer}`).toBeUndefined();
    expect(await waiting(world), `after ${answer}`).toEqual([]);
    const problems = await world.services.db.problem.findMany({ where: { shop: SHOP } });
    expect(
      problems.filter(({ kind }) => isStopping(kind as ProblemKind)),
      `after ${answer}`,
    ).toEqual([]);
  }
  expect.soft(became, call).toEqual(expectedOutcomes(call));
  expect((await readShop(world)).onHand(GOOD)).toBe(5 + Object.keys(became).length);
}

describe("while a whole system fails, nothing is counted against a record", () => {
  test("the warehouse", async () => {
    const world = await selling();
    await tryOutages(world, { call: "check", system: "warehouse", target: { path: "/fulfilment/" } });
  });

  test("Shopify", async () => {
    const world = await selling();
    await tryOutages(world, { call: "GrantedScopes", system: "shop", target: { path: "/graphql.json" } });
  });

  test("Shopify's tokens", async () => {
    const world = await selling();
    await tryOutages(world, {
      call: "token",
      system: "shop",
      target: { path: "/oauth/access_token" },
      prepare: () =>
        world.services.db.session.updateMany({
          where: { shop: SHOP, isOnline: false },
          data: { expires: new Date(Date.now() - 1_000) },
        }),
    });
  });
});
