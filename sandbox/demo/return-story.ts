import { LOCATIONS } from "./catalogue.ts";
import { control } from "./control.ts";
import { readWorlds, until } from "./observe.ts";
import { expect, type Step } from "./play.ts";
import type { DemoStore } from "./world.ts";

interface ShownReturn {
  id: string;
  reverseFulfillmentOrders: {
    deliveries: { label: { publicFileUrl: string } | null }[];
    lines: { dispositions: { type: string; quantity: number }[] }[];
  }[];
}

/** A shopper sends one piece of an SKU back: from the label to the shelf. */
export function returnStory(world: DemoStore, sku: string): Step[] {
  const { shopUrl, shop, warehouse } = world;
  const atShop = <Answer>(path: string, body?: unknown) =>
    control<Answer>(shopUrl, { path: `shops/${shop}/${path}`, body });
  const look = () => readWorlds(world);
  let returnId = "";
  const readReturn = () => atShop<ShownReturn>(`returns/${encodeURIComponent(returnId)}`);

  return [
    {
      step: "A return is announced, and the shopper gets its label in one mail",
      async play() {
        const before = (await look()).onHand(sku);
        const order = await atShop<{ id: string }>("orders", {
          lines: [{ sku, quantity: 1 }],
          location: LOCATIONS[0],
        });
        await atShop(`orders/${encodeURIComponent(order.id)}/fulfill`, {});
        await control(warehouse.url, { path: "ship", body: { lines: [{ sku, quantity: 1 }] } });
        await until(look, ({ onHand, differing }) => onHand(sku) === before - 1 && differing === 0);
        const made = await atShop<ShownReturn>(`orders/${encodeURIComponent(order.id)}/returns`, {
          ...{ lines: [{ sku, quantity: 1 }], status: "open" },
        });
        returnId = made.id;
        const hasLabel = ({ reverseFulfillmentOrders }: ShownReturn) =>
          reverseFulfillmentOrders.some(({ deliveries }) => deliveries.some(({ label }) => label !== null));
        await until(readReturn, hasLabel);
        const mails = await atShop<{ returnId: string | null }[]>("mails");
        const sent = mails.filter((mail) => mail.returnId === returnId).length;
        expect(sent === 1, `${sent} mails`);
        return "one inbound, one label, one mail";
      },
    },
    {
      step: "The piece that comes back is for sale again, once",
      async play() {
        const before = (await look()).onHand(sku);
        const inboundRef = `return-${returnId.replace(/^.*\//, "")}`;
        await control(warehouse.url, {
          path: "receive",
          body: { inboundRef, lines: [{ sku, quantity: 1 }] },
        });
        const disposed = ({ reverseFulfillmentOrders }: ShownReturn) =>
          reverseFulfillmentOrders.flatMap(({ lines }) => lines).flatMap(({ dispositions }) => dispositions);
        const seen = await until(readReturn, (one) => disposed(one).length > 0);
        await until(look, ({ onHand, differing }) => onHand(sku) === before + 1 && differing === 0);
        const [{ type, quantity } = { type: "", quantity: 0 }, ...others] = disposed(seen);
        expect(others.length === 0 && quantity === 1, "it was disposed of more than once");
        return `${type}: ${before} → ${before + 1} on hand`;
      },
    },
  ];
}
