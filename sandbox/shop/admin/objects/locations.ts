import { gid } from "../../store/gid.ts";
import type { Location } from "../../store/shop.ts";
import { connection, PAGE_ARGS, sortBy, type Order, type PageArgs } from "../connection.ts";
import { notSimulated } from "../errors.ts";
import { idOf, plain, same, withArgs, type AdminContext, type Simulated } from "../field.ts";
import { search } from "../search.ts";

interface LocationsArgs extends PageArgs {
  includeInactive?: boolean;
  includeLegacy?: boolean;
  query?: string;
  sortKey?: "ID" | "NAME" | "RELEVANCE";
}

/** "Legacy" is Shopify's word for locations that belong to a fulfilment service. */
const isListed = (location: Location, { includeInactive, includeLegacy }: LocationsArgs) =>
  (includeInactive || location.isActive) && (includeLegacy || !location.isFulfillmentService);

const orders: Record<string, Order<Location>> = {
  NAME: { value: (location) => location.name.toLowerCase(), id: (location) => location.id },
  ID: { value: (location) => location.id, id: (location) => location.id },
};

function listLocations(ctx: AdminContext, args: LocationsArgs) {
  const order = orders[args.sortKey ?? "NAME"];
  if (!order) throw notSimulated(`locations(sortKey: ${args.sortKey})`);
  const found = search(args.query, {
    rows: ctx.shop.locations.all().filter((location) => isListed(location, args)),
    id: (location) => location.id,
    fields: {
      id: { kind: "id", of: (location) => location.id },
      name: { kind: "text", of: (location) => location.name },
    },
    words: (location) => [location.name],
    where: "locations(query:)",
  });
  return connection(sortBy(found, order), { ...args, order });
}

export const locations: Simulated = {
  query: {
    locations: withArgs<unknown, LocationsArgs>(
      [...PAGE_ARGS, "includeInactive", "includeLegacy", "query", "sortKey"],
      (_source, args, ctx) => listLocations(ctx, args),
    ),
    location: withArgs<unknown, { id?: string }>(["id"], (_source, { id }, ctx) =>
      id ? ctx.shop.locations.get(idOf("Location", id)) : primaryLocation(ctx),
    ),
  },
  nodes: { Location: (ctx, { id }) => ctx.shop.locations.get(id) },
  types: {
    Location: {
      ...same<Location>("name", "isActive", "isFulfillmentService", "createdAt", "updatedAt"),
      id: plain((location: Location) => gid("Location", location.id)),
      legacyResourceId: plain((location: Location) => String(location.id)),
      isPrimary: plain((location: Location, ctx) => location.id === primaryLocation(ctx)?.id),
      shipsInventory: plain((location: Location) => location.isActive),
      fulfillsOnlineOrders: plain((location: Location) => location.isActive),
      deactivatedAt: plain((location: Location) => (location.isActive ? null : location.updatedAt)),
      hasActiveInventory: plain((location: Location, ctx) =>
        ctx.shop.items.all().some((item) => item.levels[location.id]?.isActive),
      ),
      address: plain(() => ({
        address1: "Sandbox Street 1",
        address2: null,
        city: "Amsterdam",
        country: "Netherlands",
        countryCode: "NL",
        formatted: ["Sandbox Street 1", "1011 AA Amsterdam", "Netherlands"],
        phone: null,
        province: null,
        provinceCode: null,
        zip: "1011 AA",
      })),
      fulfillmentService: plain((location: Location) =>
        location.isFulfillmentService
          ? { id: `${gid("FulfillmentService", location.id)}?id=true`, serviceName: location.name }
          : null,
      ),
    },
  },
};

function primaryLocation(ctx: AdminContext): Location | undefined {
  return ctx.shop.locations.all().find((location) => isListed(location, {}));
}
