/** What every call takes in addition, in milliseconds: as far away as both worlds are. */
export const FAR_MS = 50;
/** The fewest there can be in a shop of the generator. */
export const FEW_SKUS = 8;

/** Of the account that a shop has for itself: what is asked of one account at once is limited. */
export const tokenOf = (name: string) => `token-of-${name}`;
