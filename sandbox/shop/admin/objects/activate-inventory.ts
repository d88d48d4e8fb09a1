import { announceLevels, stockItem, writeQuantity } from "../../store/inventory.ts";
import { inventoryLevelPayload } from "../../store/payloads.ts";
import { idOf, plain, same, withArgs, type AdminContext, type Simulated } from "../field.ts";

interface ActivateArgs {
  inventoryItemId: string;
  locationId: string;
  available?: number | null;
  onHand?: number | null;
}

interface ActivatePayload {
  inventoryLevel: { itemId: number; locationId: number } | null;
  userErrors: { field: string[]; message: string }[];
}

/** Shopify's bound for any quantity. */
const BILLION = 1_000_000_000;

/** These user errors have no code in Shopify's schema: which it was, only the field and the words tell. */
function activate(ctx: AdminContext, { available, onHand, ...args }: ActivateArgs): ActivatePayload {
  const { shop } = ctx;
  const item = shop.items.get(idOf("InventoryItem", args.inventoryItemId));
  const location = shop.locations.get(idOf("Location", args.locationId));
  const rejected = (fields: string[], message: string) => ({
    inventoryLevel: null,
    userErrors: fields.map((field) => ({ field: [field], message })),
  });
  if (!location?.isActive)
    return rejected(["locationId"], "The product couldn't be stocked because the location wasn't found.");
  const refused = `The product couldn't be stocked at ${location.name} because`;
  if (!item) return rejected(["inventoryItemId"], `${refused} the product was deleted.`);
  if (available != null && onHand != null)
    return rejected(
      ["available", "onHand"],
      `${refused} not allowed to set available and on_hand quantities at the same time.`,
    );
  const quantity = available ?? onHand ?? undefined;
  const field = available != null ? "available" : "onHand";
  if (quantity !== undefined && Math.abs(quantity) > BILLION)
    return rejected([field], `${refused} the quantity needs to be between -1 billion and 1 billion.`);

  const inventoryLevel = { itemId: item.id, locationId: location.id };
  if (item.levels[location.id]?.isActive) {
    if (quantity === undefined) return { inventoryLevel, userErrors: [] };
    const what = field === "available" ? "available" : "an on_hand";
    const message = `Not allowed to set ${what} quantity when the item is already active at the location.`;
    return { inventoryLevel, userErrors: [{ field: [field], message }] };
  }
  const level = stockItem(ctx, { item, locationId: location.id });
  ctx.announce("inventory_levels/connect", () => inventoryLevelPayload(shop, level));
  if (quantity !== undefined) {
    writeQuantity(level, field === "available" ? "available" : "on_hand", quantity);
    announceLevels(ctx, [level]);
  }
  return { inventoryLevel, userErrors: [] };
}

export const activateInventory: Simulated = {
  mutation: {
    inventoryActivate: withArgs<unknown, ActivateArgs>(
      ["inventoryItemId", "locationId", "available", "onHand"],
      (_source, args, ctx) => activate(ctx, args),
    ),
  },
  types: {
    // The payload names the level instead of holding it, so that a replay shows the level as it is by then.
    InventoryActivatePayload: {
      ...same<ActivatePayload>("userErrors"),
      inventoryLevel: plain(({ inventoryLevel: of }: ActivatePayload, { shop }) =>
        of ? shop.items.get(of.itemId)?.levels[of.locationId] : null,
      ),
    },
  },
};
