/** What is counted of a shop's world for whoever runs the app. Never which shop, and nothing of it. */
export interface Meter {
  /** These hints are about to be followed: what is done now is done because of them. */
  follows(hints: readonly { traceparent: string | null }[]): void;
  /** Hints were followed: everything they point at is read and written. */
  followed(hints: readonly { receivedAt: Date }[]): void;
  /** An event was quarantined: its record failed for good, or too often. */
  quarantined(): void;
  /** A figure that an event led to is in the shop, so many milliseconds after the event came. */
  written(ms: number): void;
}
