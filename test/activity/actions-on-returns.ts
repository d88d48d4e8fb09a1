import type { Need } from "../../app/domain/returns/return-needs.ts";
import { changeReturnSettings } from "../../app/domain/returns/change-return-settings.ts";
import { RETURN_DEFAULTS } from "../../app/domain/returns/return-settings.ts";
import { sendBack, sold } from "../support/returns.ts";
import type { AtEnd } from "../support/share.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";
import type { Act } from "./actions-bench.ts";

const backs = new WeakMap<World, { id: string }[]>();

/** A store with one return that waits to be sent to the warehouse, and one that was. */
export async function openForReturns(atEnd: AtEnd): Promise<World> {
  const world = await createWorld({ warehouse: { MUG: 9 }, variants: [{ sku: "MUG", onHand: 9 }] }, atEnd);
  await world.connect();
  const order = await sold(world, { MUG: 3 });
  await changeReturnSettings(world.ctx, { ...RETURN_DEFAULTS, announce: false });
  const waits = await sendBack(world, order, { MUG: 1 });
  await world.settle();
  await changeReturnSettings(world.ctx, { ...RETURN_DEFAULTS, announce: false });
  backs.set(world, [waits]);
  return world;
}

const backOf = (world: World) => backs.get(world)![0]!.id;
const pathTo = (world: World, what: "label" | "sender") =>
  `/app/returns/${backOf(world).split("/").at(-1)!}/${what}`;

/** The return comes to need this. */
async function need(world: World, needs: Need[]): Promise<string> {
  await world.settle();
  const returnId = backOf(world);
  await world.services.db.return.updateMany({
    where: { shop: SHOP, returnId },
    data: { needs, needsPerson: true },
  });
  return returnId;
}

const onReturn = (intent: string, needs: Need[], more: object = {}): Act => ({
  ...{ route: "app.returns", intent, noted: "asked" },
  async send(world) {
    return { post: { intent, returnId: await need(world, needs), ...more } };
  },
});

const OVERDUE: Need = { kind: "overdue", expectedOn: "2026-01-31" };

/** In an order in which each has an effect. */
export const ON_RETURNS: Act[] = [
  {
    ...{ route: "app.settings_.returns", intent: "", noted: "settings-changed" },
    send: () => ({ post: { form: { expectedDays: "3" } } }),
  },
  {
    ...{ route: "app.returns", intent: "announce", noted: "asked" },
    async send(world) {
      await world.settle();
      return { post: { intent: "announce", returnIds: [backOf(world)] } };
    },
  },
  onReturn("try-again", []),
  {
    ...{ route: "app.returns_.$id_.sender", intent: "", noted: "inbound-change" },
    async send(world) {
      await world.settle();
      const form = { senderName: "R", senderAddressLine1: "1", senderCity: "C", senderCountryCode: "GB" };
      return { path: pathTo(world, "sender"), post: { form } };
    },
  },
  ...["retry", "anew"].map((intent): Act => ({
    ...{ route: "app.returns_.$id_.label", intent, noted: "asked" },
    async send(world) {
      await world.settle();
      return { path: pathTo(world, "label"), post: { intent } };
    },
  })),
  onReturn("mark-seen", [{ kind: "label" }], { needs: [{ kind: "label" }] }),
  {
    ...{ route: "app.returns", intent: "show-seen", noted: "asked" },
    send: (world) => ({ post: { intent: "show-seen", returnId: backOf(world) } }),
  },
  onReturn("wait-longer", [OVERDUE]),
  onReturn("count-missing", [OVERDUE]),
  onReturn("let-go", [{ kind: "not-shown" }]),
];
