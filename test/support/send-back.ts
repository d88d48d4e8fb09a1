import { refOfReturn } from "../../app/domain/returns/return-ref.ts";
import { control } from "../../sandbox/demo/control.ts";
import { until } from "../../sandbox/demo/observe.ts";
import type { DemoStore } from "../../sandbox/demo/world.ts";
import { numberOf } from "./store-products.ts";

/** A return, as the sandbox shop tells of it. */
export interface Back {
  id: string;
  name: string;
  orderId: string;
}

/** A city with a longer name than the warehouse takes. */
export const CITY = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch";
export const WALES = {
  ...{ firstName: "Robin", lastName: "Shopper", address1: "1 High Street", zip: "LL61 5UJ" },
  ...{ city: CITY, countryCode: "GB" },
};

/** Somebody bought lanterns, got them, and sends them back. */
export async function sendLanternBack(
  { shopUrl, shop }: DemoStore,
  { order = {}, quantity = 1, ...more }: { order?: object; quantity?: number; [field: string]: unknown } = {},
): Promise<Back> {
  const atShop = <T>(path: string, body: unknown) =>
    control<T>(shopUrl, { path: `shops/${shop}/orders${path}`, body });
  const lines = [{ sku: "LANT", quantity }];
  const { id } = await atShop<{ id: string }>("", { location: "Warehouse", lines, ...order });
  const path = `/${numberOf(id)}`;
  await atShop(`${path}/fulfill`, {});
  return atShop<Back>(`${path}/returns`, { lines, status: "open", ...more });
}

/** Waits until the warehouse has a return's inbound. @returns its reference */
export async function untilAnnounced({ warehouse }: DemoStore, { id }: Back): Promise<string> {
  const inboundRef = refOfReturn(id);
  await until(
    () => control<{ ref: string }[]>(warehouse.url, { path: "inbounds" }),
    (inbounds) => inbounds.some(({ ref }) => ref === inboundRef),
  );
  return inboundRef;
}
