/** What came of something asked of a return's page, or of the list. */
export type ReturnAnswer =
  | { outcome: "announced"; count: number }
  | { outcome: "again" | "missing" }
  /** It has moved on meanwhile. */
  | { outcome: "notAgain" | "notMissing" };
