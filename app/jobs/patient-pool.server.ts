import type pg from "pg";
import { isDatabaseBusy } from "../database/is-database-busy.ts";

/** PostgreSQL's own word for "not now", after which graphile-worker tries again. */
const NOT_NOW = "57P03";
/** What graphile-worker calls the statements that note what came of a job, and the one that looks for the next. */
const NOTES = /^(complete|fail)_job/;
const LOOKS = /^get_job/;

/**
 * The pool as graphile-worker gets it. It notes what came of a job without waiting, and goes on to look for the next.
 *
 * So a failure to note it, as when PostgreSQL is restarted just then, is an unhandled rejection, which ends the process; but
 * graphile-worker tries again what fails for certain reasons. Here every failure that may pass looks like one of those. Noting
 * it twice has the effect of once.
 *
 * And the look mostly comes first, passes over the queue of the job that is over, and what waits in it is found by the next
 * poll. Here it waits for what is being noted.
 */
export function patientPool(pool: pg.Pool): pg.Pool {
  const notes = new Set<Promise<unknown>>();
  const patientClient = (client: pg.PoolClient) =>
    new Proxy(client, {
      get(target, name) {
        if (name !== "query") return bound(target, name);
        return async (query: pg.QueryConfig, values?: unknown[]) => {
          if (LOOKS.test(query.name ?? "")) await Promise.allSettled(notes);
          const answer = target.query(query, values);
          if (!NOTES.test(query.name ?? "")) return answer.catch(refuse);
          notes.add(answer);
          return answer.catch(refuse).finally(() => notes.delete(answer));
        };
      },
    });
  return new Proxy(pool, {
    get(target, name) {
      if (name !== "connect") return bound(target, name);
      // With a callback it is the listener, which looks after itself.
      return (...args: Parameters<pg.Pool["connect"]>) =>
        args.length > 0 ? target.connect(...args) : target.connect().then(patientClient, refuse);
    },
  });
}

function bound<T extends object>(target: T, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target);
  return typeof value === "function" ? (value.bind(target) as unknown) : value;
}

function refuse(error: Error & { code?: string }): never {
  if (isDatabaseBusy(error)) error.code = NOT_NOW;
  throw error;
}
