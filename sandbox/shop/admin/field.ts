import type { BulkPlanner } from "../bulk/plan-query.ts";
import type { BulkRunner } from "../bulk/bulk-runner.ts";
import type { FlowTriggerDefinition } from "../flow-triggers.ts";
import type { CallCount } from "./count-calls.ts";
import type { UploadStore } from "../uploads/upload-store.ts";
import type { ShopContext } from "../store/shop.ts";
import { parseGid, type Gid } from "../store/gid.ts";
import { malformedGid, notSimulated, wrongType } from "./errors.ts";

/** What a simulated field may look at. */
export interface AdminContext extends ShopContext {
  scopes: readonly string[];
  app: { name: string; handle: string; apiKey: string; flowTriggers: readonly FlowTriggerDefinition[] };
  uploads: UploadStore;
  bulk: BulkRunner;
  planBulkQuery: BulkPlanner;
  count: CallCount;
}

/** How one field of Shopify's schema is answered. An argument that is not among `args` fails loudly when given. */
export interface Field<Source, Args> {
  args: readonly string[];
  resolve(this: void, source: Source, args: Args, ctx: AdminContext): unknown;
}

/** Fields of different sources and arguments in one list: the engine hands each what it was written for. */
export type Fields = Record<string, Field<never, never>>;

/** One kind of object of the Admin API: what can be asked and changed about it. */
export interface Simulated {
  query?: Fields;
  /** Returns plain data: a keyed mutation's payload is kept to be answered again. */
  mutation?: Fields;
  types?: Record<string, Fields>;
  /** How `node(id:)` finds each type. */
  nodes?: Record<string, (ctx: AdminContext, gid: Gid) => object | null | undefined>;
}

/** A field without arguments. */
export const plain = <Source>(
  resolve: (source: Source, ctx: AdminContext) => unknown,
): Field<Source, unknown> => ({
  args: [],
  resolve: (source, _args, ctx) => resolve(source, ctx),
});

/** A field with arguments. */
export const withArgs = <Source, Args>(
  args: readonly (keyof Args & string)[],
  resolve: (source: Source, args: Args, ctx: AdminContext) => unknown,
): Field<Source, Args> => ({ args, resolve });

/** Fields that are properties of the source under the same name. */
export function same<Source extends object>(...names: (keyof Source & string)[]): Fields {
  return Object.fromEntries(names.map((name) => [name, plain((source: Source) => source[name])]));
}

/**
 * The number in a GID of `type`.
 * @throws GraphQLError as Shopify does when it is a GID of something else, or none at all
 */
export function idOf(type: string, id: string): number {
  const parsed = parseGid(id);
  if (!parsed) throw malformedGid(id);
  if (parsed.type !== type) throw wrongType(id);
  return parsed.id;
}

/** Refuses parts of an input object that the sandbox would silently forget. */
export function onlySimulated(
  input: object,
  { type, fields }: { type: string; fields: readonly string[] },
): void {
  const other = Object.keys(input).find((key) => !fields.includes(key));
  if (other) throw notSimulated(`${type}.${other}`);
}
