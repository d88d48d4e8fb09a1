import { randomBytes } from "node:crypto";
import { gid } from "../../store/gid.ts";
import { adjust, announceLevels, quantityOf } from "../../store/inventory.ts";
import type { InventoryItem, Level, ShopContext } from "../../store/shop.ts";
import { refusal } from "../errors.ts";
import { idOf, plain, withArgs, type AdminContext, type Simulated } from "../field.ts";
import { wrongCause, type AdjustmentCause } from "./adjustment-cause.ts";

interface Entry {
  inventoryItemId: string;
  locationId: string;
  quantity: number;
  /** The key must be there; null skips the comparison. */
  changeFromQuantity?: number | null;
}

interface SetQuantitiesInput extends AdjustmentCause {
  name: string;
  quantities: Entry[];
}

interface UserError {
  code: string;
  field: string[];
  message: string;
}

/** Plain data, because the payload is kept for its idempotency key. */
interface Change {
  name: "available" | "on_hand";
  delta: number;
  itemId: number;
  locationId: number;
}

const BILLION = 1_000_000_000;

/**
 * Sets absolute quantities, all or nothing. Complaints come in three rounds, as each needs the one before: about the
 * input as such, about things that do not exist, about numbers that moved meanwhile.
 */
function setQuantities(ctx: AdminContext, input: SetQuantitiesInput) {
  if (input.quantities.some((entry) => !("changeFromQuantity" in entry)))
    throw refusal(
      "INVALID_FIELD_ARGUMENTS",
      "InventoryQuantityInput must include the following argument: changeFromQuantity.",
    );
  const entries = input.quantities.map((entry) => ({
    ...entry,
    item: ctx.shop.items.get(idOf("InventoryItem", entry.inventoryItemId)),
    location: ctx.shop.locations.get(idOf("Location", entry.locationId)),
  }));
  const level = ({ item, location }: (typeof entries)[number]) =>
    location ? item?.levels[location.id] : undefined;
  const name = input.name as Change["name"];

  const malformed = wrongInput(input);
  if (malformed.length) return rejected(malformed);

  const unknown = entries.flatMap(({ item, location }, index) => [
    ...(item ? [] : [at(index, "inventoryItemId", unknownItem)]),
    ...(location?.isActive ? [] : [at(index, "locationId", unknownLocation)]),
    ...(item && isBundle(ctx, item) ? [at(index, "inventoryItemId", immutable)] : []),
  ]);
  if (unknown.length) return rejected(unknown);

  const stale = entries.flatMap((entry, index) => {
    const have = level(entry);
    const expected = entry.changeFromQuantity;
    const isStale = have && expected != null && quantityOf(have, name) !== expected;
    return isStale ? [at(index, "changeFromQuantity", changedMeanwhile)] : [];
  });
  if (stale.length) return rejected(stale);

  // An item that is not stocked at the location has no number to set. Shopify passes over it without a word.
  const changed = entries.flatMap((entry) => {
    const have = level(entry);
    return have && quantityOf(have, name) !== entry.quantity
      ? [{ level: have, quantity: entry.quantity }]
      : [];
  });
  return { inventoryAdjustmentGroup: apply(ctx, { input, name, changed }), userErrors: [] };
}

const unknownItem = ["INVALID_INVENTORY_ITEM", "The specified inventory item could not be found."] as const;
const unknownLocation = ["INVALID_LOCATION", "The specified location could not be found."] as const;
const immutable = [
  "NON_MUTABLE_INVENTORY_ITEM",
  "The specified inventory item is not allowed to be adjusted via API. Example: if the inventory item is a parent bundle.",
] as const;
const changedMeanwhile = [
  "CHANGE_FROM_QUANTITY_STALE",
  "The changeFromQuantity argument no longer matches the persisted quantity.",
] as const;

const at = (index: number, key: keyof Entry, [code, message]: readonly [string, string]): UserError => ({
  code,
  field: ["input", "quantities", String(index), key],
  message,
});

const rejected = (userErrors: UserError[]) => ({ inventoryAdjustmentGroup: null, userErrors });

const isBundle = ({ shop }: ShopContext, item: InventoryItem) =>
  shop.variants.get(item.variantId)?.requiresComponents === true;

