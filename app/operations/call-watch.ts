/** Sees the calls to one of the two worlds go by, for figures and traces. */
export interface CallWatch {
  /**
   * Runs one attempt at a call and sees what comes of it.
   * @param operation a word out of a fixed few, never anything with an id in it
   */
  attempt<T>(operation: string, run: () => Promise<T>): Promise<T>;
  /** A call waited so many milliseconds in all because too much was asked at once. */
  waited(ms: number): void;
}
