import { control } from "../../sandbox/demo/control.ts";
import { flood, resetConnections, showBadRecords } from "./crowd.ts";
import type { Side } from "./side.ts";
import type { Trouble } from "./story.ts";
import type { Tally } from "./tally.ts";
import type { ChaosWorld } from "./world.ts";

/** As Shopify sets it for most shops. */
const POINTS = { maximumAvailable: 2_000, restoreRate: 100 };
/** Nothing left, and little coming: a query of the app has to wait for a second or two. */
const EMPTY = { available: 0, maximumAvailable: 400, restoreRate: 100 };

/** Everything that can go wrong and is no deed of people. */
export async function causeTrouble(
  world: ChaosWorld,
  { sides, trouble, tally }: { sides: readonly Side[]; trouble: Trouble; tally: Tally },
): Promise<void> {
  const { app, database } = world;
  const sideOf = (name: string) => sides.find((side) => side.name === name)!;
  switch (trouble.do) {
    case "calls fail":
      return control(addressOf(world, { ...trouble, side: sideOf(trouble.side) }), {
        path: "faults",
        body: trouble.fault,
      });
    case "events fail": {
      const side = sideOf(trouble.side);
      return trouble.world === "shop"
        ? control(world.shopUrl, { path: "webhooks/faults", body: { shop: side.shop, ...trouble.fault } })
        : side.atWarehouse("deliveries/faults", trouble.fault);
    }
    case "away":
      tally.add(`away: ${trouble.world}`);
      return control(addressOf(world, { ...trouble, side: sideOf(trouble.side) }), {
        path: "faults",
        body: { path: ".", action: { kind: "reset" } },
      });
    case "wrong stock":
      tally.add(`warehouse: ${trouble.times} times its stock`);
      return sideOf(trouble.side).atWarehouse("behaviours", { stockTimes: trouble.times });
    case "behave":
      return behave(world, { sides, tally });
    case "kill":
      await app.kill(trouble.who);
      for (const who of trouble.who) tally.add(`kill -9: ${who === "web" ? "web" : "worker"}`);
      return;
    case "start":
      if (trouble.aheadMs !== 0) tally.add("clock skew");
      return app.start(trouble.aheadMs);
    case "restart database":
      tally.add(`database restarted: ${trouble.how}`);
      return database.restart(trouble.how);
    case "disk full":
      return database.fillDisk(trouble.share);
    case "disk free":
      return database.fillDisk(0);
    case "tokens expire":
      tally.add("tokens expired");
      return sideOf(trouble.side).atShop("expire-tokens", {});
    case "throttle":
      return sideOf(trouble.side).atShop("throttle", EMPTY);
    case "bad records":
      return showBadRecords(world, { side: sideOf(trouble.side), answers: trouble.answers, tally });
    case "resets":
      tally.add("connections reset", trouble.count);
      return resetConnections(world, trouble.count);
    case "flood":
      return flood(world, { side: sideOf(trouble.side), events: trouble.events, tally });
  }
}

/** Ends all faults of calls and events, and counts what struck. */
export async function behave(
  { shopUrl }: ChaosWorld,
  { sides, tally }: { sides: readonly Side[]; tally: Tally },
): Promise<void> {
  const places = [
    { url: shopUrl, path: "faults", what: "shop" },
    { url: shopUrl, path: "webhooks/faults", what: "webhook" },
    ...sides.flatMap(({ account: { url } }) => [
      { url, path: "faults", what: "warehouse" },
      { url, path: "deliveries/faults", what: "event" },
    ]),
  ];
  for (const { atWarehouse } of sides) await atWarehouse("behaviours", { stockTimes: 1 });
  for (const { url, path, what } of places) {
    await control(url, { path, method: "DELETE" });
    const struck = await control<Record<string, number>>(url, { path: `${path}/struck` });
    for (const [kind, times] of Object.entries(struck)) tally.add(`${what}: ${kind}`, times);
    await control(url, { path: `${path}/struck`, method: "DELETE" });
  }
}

/** Everything behaves and runs again. */
export async function endTrouble(
  world: ChaosWorld,
  { sides, tally }: { sides: readonly Side[]; tally: Tally },
): Promise<void> {
  await behave(world, { sides, tally });
  await world.database.fillDisk(0);
  tally.add("disk full", await world.database.lackedRoom());
  await world.app.start();
  for (const side of sides) {
    const { throttled } = await control<{ throttled: number }>(world.shopUrl, {
      path: `calls?shop=${side.shop}`,
    });
    tally.add("shop: throttled", throttled);
    await side.atShop("throttle", { available: POINTS.maximumAvailable, ...POINTS });
  }
}

function addressOf(
  { shopUrl }: ChaosWorld,
  { world, side }: { world: "shop" | "warehouse"; side: Side },
): string {
  return world === "shop" ? shopUrl : side.account.url;
}
