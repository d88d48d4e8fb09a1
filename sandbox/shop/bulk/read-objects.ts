import { isLeafType } from "graphql";
import { EVERY_ROW } from "../admin/connection.ts";
import { ownProperty, type FieldBook } from "../admin/field-book.ts";
import type { AdminContext } from "../admin/field.ts";
import type { ByType, Part } from "./selection.ts";

/** One line of a result. */
export interface Line {
  object: Record<string, unknown>;
  isRoot: boolean;
}

export interface Reading {
  ctx: AdminContext;
  book: FieldBook;
}

/** A node whose line is written and whose children are not. */
interface Parent {
  id: unknown;
  connections: { part: Part; rows: readonly unknown[] }[];
}

/** Children of so many objects at the root are mixed with each other when they come interleaved. */
const MIXED_TOGETHER = 10;

/**
 * The objects a root connection selects, each before its children, read one by one as they are asked for. Interleaved,
 * the children of several parents take turns, as they may in files that are not grouped.
 */
export function* readLines(
  reading: Reading,
  { root, interleave }: { root: Part; interleave: boolean },
): Generator<Line, void> {
  const rows = rowsOf(reading, { part: root, source: undefined });
  const width = interleave ? MIXED_TOGETHER : 1;
  for (let start = 0; start < rows.length; start += width) {
    const parents: Parent[] = [];
    for (const row of rows.slice(start, start + width)) {
      // Deleted since the operation began.
      if (!isStillThere(reading, { part: root, row })) continue;
      const { object, parent } = readNode(reading, { part: root, row });
      parents.push(parent);
      yield { object, isRoot: true };
    }
    yield* inTurns(parents.map((parent) => readChildren(reading, parent)));
  }
}

function* readChildren(reading: Reading, { id, connections }: Parent): Generator<Line, void> {
  for (const { part, rows } of connections)
    for (const row of rows) {
      const { object, parent } = readNode(reading, { part, row });
      object.__parentId = id;
      yield { object, isRoot: false };
      yield* readChildren(reading, parent);
    }
}

function* inTurns<T>(sources: Generator<T, void>[]): Generator<T, void> {
  let left = sources;
  while (left.length) {
    const after: Generator<T, void>[] = [];
    for (const source of left) {
      const { value, done } = source.next();
      if (done) continue;
      yield value;
      after.push(source);
    }
    left = after;
  }
}

function isStillThere({ ctx, book }: Reading, { part, row }: { part: Part; row: unknown }): boolean {
  const type = selectionFor(part.below, row)?.type.name ?? "";
  const find = book.finder(type);
  const { id } = row as { id: number };
  return !find || Boolean(find(ctx, { type, id, query: new URLSearchParams() }));
}

function rowsOf(reading: Reading, { part, source }: { part: Part; source: unknown }): readonly unknown[] {
  const page = resolve(reading, { part, source, args: { ...part.args, ...EVERY_ROW } });
  return (page as { nodes: readonly unknown[] }).nodes;
}

function readNode(reading: Reading, { part, row }: { part: Part; row: unknown }) {
  const connections: Parent["connections"] = [];
  const object = readObject(reading, { below: part.below, source: row, connections });
  return { object, parent: { id: object.id, connections } };
}

function readObject(
  reading: Reading,
  { below, source, connections }: { below: ByType; source: unknown; connections: Parent["connections"] },
): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  const selection = selectionFor(below, source);
  for (const part of selection?.parts ?? []) {
    if (part.connection) connections.push({ part, rows: rowsOf(reading, { part, source }) });
    else if (part.definition.name === "__typename") object[part.key] = selection?.type.name;
    else
      object[part.key] = complete(resolve(reading, { part, source, args: part.args }), (value) =>
        isLeafType(part.returns)
          ? part.returns.serialize(value)
          : readObject(reading, { below: part.below, source: value, connections }),
      );
  }
  return object;
}

/** Of an interface or a union the object itself says which of its types it is. */
const selectionFor = (below: ByType, source: unknown) =>
  below.size === 1 ? [...below.values()][0] : below.get((source as { __typename: string }).__typename);

function complete(value: unknown, one: (value: unknown) => unknown): unknown {
  if (value === null || value === undefined) return null;
  return Array.isArray(value) ? value.map((item) => complete(item, one)) : one(value);
}

function resolve(
  { ctx, book }: Reading,
  { part, source, args }: { part: Part; source: unknown; args: Record<string, unknown> },
): unknown {
  const field = book.find(part.parentType.name, part.definition.name);
  return field ? field.resolve(source, args, ctx) : ownProperty(source, part, book);
}
