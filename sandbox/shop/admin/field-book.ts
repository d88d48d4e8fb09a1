import { GraphQLError, type FieldNode, type GraphQLField, type GraphQLNamedType } from "graphql";
import { notSimulated, refusal } from "./errors.ts";
import type { Field, Fields, Simulated } from "./field.ts";
import type { AdminSchema } from "./schema.ts";

/** A field of the schema as a document selects it. */
export interface Asked {
  parentType: GraphQLNamedType;
  definition: GraphQLField<unknown, unknown>;
  /** What it returns, without list and non-null. */
  returns: GraphQLNamedType;
  node: FieldNode;
}

/** How every simulated field is answered, for requests and for bulk operations alike. */
export interface FieldBook {
  /** Undefined where the field is a property of a plain object. */
  find(typeName: string, fieldName: string): Field<unknown, unknown> | undefined;
  /** A type with fields of its own, of which the others are not simulated. */
  knows(typeName: string): boolean;
  /** How `node(id:)` finds objects of a type. */
  finder(typeName: string): NonNullable<Simulated["nodes"]>[string] | undefined;
  /** Shopify's words about the access scope the app lacks for it; undefined when it lacks none. */
  missingAccess(scopes: readonly string[], asked: Omit<Asked, "node">): string | undefined;
}

/** Shopify's limit on every list that is sent in. */
const MAX_INPUT_ITEMS = 250;

export function createFieldBook({ access }: AdminSchema, simulated: readonly Simulated[]): FieldBook {
  const fields: Record<string, Fields> = {};
  const learn = (type: string, more: Fields = {}) => void (fields[type] = { ...fields[type], ...more });
  for (const { query, mutation, types = {} } of simulated) {
    learn("QueryRoot", query);
    learn("Mutation", mutation);
    for (const [type, own] of Object.entries(types)) learn(type, own);
  }
  const finders = Object.assign({}, ...simulated.map((one) => one.nodes ?? {})) as NonNullable<
    Simulated["nodes"]
  >;
  return {
    finder: (typeName) => finders[typeName],
    find: (typeName, fieldName) => fields[typeName]?.[fieldName],
    knows: (typeName) => typeName in fields,
    missingAccess(scopes, { parentType, definition, returns }) {
      const needed = [access.get(`${parentType.name}.${definition.name}`), access.get(returns.name)];
      return needed.find((one) => one && !one.scopes.some((scope) => isGranted(scopes, scope)))?.text;
    },
  };
}

/** Whoever may write something may read it. */
export const isGranted = (granted: readonly string[], scope: string) =>
  granted.includes(scope) || granted.includes(scope.replace(/^read_/, "write_"));

export const accessDenied = (fieldName: string, requiredAccess: string): GraphQLError =>
  new GraphQLError(`Access denied for ${fieldName} field. Required access: ${requiredAccess}`, {
    extensions: {
      code: "ACCESS_DENIED",
      documentation: "https://shopify.dev/api/usage/access-scopes",
      requiredAccess,
    },
  });

/** Payloads, pages and their like are plain objects; a type with fields of its own has no others. */
export function ownProperty(
  source: unknown,
  { parentType, definition: { name } }: Pick<Asked, "parentType" | "definition">,
  book: FieldBook,
): unknown {
  if (!book.knows(parentType.name) && source && typeof source === "object" && name in source)
    return (source as Record<string, unknown>)[name];
  throw notSimulated(`${parentType.name}.${name}`);
}

/** Refuses arguments the field does not understand, and lists longer than Shopify takes. */
export function refuseUnknownArguments(
  field: Field<unknown, unknown>,
  args: Record<string, unknown>,
  { parentType, definition, node }: Asked,
): void {
  for (const argument of definition.args) {
    const value = args[argument.name];
    const isGiven = node.arguments?.some((one) => one.name.value === argument.name);
    const isDefault = value == null || value === argument.defaultValue;
    if (isGiven && !isDefault && !field.args.includes(argument.name))
      throw notSimulated(`The argument ${parentType.name}.${definition.name}(${argument.name}:)`);
    refuseLongLists(value);
  }
}

function refuseLongLists(value: unknown): void {
  if (Array.isArray(value) && value.length > MAX_INPUT_ITEMS)
    throw refusal(
      "MAX_INPUT_SIZE_EXCEEDED",
      `The input array size of ${value.length} is greater than the maximum allowed of ${MAX_INPUT_ITEMS}.`,
    );
  if (value && typeof value === "object") Object.values(value).forEach(refuseLongLists);
}
