import { Kind, OperationTypeNode, parse, type DocumentNode } from "graphql";
import { notSimulated } from "../admin/errors.ts";
import { refuseUnknownArguments, type FieldBook } from "../admin/field-book.ts";
import { chooseOperation, documentErrors } from "../admin/refusals.ts";
import type { AdminSchema } from "../admin/schema.ts";
import type { AdminContext } from "../admin/field.ts";
import { checkSelection } from "./check-selection.ts";
import { readLines, type Line } from "./read-objects.ts";
import { readSelection, type Part, type Selection } from "./selection.ts";

/** A bulk query that may run. */
export interface BulkPlan {
  /** The objects of its result, one by one as they are asked for. */
  read(ctx: AdminContext, options: { interleave: boolean }): Generator<Line, void>;
  /** True when a scope is missing for one of the fields these scopes are asked for. */
  isDenied(scopes: readonly string[]): boolean;
}

type BulkPlanning = { plan: BulkPlan; problems?: undefined } | { plan?: undefined; problems: string[] };

export type BulkPlanner = (query: string) => BulkPlanning;

/** Shopify stores the query in so many bytes. */
const LARGEST_QUERY = 65_535;

/**
 * Reads bulk queries. `problems` are what Shopify answers as user errors.
 * @throws GraphQLError when the query is fine for Shopify and selects what this sandbox does not simulate
 */
export function createBulkPlanner({ schema }: AdminSchema, book: FieldBook): BulkPlanner {
  return (query) => {
    const bytes = Buffer.byteLength(query);
    if (bytes > LARGEST_QUERY)
      return {
        problems: [`Query is too large (${bytes} bytes; maximum is ${LARGEST_QUERY} bytes)`],
      };
    const { document, problem } = parsed(query);
    if (!document) return { problems: [problem] };
    const invalid = documentErrors(schema, document);
    if (invalid.length) return { problems: invalid.map(({ message }) => `Invalid bulk query: ${message}`) };
    const operation = chooseOperation(document, null);
    if (!operation) return { problems: ["Invalid bulk query: An operation name is required"] };
    if (operation.operation !== OperationTypeNode.QUERY)
      return { problems: ["Invalid operation type. Only `query` operations are supported."] };
    if (operation.variableDefinitions?.length) throw notSimulated("A bulk query with variables");

    const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
    const type = schema.getQueryType()!;
    const root = readSelection(
      { schema, fragments: new Map(fragments.map((one) => [one.name.value, one])) },
      { type, sets: [operation.selectionSet] },
    ).get(type.name)!;
    const problems = checkSelection(root);
    if (problems.length) return { problems };
    const other = root.parts.find(({ connection }) => !connection);
    if (other) throw notSimulated(`A bulk query that begins with ${other.definition.name}, no connection,`);
    const parts = everyPart(root);
    for (const part of parts) demandSimulated(part, book);
    return {
      plan: {
        *read(ctx, { interleave }) {
          for (const part of root.parts) yield* readLines({ ctx, book }, { root: part, interleave });
        },
        isDenied: (scopes) => parts.some((part) => isDenied(part, { scopes, book })),
      },
    };
  };
}

function parsed(
  query: string,
): { document: DocumentNode; problem?: undefined } | { document?: undefined; problem: string } {
  try {
    return { document: parse(query) };
  } catch (error) {
    const reason = query.trim() ? (error as Error).message : "unexpected end of file";
    return { problem: `Invalid bulk query: syntax error, ${reason}` };
  }
}

function everyPart({ parts }: Selection): Part[] {
  return parts.flatMap((part) => [part, ...[...part.below.values()].flatMap(everyPart)]);
}

/** Asks about the nodes of a connection too, which the part of a query stands for. */
function isDenied(part: Part, { scopes, book }: { scopes: readonly string[]; book: FieldBook }): boolean {
  const types = [part.returns, ...[...part.below.values()].map(({ type }) => type)];
  return types.some((returns) => book.missingAccess(scopes, { ...part, returns }) !== undefined);
}

/** Said at once, as an empty shop would never get to the field. */
function demandSimulated(part: Part, book: FieldBook): void {
  const { parentType, definition, args } = part;
  if (definition.name === "__typename") return;
  const field = book.find(parentType.name, definition.name);
  if (field) refuseUnknownArguments(field, args, part);
  else if (book.knows(parentType.name)) throw notSimulated(`${parentType.name}.${definition.name}`);
}
