import { z } from "zod";
import { HOLDERS, STORED_QUANTITIES } from "../store/shop.ts";
import { id } from "./bodies.ts";

/** What the control API accepts about quantities. */

const itemAtLocation = {
  sku: z.string().optional(),
  variantId: id.optional(),
  inventoryItemId: id.optional(),
  /** Name or id. */
  location: id,
};

const namesOneItem = ({ sku, variantId, inventoryItemId }: Record<string, unknown>) =>
  [sku, variantId, inventoryItemId].filter((one) => one !== undefined).length === 1;

const ONE_ITEM = { message: "name the item by exactly one of sku, variantId and inventoryItemId" };

const quantity = z.number().int().min(-1_000_000_000).max(1_000_000_000);

const units = z.int().min(1).max(1_000_000);

export const inventoryBody = z
  .strictObject({
    ...itemAtLocation,
    quantities: z.partialRecord(z.enum([...STORED_QUANTITIES, "on_hand"]), quantity).optional(),
    /** False ends the stocking there; the quantities stay for when it begins again. */
    isActive: z.boolean().default(true),
    by: z.enum(["merchant", "other-app"]).default("merchant"),
    /** The other app's name. */
    app: z.string().min(1).optional(),
  })
  .refine(({ quantities, isActive }) => quantities || !isActive, {
    message: "must be given where the stocking does not end",
    path: ["quantities"],
  })
  .refine(({ by, app }) => (by === "other-app") === (app !== undefined), {
    message: 'must be given together with "by": "other-app", and only then',
    path: ["app"],
  })
  .refine(namesOneItem, ONE_ITEM);

/** The states a merchant moves units between: for sale, or unavailable. */
const state = z.enum(["available", "damaged", "quality_control", "reserved", "safety_stock"]);

export const moveBody = z
  .strictObject({ ...itemAtLocation, quantity: units, from: state, to: state })
  .refine(({ from, to }) => from !== to, { message: "must differ from the other", path: ["to"] })
  .refine(namesOneItem, ONE_ITEM);

export const reservationBody = z
  .strictObject({ ...itemAtLocation, quantity: units, for: z.enum(HOLDERS) })
  .refine(namesOneItem, ONE_ITEM);

/** Without an SKU, of all. */
export const historyQuery = z.strictObject({ sku: z.string().optional() });

export type InventoryBody = z.infer<typeof inventoryBody>;
export type MoveBody = z.infer<typeof moveBody>;
export type ReservationBody = z.infer<typeof reservationBody>;
