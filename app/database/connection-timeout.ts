/**
 * How long a query waits for a connection, in milliseconds; then it fails, and `isDatabaseBusy` holds of the error. A
 * burst that takes a few seconds fails no job. A page answers before proxies give up, which most do after 30 s or more.
 */
export const CONNECTION_TIMEOUT_MS = 10_000;
