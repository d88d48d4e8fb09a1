import { FulfilmentError } from "./errors.ts";
import { inboundOperations, type InboundOperations } from "./inbounds.ts";
import { CHECKED_ROWS, checkList } from "./listing.ts";
import { lineOperations, type LineOperations } from "./lines.ts";
import { productOperations, type ProductOperations } from "./products.ts";
import { productSchema } from "./answers.ts";
import { checked, newSubscription, type NewSubscription } from "./requests.ts";
import type { Resource } from "./resource.ts";
import { pathsOf } from "./settings.ts";
import { createTransport, type Account } from "./transport.ts";

/**
 * The fulfilment service's interface, whole, for one account. Every method may throw `FulfilmentError`.
 *
 * What is sent is held to the interface first (`invalid`, nothing sent); what comes back is read leniently. Reads and
 * writes that may be repeated are, when the warehouse is unreachable or busy; a create asks whether it landed first.
 */
export interface WarehouseClient {
  products: ProductOperations;
  inbounds: InboundOperations;
  lines: LineOperations;
  /** Records to fetch side by side, so that slow ones leave room for one call more. */
  fetchConcurrency: number;
  /** An inbound that is not there may still appear this long after its making was begun, in milliseconds. */
  mayAppearMs: number;
  /**
   * Asks for events. The warehouse lists and forgets nothing, so it cannot be asked whether a registration landed:
   * sent once. Remember what was asked; asked twice, events come twice.
   * @returns `exists` for 409: another registration, perhaps one made with another access token, is in its way
   */
  subscribe(subscription: NewSubscription): Promise<"registered" | "exists">;
  /**
   * Whether the address answers and the token is accepted. Changes nothing. `signal` ends it early: then it is `unreachable`.
   * @throws FulfilmentError of the whole system when not
   */
  check(options?: { signal?: AbortSignal | undefined }): Promise<void>;
}

const CONFLICT = 409;
/** A create that gets no answer is sent twice, with a look-up between them that is sent twice as well. */
const TIME_OUTS_OF_CREATE = 4;
/** Its waits between attempts, and how long a warehouse may keep a request that we have given up, in milliseconds. */
const WAITS_OF_CREATE_MS = 20_000;

/**
 * @example
 * const warehouse = createWarehouseClient({ settings: { ...DOCUMENTED, baseUrl }, accessToken, limits });
 * for await (const products of warehouse.products.pages()) console.log(products.length);
 */
export function createWarehouseClient(account: Account): WarehouseClient {
  const send = createTransport(account);
  const paths = pathsOf(account.settings);
  const resource: Resource = { account, send, paths };
  return {
    products: productOperations(resource),
    inbounds: inboundOperations(resource),
    lines: lineOperations(resource),
    fetchConcurrency: Math.max(1, account.limits.atOnce - 1),
    mayAppearMs: TIME_OUTS_OF_CREATE * account.settings.timeOutMs + WAITS_OF_CREATE_MS,
    async subscribe(subscription) {
      const body = checked(newSubscription, subscription);
      // What comes back is not documented, so nothing is made of it.
      try {
        await send({
          method: "POST",
          path: paths.subscriptions,
          body,
          read: () => undefined,
          repeatable: false,
          namesRecord: true,
        });
        return "registered";
      } catch (error) {
        if (error instanceof FulfilmentError && error.status === CONFLICT) return "exists";
        throw error;
      }
    },
    async check({ signal } = {}) {
      try {
        const query = new URLSearchParams({ skip: "0", take: String(CHECKED_ROWS) });
        const read = checkList({ schema: productSchema, id: "sku" });
        await send({
          method: "GET",
          path: paths.products,
          query,
          read,
          repeatable: true,
          isCheck: true,
          signal,
        });
      } catch (error) {
        if (!(error instanceof FulfilmentError)) throw error;
        // A warehouse always has a list of products, empty or not: this address is somebody else's.
        const code = error.code === "not-found" ? "not-understood" : error.code;
        throw error.with({ code, scope: "system" });
      }
    },
  };
}
