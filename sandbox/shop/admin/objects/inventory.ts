import { gid, parseGid, type Gid } from "../../store/gid.ts";
import {
  countedLevels,
  isQuantityName,
  QUANTITY_NAMES,
  quantityOf,
  setTracked,
} from "../../store/inventory.ts";
import { levelGid } from "../../store/payloads.ts";
import type { InventoryItem, Level, Location, Variant } from "../../store/shop.ts";
import { byId, connection, PAGE_ARGS, type Order, type PageArgs } from "../connection.ts";
import { malformedGid, refusal, wrongType } from "../errors.ts";
import { idOf, onlySimulated, plain, same, withArgs, type AdminContext, type Simulated } from "../field.ts";
import { search } from "../search.ts";

interface LevelsArgs extends PageArgs {
  includeInactive?: boolean;
}

const LEVELS_ARGS = [...PAGE_ARGS, "includeInactive"] as const;

const variantOf = ({ shop }: AdminContext, item: InventoryItem): Variant =>
  shop.variants.get(item.variantId)!;

const itemOrder: Order<Level> = { value: (level) => level.itemId, id: (level) => level.itemId };
const locationOrder: Order<Level> = { value: (level) => level.locationId, id: (level) => level.locationId };

const isShown = (level: Level | undefined, { includeInactive }: LevelsArgs): level is Level =>
  level !== undefined && (level.isActive || includeInactive === true);

/** A level is known by its location's number and, in the query string, its item. */
function findLevel({ shop }: AdminContext, { id, query }: Gid): Level | undefined {
  const location = shop.locations.all().find((one) => one.levelNumber === id);
  const item = shop.items.get(Number(query.get("inventory_item_id")));
  return location && item?.levels[location.id];
}

/** How many others have this SKU. Shopify compares exactly: "ab-1" and "AB-1" are two SKUs. */
function countSameSku(ctx: AdminContext, item: InventoryItem): number {
  const { id, sku } = variantOf(ctx, item);
  const holders = sku ? [...ctx.shop.skus.find(sku)] : [];
  return holders.filter((other) => other !== id && ctx.shop.variants.get(other)?.sku === sku).length;
}

function quantities(level: Level, names: readonly string[], ctx: AdminContext) {
  return names.map((name) => {
    if (!isQuantityName(name))
      throw refusal(
        "INVALID_FIELD_ARGUMENTS",
        `The quantity name "${name}" does not exist. Valid names are: ${QUANTITY_NAMES.join(", ")}.`,
      );
    const number = ctx.shop.locations.get(level.locationId)?.levelNumber ?? level.locationId;
    return {
      id: `${gid("InventoryQuantity", number)}?inventory_item_id=${level.itemId}&name=${name}`,
      name,
      quantity: quantityOf(level, name),
      // Shopify keeps the time of this one only.
      updatedAt: name === "available" ? level.updatedAt : null,
    };
  });
}

