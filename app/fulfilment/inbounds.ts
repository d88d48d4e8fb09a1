import { inboundSchema, type Inbound } from "./answers.ts";
import { createOnce, type Created } from "./create-once.ts";
import { segment } from "./identifier.ts";
import { decodeLabel } from "./label.ts";
import { listRecords } from "./listing.ts";
import {
  checked,
  inboundChanges,
  inboundQuery,
  newInbound,
  type InboundChanges,
  type InboundQuery,
  type NewInbound,
} from "./requests.ts";
import { deleteRecord, getRecord, postRecord, putRecord, type Resource } from "./resource.ts";

/** Every inbound is asked for with its lines and receipts; those that do not come are `null`. */
export interface InboundOperations {
  /** Page by page. With `changeInterval` only those changed within the last minutes (5 to 2800). */
  pages(query?: InboundQuery): AsyncGenerator<Inbound[]>;
  /** `null` when the warehouse says it does not know the reference. */
  get(ref: string, options?: { signal?: AbortSignal | undefined }): Promise<Inbound | null>;
  /**
   * Announces goods. The reference is ours and unique, so derive it from what is announced: then a second call finds
   * the first one's inbound. Lines may come back under other references than those sent.
   */
  create(inbound: NewInbound): Promise<Created<Inbound>>;
  /** Changes the given fields. @throws FulfilmentError `not-found`. */
  update(ref: string, changes: InboundChanges): Promise<Inbound>;
  /** For good. What is not there is deleted already. */
  delete(ref: string): Promise<void>;
  /** The return label, a PDF. @throws FulfilmentError `not-found`, `label-unusable`. */
  label(ref: string): Promise<Buffer>;
}

const EVERYTHING = ["lines", "receipts"] as const;

export function inboundOperations(resource: Resource): InboundOperations {
  const { send, paths, account } = resource;
  const schema = inboundSchema;
  const pathOf = (ref: string) => `${paths.inbounds}/${segment("ref", ref)}`;
  const including = (names: readonly string[] = EVERYTHING) => {
    const values = account.settings.includeStyle === "comma" ? [names.join(",")] : names;
    return new URLSearchParams(values.filter(Boolean).map((value) => ["include", value]));
  };
  const noticed = <Shown extends Inbound | null>(inbound: Shown): Shown => {
    if (inbound) account.onInbound?.(inbound.lines !== null && inbound.receipts !== null);
    return inbound;
  };
  const get = async (ref: string, { signal }: { signal?: AbortSignal | undefined } = {}) =>
    noticed(await getRecord(resource, { path: pathOf(ref), query: including(), schema, signal }));

  return {
    async *pages(query = {}) {
      const { filter, changeInterval, include, ...page } = checked(inboundQuery, query);
      const params = including(include);
      if (filter !== undefined) params.set("filter", filter);
      if (changeInterval !== undefined) params.set("change-interval", String(changeInterval));
      const pages = listRecords(resource, { path: paths.inbounds, schema, id: "ref", page, params });
      for await (const inbounds of pages) {
        if (!include) inbounds.forEach(noticed);
        yield inbounds;
      }
    },
    get,
    async create(inbound) {
      const body = checked(newInbound, inbound);
      const path = `${paths.inbounds}/`;
      return createOnce({
        create: async () => noticed(await postRecord(resource, { path, query: including(), body, schema })),
        find: () => get(body.ref),
      });
    },
    async update(ref, changes) {
      const body = checked(inboundChanges, changes);
      return noticed(await putRecord(resource, { path: pathOf(ref), query: including(), body, schema }));
    },
    async delete(ref) {
      await deleteRecord(resource, pathOf(ref));
    },
    async label(ref) {
      const path = `${pathOf(ref)}/label`;
      return send({ method: "GET", path, read: decodeLabel, repeatable: true, namesRecord: true });
    },
  };
}
