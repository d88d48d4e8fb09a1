import { lineSchema, type Line } from "./answers.ts";
import { createOnce, type Created } from "./create-once.ts";
import { segment } from "./identifier.ts";
import { listRecords } from "./listing.ts";
import {
  checked,
  lineChanges,
  newLine,
  pageQuery,
  type LineChanges,
  type NewLine,
  type PageQuery,
} from "./requests.ts";
import { deleteRecord, getRecord, postRecord, putRecord, type Resource } from "./resource.ts";

/** The lines of one inbound, named by its reference. Line references are the warehouse's, as it showed them. */
export interface LineOperations {
  /** Page by page. @throws FulfilmentError `not-found` when the inbound is unknown. */
  pages(ref: string, query?: PageQuery): AsyncGenerator<Line[]>;
  /** `null` when the inbound or the line is unknown. */
  get(ref: string, lineRef: string): Promise<Line | null>;
  /**
   * Adds a line. `known` are the references of the lines that were there when this was decided: should it not be sure
   * whether the line landed, one of the same SKU and quantity that is not among them is ours, for the warehouse may
   * have given it a reference of its own.
   */
  create(ref: string, about: { line: NewLine; known: readonly string[] }): Promise<Created<Line>>;
  /** Changes the given fields. @throws FulfilmentError `not-found`. */
  update(ref: string, about: { lineRef: string; changes: LineChanges }): Promise<Line>;
  /** For good. What is not there is deleted already. */
  delete(ref: string, lineRef: string): Promise<void>;
}

export function lineOperations(resource: Resource): LineOperations {
  const schema = lineSchema;
  const listPath = (ref: string) => `${resource.paths.inbounds}/${segment("ref", ref)}/lines`;
  const linePath = (ref: string, lineRef: string) => `${listPath(ref)}/${segment("lineRef", lineRef)}`;

  async function* pages(ref: string, query: PageQuery = {}) {
    const page = checked(pageQuery, query);
    const params = new URLSearchParams();
    yield* listRecords(resource, { path: listPath(ref), schema, id: "ref", page, params, namesRecord: true });
  }

  async function find(ref: string, { line, known }: { line: NewLine; known: readonly string[] }) {
    const isOurs = (other: Line) =>
      other.ref === line.ref ||
      (other.sku === line.sku && other.quantity === line.quantity && !known.includes(other.ref));
    for await (const page of pages(ref)) {
      const ours = page.find(isOurs);
      if (ours) return ours;
    }
    return null;
  }

  return {
    pages,
    async get(ref, lineRef) {
      return getRecord(resource, { path: linePath(ref, lineRef), schema });
    },
    async create(ref, about) {
      const path = listPath(ref);
      const body = checked(newLine, about.line);
      return createOnce({
        create: () => postRecord(resource, { path, body, schema }),
        find: () => find(ref, about),
      });
    },
    async update(ref, { lineRef, changes }) {
      return putRecord(resource, {
        path: linePath(ref, lineRef),
        body: checked(lineChanges, changes),
        schema,
      });
    },
    async delete(ref, lineRef) {
      await deleteRecord(resource, linePath(ref, lineRef));
    },
  };
}
