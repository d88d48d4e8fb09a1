import type { PurchaseNeed } from "../../app/domain/inbounds/purchase-needs.ts";
import { contentOf, FORM, goodsWorld, REF } from "../support/purchases.ts";
import type { AtEnd } from "../support/share.ts";
import type { World } from "../support/world.ts";
import { SHOP } from "../support/world.ts";
import type { Act } from "./actions-bench.ts";

export const openForInbounds = (atEnd: AtEnd): Promise<World> => goodsWorld({ MUG: 5 }, atEnd);

const path = `/app/inbounds/${REF}`;

const onInbound = (what: "again" | "delete"): Act => ({
  ...{ route: "app.inbounds_.$ref", intent: what, noted: "asked" },
  async send(world) {
    await world.settle();
    return { path, post: { what } };
  },
});

/** In an order in which each has an effect. */
export const ON_INBOUNDS: Act[] = [
  {
    ...{ route: "app.inbounds_.lines", intent: "", noted: null },
    send: () => ({ post: `sku,quantity\nMUG,1\n` }),
  },
  {
    ...{ route: "app.inbounds_.new", intent: "", noted: "asked" },
    send: () => ({ post: { formId: FORM, content: contentOf() } }),
  },
  {
    ...{ route: "app.inbounds_.$ref_.edit", intent: "", noted: "asked" },
    async send(world) {
      await world.settle();
      return { path: `${path}/edit`, post: { content: contentOf({ lines: { MUG: 4 } }) } };
    },
  },
  onInbound("again"),
  {
    ...{ route: "app.inbounds_.$ref", intent: "leave", noted: "asked" },
    async send(world) {
      await world.settle();
      const needs: PurchaseNeed[] = [{ kind: "unclear", units: 1, unread: 0, isSeen: false }];
      const data = { needs, needsCount: 1 };
      await world.services.db.purchaseInbound.updateMany({ where: { shop: SHOP, ref: REF }, data });
      return { path, post: { what: "leave", needs } };
    },
  },
  onInbound("delete"),
];
