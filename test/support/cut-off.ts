import type pg from "pg";
import type { Db } from "../../app/db.server.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import type { WarehouseClient } from "../../app/fulfilment/client.ts";

/** What a run that was cut off throws: as if its process had been killed. */
export class CutOff extends Error {
  override readonly name = "CutOff";
}

/** What happens around a call that leaves the process: a request to either world, or a statement to the database. */
export type Around = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

/**
 * A shop's context of which every call that leaves the process goes through `around`. A transaction's statements do,
 * one by one; its end does not: cut off, it is rolled back, as PostgreSQL does for a process that died.
 */
export function throughAll(ctx: ShopContext, around: Around): ShopContext {
  const db = ctx.db.$extends({
    query: { $allOperations: ({ args, query }) => around(() => query(args)) },
  });
  return {
    ...ctx,
    // What `$extends` gives has the same methods, and other types.
    db: db as unknown as Db,
    pool: throughPool(ctx.pool, around),
    admin: {
      ...ctx.admin,
      request: (...call) => around(() => ctx.admin.request(...call)),
    },
    warehouse: (accessToken) => throughClient(ctx.warehouse(accessToken), around),
  };
}

/** The n-th call, counted from 1, ends the run: before it is carried out, or after it was, its answer lost. */
export function cutAt({ call, when }: { call: number; when: "before" | "after" }): {
  around: Around;
  /** Whether the run came as far as that call. */
  wasCut(): boolean;
} {
  let [calls, cut] = [0, false];
  const around: Around = async (carryOut) => {
    if (cut) throw new CutOff();
    const isIt = ++calls === call;
    if (isIt && when === "before") cut = true;
    if (cut) throw new CutOff();
    const answer = await carryOut();
    if (isIt) cut = true;
    // A process that is dead hears no answer, whichever of its calls ended it.
    if (cut) throw new CutOff();
    return answer;
  };
  return { around, wasCut: () => cut };
}

function throughPool(pool: pg.Pool, around: Around): pg.Pool {
  return new Proxy(pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      const call = (args: unknown[]): unknown => Reflect.apply(value, target, args);
      return name === "query"
        ? (...args: unknown[]) => around(async () => call(args))
        : (...args: unknown[]) => call(args);
    },
  });
}

function throughClient(client: WarehouseClient, around: Around): WarehouseClient {
  return {
    products: throughMethods(client.products, around),
    inbounds: throughMethods(client.inbounds, around),
    lines: throughMethods(client.lines, around),
    fetchConcurrency: client.fetchConcurrency,
    mayAppearMs: client.mayAppearMs,
    subscribe: (subscription) => around(() => client.subscribe(subscription)),
    check: (options) => around(() => client.check(options)),
  };
}

function throughMethods<Methods extends object>(methods: Methods, around: Around): Methods {
  return new Proxy(methods, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      const call = (args: unknown[]): unknown => Reflect.apply(method, target, args);
      return name === "pages"
        ? (...args: unknown[]) => throughPages(call(args) as AsyncIterable<unknown>, around)
        : (...args: unknown[]) => around(async () => call(args));
    },
  });
}

/** Each page is a call of its own. */
async function* throughPages(pages: AsyncIterable<unknown>, around: Around): AsyncGenerator<unknown> {
  const iterator = pages[Symbol.asyncIterator]();
  for (;;) {
    const page = await around(() => iterator.next());
    if (page.done) return;
    yield page.value;
  }
}
