import { control } from "../../sandbox/demo/control.ts";
import type { AtEnd } from "../support/share.ts";
import { createWorld, LOCATION, readShop, TOKEN, WEBHOOK_KEY, type World } from "../support/world.ts";
import type { Act } from "./actions-bench.ts";

const OTHER_TOKEN = "other-account-token";

/** A store that has installed the app and connected nothing, and whose warehouse has two accounts. */
export async function openForConnection(atEnd: AtEnd): Promise<World> {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 3 }] }, atEnd);
  await world.install();
  await control(world.warehouse.url, {
    path: "accounts",
    body: { name: "other", token: OTHER_TOKEN, webhookKey: WEBHOOK_KEY },
  });
  return world;
}

const locationId = async (world: World, name: string) => (await readShop(world)).location(name);

const ofPrevious = (change: "clear" | "restore" | "dismiss", noted: string): Act => ({
  ...{ route: "app.connect", intent: `previous-location ${change}`, noted },
  async send(world) {
    await world.settle();
    return {
      post: { intent: "previous-location", locationId: await locationId(world, LOCATION), change },
    };
  },
});

/** In the order in which a merchant could do them. */
export const ON_CONNECTION: Act[] = [
  {
    ...{ route: "app.setup", intent: "connect", noted: "keys-entered" },
    send: () => ({ post: { form: { intent: "connect", accessToken: TOKEN, webhookKey: WEBHOOK_KEY } } }),
  },
  {
    ...{ route: "app.setup", intent: "location", noted: "connected" },
    async send(world) {
      return { post: { form: { intent: "location", locationId: await locationId(world, LOCATION) } } };
    },
  },
  {
    ...{ route: "app.setup", intent: "report-seen", noted: "report-seen" },
    async send(world) {
      await world.settle();
      return { post: { form: { intent: "report-seen" } } };
    },
  },
  {
    ...{ route: "app.setup", intent: "sold-elsewhere", noted: "settings-changed" },
    send: () => ({ post: { form: { intent: "sold-elsewhere", soldElsewhere: "yes" } } }),
  },
  {
    ...{ route: "app.setup", intent: "dismiss", noted: "guide-dismissed" },
    send: () => ({ post: { form: { intent: "dismiss" } } }),
  },
  {
    ...{ route: "app.connect", intent: "webhookKey", noted: "key-changed" },
    send: () => ({ post: { intent: "webhookKey", webhookKey: "another-key" } }),
  },
  {
    ...{ route: "app.connect", intent: "end-old-key", noted: "old-key-ended" },
    send: () => ({ post: { intent: "end-old-key" } }),
  },
  ...(
    [
      ["app.connect", "ask-again"],
      ["app.problems", "ask-for-events"],
    ] as const
  ).map(([route, intent]): Act => ({
    ...{ route, intent, noted: "events-asked" },
    async send(world) {
      await world.settle();
      await world.pass(61);
      return { post: { intent } };
    },
  })),
  {
    ...{ route: "app.connect", intent: "location", noted: "location-changed" },
    async send(world) {
      return { post: { intent: "location", locationId: await locationId(world, "Shop floor") } };
    },
  },
  ofPrevious("clear", "previous-location-cleared"),
  ofPrevious("restore", "previous-location-restored"),
  ofPrevious("dismiss", "previous-location-dismissed"),
  {
    ...{ route: "app.connect", intent: "accessToken", noted: "account-changed" },
    send: () => ({ post: { intent: "accessToken", accessToken: OTHER_TOKEN } }),
  },
  {
    ...{ route: "app.connect", intent: "disconnect", noted: "disconnected" },
    send: () => ({ post: { intent: "disconnect" } }),
  },
];
