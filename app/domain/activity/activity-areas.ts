/** What the list of activities can be narrowed to, in the order of its tabs. */
export const AREAS = ["stock", "returns", "inbounds", "products", "problems", "events", "settings"] as const;
export type Area = (typeof AREAS)[number];