function wrongInput({ name, quantities, ...cause }: SetQuantitiesInput): UserError[] {
  if (name !== "available" && name !== "on_hand") {
    const message = "The quantity name must be either 'available' or 'on_hand'.";
    return [{ code: "INVALID_NAME", field: ["input", "name"], message }];
  }
  const wrong = wrongCause(cause);
  if (wrong) return [{ ...wrong, field: ["input", wrong.field] }];
  const pairs = quantities.map(({ inventoryItemId, locationId }) => `${inventoryItemId} ${locationId}`);
  const times = new Map<string, number>();
  for (const pair of pairs) times.set(pair, (times.get(pair) ?? 0) + 1);
  return quantities.flatMap(({ quantity }, index) => [
    ...wrongQuantity(name, quantity).map((wrong) => at(index, "quantity", wrong)),
    ...((times.get(pairs[index]!) ?? 0) > 1 ? [at(index, "locationId", duplicate)] : []),
  ]);
}

const duplicate = [
  "NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR",
  "The combination of inventoryItemId and locationId must be unique.",
] as const;

function wrongQuantity(name: Change["name"], quantity: number): (readonly [string, string])[] {
  if (quantity < -BILLION)
    return [["INVALID_QUANTITY_TOO_LOW", "The quantity can't be lower than -1,000,000,000."]];
  if (quantity > BILLION)
    return [["INVALID_QUANTITY_TOO_HIGH", "The quantity can't be higher than 1,000,000,000."]];
  // More may be sold than there is, but nothing can lie there less than not at all.
  if (name === "on_hand" && quantity < 0)
    return [["INVALID_QUANTITY_NEGATIVE", "The quantity can't be negative."]];
  return [];
}

function apply(
  ctx: AdminContext,
  of: { input: SetQuantitiesInput; name: Change["name"]; changed: { level: Level; quantity: number }[] },
) {
  // Nothing to change is a success without a group.
  if (!of.changed.length) return null;
  const changes = of.changed.flatMap(({ level, quantity }): Change[] => {
    const delta = quantity - quantityOf(level, of.name);
    const { reason, referenceDocumentUri = null } = of.input;
    adjust(ctx, { level, name: of.name, quantity, by: "app", reason, referenceDocumentUri });
    const { itemId, locationId } = level;
    return [
      { name: "available", delta, itemId, locationId },
      { name: "on_hand", delta, itemId, locationId },
    ];
  });
  announceLevels(
    ctx,
    of.changed.map(({ level }) => level),
  );
  return {
    groupId: randomBytes(12).toString("hex"),
    createdAt: ctx.now().toISOString(),
    reason: of.input.reason,
    referenceDocumentUri: of.input.referenceDocumentUri ?? null,
    changes,
  };
}

type Group = NonNullable<ReturnType<typeof apply>>;

interface ChangesArgs {
  quantityNames?: string[] | null;
  inventoryItemIds?: string[] | null;
  locationIds?: string[] | null;
}

export const setInventoryQuantities: Simulated = {
  mutation: {
    inventorySetQuantities: withArgs<unknown, { input: SetQuantitiesInput }>(
      ["input"],
      (_source, { input }, ctx) => setQuantities(ctx, input),
    ),
  },
  types: {
    InventoryAdjustmentGroup: {
      id: plain((group: Group) => gid("InventoryAdjustmentGroup", group.groupId)),
      createdAt: plain((group: Group) => group.createdAt),
      reason: plain((group: Group) => group.reason),
      referenceDocumentUri: plain((group: Group) => group.referenceDocumentUri),
      changes: withArgs<Group, ChangesArgs>(
        ["quantityNames", "inventoryItemIds", "locationIds"],
        ({ changes }, { quantityNames, inventoryItemIds, locationIds }) =>
          changes.filter(
            (one) =>
              (quantityNames?.includes(one.name) ?? true) &&
              (inventoryItemIds?.includes(gid("InventoryItem", one.itemId)) ?? true) &&
              (locationIds?.includes(gid("Location", one.locationId)) ?? true),
          ),
      ),
    },
    InventoryChange: {
      name: plain((change: Change) => change.name),
      delta: plain((change: Change) => change.delta),
      // Shopify's answers have null here whatever was set.
      quantityAfterChange: plain(() => null),
      ledgerDocumentUri: plain(() => null),
      item: plain((change: Change, { shop }) => shop.items.get(change.itemId)),
      location: plain((change: Change, { shop }) => shop.locations.get(change.locationId)),
    },
  },
};
