import pg from "pg";

/**
 * A pool whose connections may be cut. One that is being closed is still open for a moment after `pool.end()`, and hears of
 * it when its database is dropped, or its PostgreSQL stopped, just then.
 * @param max the most connections
 */
export function openPool(url: string, { max }: { max?: number } = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  const cut = () => undefined;
  pool.on("error", cut);
  pool.on("connect", (client) => client.on("error", cut));
  return pool;
}