export const inventory: Simulated = {
  query: {
    inventoryItem: withArgs<unknown, { id: string }>(["id"], (_source, { id }, { shop }) =>
      shop.items.get(idOf("InventoryItem", id)),
    ),
    inventoryLevel: withArgs<unknown, { id: string }>(["id"], (_source, { id }, ctx) => {
      const parsed = parseGid(id);
      if (!parsed) throw malformedGid(id);
      if (parsed.type !== "InventoryLevel") throw wrongType(id);
      return findLevel(ctx, parsed);
    }),
    inventoryItems: withArgs<unknown, PageArgs & { query?: string }>(
      [...PAGE_ARGS, "query"],
      (_source, args, ctx) => {
        const { shop } = ctx;
        const having = (sku: string) =>
          [...shop.skus.find(sku)].flatMap(
            (id) => shop.items.get(shop.variants.get(id)!.inventoryItemId) ?? [],
          );
        const found = search(args.query, {
          rows: shop.items.all(),
          id: (item) => item.id,
          fields: {
            id: {
              kind: "id",
              of: (item) => item.id,
              find: (id) => [shop.items.get(id)].flatMap((one) => one ?? []),
            },
            sku: { kind: "text", of: (item) => variantOf(ctx, item).sku, find: having },
            created_at: { kind: "time", of: (item) => item.createdAt },
            updated_at: { kind: "time", of: (item) => item.updatedAt },
          },
          words: (item) => [variantOf(ctx, item).sku],
          where: "inventoryItems(query:)",
        });
        return connection(found, { ...args, order: byId<InventoryItem>() });
      },
    ),
  },
  mutation: {
    inventoryItemUpdate: withArgs<unknown, { id: string; input: { tracked?: boolean | null } }>(
      ["id", "input"],
      (_source, { id, input }, ctx) => {
        onlySimulated(input, { type: "InventoryItemInput", fields: ["tracked"] });
        const item = ctx.shop.items.get(idOf("InventoryItem", id));
        if (!item) {
          const message = "The product couldn't be updated because it does not exist.";
          return { inventoryItem: null, userErrors: [{ field: ["id"], message }] };
        }
        setTracked(ctx, { item, tracked: input.tracked ?? item.tracked });
        return { inventoryItem: item, userErrors: [] };
      },
    ),
  },
  nodes: {
    InventoryItem: ({ shop }, { id }) => shop.items.get(id),
    InventoryLevel: findLevel,
  },
  types: {
    InventoryItem: {
      ...same<InventoryItem>(
        "tracked",
        "requiresShipping",
        "countryCodeOfOrigin",
        "harmonizedSystemCode",
        "createdAt",
        "updatedAt",
      ),
      id: plain((item: InventoryItem) => gid("InventoryItem", item.id)),
      legacyResourceId: plain((item: InventoryItem) => String(item.id)),
      sku: plain((item: InventoryItem, ctx) => variantOf(ctx, item).sku),
      duplicateSkuCount: plain((item: InventoryItem, ctx) => countSameSku(ctx, item)),
      trackedEditable: plain(() => ({ locked: false, reason: null })),
      provinceCodeOfOrigin: plain(() => null),
      unitCost: plain(() => null),
      measurement: plain((item: InventoryItem) => ({
        id: gid("InventoryItemMeasurement", item.id),
        weight: item.weight,
      })),
      variant: plain((item: InventoryItem, ctx) => variantOf(ctx, item)),
      variants: withArgs<InventoryItem, PageArgs>(["first", "last", "after", "before"], (item, args, ctx) =>
        connection([variantOf(ctx, item)], { ...args, order: byId<Variant>() }),
      ),
      locationsCount: plain((item: InventoryItem, ctx) => ({
        count: countedLevels(ctx, item).length,
        precision: "EXACT",
      })),
      inventoryLevel: withArgs<InventoryItem, LevelsArgs & { locationId: string }>(
        ["locationId", "includeInactive"],
        (item, args) => {
          const level = item.levels[idOf("Location", args.locationId)];
          return isShown(level, args) ? level : null;
        },
      ),
      inventoryLevels: withArgs<InventoryItem, LevelsArgs>(LEVELS_ARGS, (item, args) => {
        const levels = Object.values(item.levels).filter((level) => isShown(level, args));
        return connection(levels, { ...args, order: locationOrder });
      }),
    },
    InventoryLevel: {
      ...same<Level>("isActive", "createdAt", "updatedAt"),
      id: plain((level: Level, { shop }) => levelGid(shop, level)),
      item: plain((level: Level, { shop }) => shop.items.get(level.itemId)),
      location: plain((level: Level, { shop }) => shop.locations.get(level.locationId)),
      quantities: withArgs<Level, { names: string[] }>(["names"], (level, { names }, ctx) =>
        quantities(level, names, ctx),
      ),
    },
    Location: {
      inventoryLevel: withArgs<Location, LevelsArgs & { inventoryItemId: string }>(
        ["inventoryItemId", "includeInactive"],
        (location, args, { shop }) => {
          const level = shop.items.get(idOf("InventoryItem", args.inventoryItemId))?.levels[location.id];
          return isShown(level, args) ? level : null;
        },
      ),
      inventoryLevels: withArgs<Location, LevelsArgs>(LEVELS_ARGS, (location, args, { shop }) => {
        const levels = shop.items.all().flatMap((item) => {
          const level = item.levels[location.id];
          return isShown(level, args) ? level : [];
        });
        return connection(levels, { ...args, order: itemOrder });
      }),
    },
  },
};
