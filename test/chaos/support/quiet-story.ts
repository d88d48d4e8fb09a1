import { USUAL } from "../../../scripts/chaos/side.ts";

/** A story without its steps: all stores and warehouses are as usual. */
export const QUIET = { seed: 1, isLarge: false, stores: { a: USUAL, b: USUAL } };
