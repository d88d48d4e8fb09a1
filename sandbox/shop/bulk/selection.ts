import {
  getArgumentValues,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isListType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
} from "graphql";
import type { Asked } from "../admin/field-book.ts";

/** What a query selects of one type of object, with fragments and repetitions resolved. */
export interface Selection {
  type: GraphQLObjectType;
  parts: Part[];
}

/** One selected field. */
export interface Part extends Asked {
  /** Its name in the answer. */
  key: string;
  parentType: GraphQLObjectType;
  returns: GraphQLNamedOutputType;
  args: Record<string, unknown>;
  isList: boolean;
  /** How the nodes of a connection are reached; undefined when it is none. */
  connection?: { byEdges: boolean; byNodes: boolean };
  /** What is selected of each object: in a connection of each node, under `edges { node }`. Empty for values. */
  below: ByType;
}

/** Selections by the name of the object's type: one, or each that an interface or a union allows. */
export type ByType = ReadonlyMap<string, Selection>;

interface Query {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** Follows a selection down to its values. The document must be valid against the schema and without variables. */
export function readSelection(
  query: Query,
  { type, sets }: { type: GraphQLCompositeType; sets: readonly SelectionSetNode[] },
): ByType {
  const types = isAbstractType(type) ? query.schema.getPossibleTypes(type) : [type];
  return new Map(types.map((one) => [one.name, { type: one, parts: partsOf(query, one, sets) }]));
}

function partsOf(query: Query, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Part[] {
  return [...fieldsOn(query, type, sets)].map(([key, nodes]): Part => {
    const node = nodes[0]!;
    const definition = type.getFields()[node.name.value] ?? META[node.name.value]!;
    const returns = getNamedType(definition.type);
    const isConnection = returns.name.endsWith("Connection");
    const inside = nodes.flatMap((one) => one.selectionSet ?? []);
    const below: ByType = isCompositeType(returns)
      ? readSelection(query, { type: returns, sets: inside })
      : nothing;
    const edges = isConnection ? under(below, "edges") : undefined;
    return {
      ...{ key, node, definition, returns, parentType: type },
      args: getArgumentValues(definition, node),
      isList: isListType(getNullableType(definition.type)),
      below: edges ? (under(edges, "node") ?? nothing) : below,
      ...(isConnection && {
        connection: { byEdges: !!edges && !!under(edges, "node"), byNodes: !!under(below, "nodes") },
      }),
    };
  });
}

/** Fields every type has, or the root of every schema. */
const META: Record<string, GraphQLField<unknown, unknown>> = {
  __typename: TypeNameMetaFieldDef,
  __schema: SchemaMetaFieldDef,
  __type: TypeMetaFieldDef,
};

const nothing: ByType = new Map();

const under = (by: ByType, name: string): ByType | undefined =>
  [...by.values()].flatMap(({ parts }) => parts).find(({ definition }) => definition.name === name)?.below;

/** The fields that apply to `type`, by their name in the answer. */
function fieldsOn(
  query: Query,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const visit = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        fields.set(key, [...(fields.get(key) ?? []), selection]);
        continue;
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : query.fragments.get(selection.name.value);
      if (fragment && applies(query.schema, fragment.typeCondition?.name.value, type))
        visit(fragment.selectionSet);
    }
  };
  sets.forEach(visit);
  return fields;
}

function applies(schema: GraphQLSchema, condition: string | undefined, type: GraphQLObjectType): boolean {
  const named = condition === undefined ? type : schema.getType(condition);
  return named === type || (isAbstractType(named) && schema.isSubType(named, type));
}
