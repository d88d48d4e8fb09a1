/** A reason to send something back, and what the deprecated enum `ReturnReason` calls it. */
export interface ReturnReason {
  /** The number in its global id; the same in every shop. */
  id: number;
  handle: string;
  name: string;
  legacy: string;
}

/** The ten general ones, numbered as Shopify numbers them. Those for certain kinds of goods are not here. */
export const RETURN_REASONS: readonly ReturnReason[] = [
  { id: 1, handle: "unknown", name: "Unknown", legacy: "UNKNOWN" },
  { id: 2, handle: "changed-my-mind", name: "Changed my mind", legacy: "UNWANTED" },
  { id: 3, handle: "item-not-as-described", name: "Item not as described", legacy: "NOT_AS_DESCRIBED" },
  { id: 4, handle: "received-the-wrong-item", name: "Received the wrong item", legacy: "WRONG_ITEM" },
  { id: 5, handle: "other-reason", name: "Other", legacy: "OTHER" },
  { id: 6, handle: "damaged-or-defective", name: "Damaged or defective", legacy: "DEFECTIVE" },
  { id: 7, handle: "too-small", name: "Too small", legacy: "SIZE_TOO_SMALL" },
  { id: 8, handle: "too-big", name: "Too big", legacy: "SIZE_TOO_LARGE" },
  { id: 9, handle: "style", name: "Style", legacy: "STYLE" },
  { id: 10, handle: "color", name: "Color", legacy: "COLOR" },
];

export const reasonById = (id: number): ReturnReason | undefined =>
  RETURN_REASONS.find((one) => one.id === id);

/** By its handle or by the name in the deprecated enum. */
export const reasonNamed = (name: string): ReturnReason | undefined =>
  RETURN_REASONS.find((one) => one.handle === name.toLowerCase() || one.legacy === name.toUpperCase());
