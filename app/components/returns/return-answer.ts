/** What came of something asked of a return's page, or of the list. */
export type ReturnAnswer =
  | { outcome: "announced"; count: number }
  | { outcome: "again" | "missing" | "let-go" | "waits" | "seen" | "shown" }
  /** It has moved on meanwhile. */
  | { outcome: "notAgain" | "notMissing" | "not-let-go" | "not-waits" };
