/** What applying does with a row: these change something. */
export const CHANGING = ["new", "change", "unmap", "ignore"] as const;

/** What became of each row of an uploaded file. */
export const VERDICTS = [
  ...CHANGING,
  /** It is so already. */
  "same",
  /** It says nothing of its variant, which is left as it is. */
  "blank",
  /** The shop has no such variant, or no longer. */
  "unknown-variant",
  /** It goes by an SKU that several variants carry. */
  "ambiguous-variant",
  /** The shop makes it of its own parts; it is not mapped. */
  "bundle",
  "unknown-sku",
  /** The warehouse could not be asked whether it has the SKU. */
  "sku-not-checked",
  "bad-quantity",
  /** The rows of a variant say different things, or a row takes a mapping away and names other goods. */
  "contradiction",
  /** The variant stands in several places of the file, or the same goods twice in one kit. */
  "duplicate-row",
  /** Nothing is wrong with it, but with another row of the same variant. */
  "held-back",
  "not-readable",
  /** The variant's mapping was changed between trying and applying. */
  "changed-meanwhile",
  /** Applied, and taken back. */
  "undone",
  /** Applied, and not taken back, because it was changed since. */
  "left",
] as const;

export type Verdict = (typeof VERDICTS)[number];
/** Rows by verdict, those that occur. */
export type VerdictCounts = Partial<Record<Verdict, number>>;
