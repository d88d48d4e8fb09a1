import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  Kind,
  OperationTypeNode,
  typeFromAST,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";

/** Shopify's scalars as JSON carries them; every other one is a string. */
const SCALARS: Record<string, string> = {
  Int: "z.int32()",
  Float: "z.number()",
  Boolean: "z.boolean()",
  JSON: "z.unknown()",
};

/**
 * A TypeScript module with a zod schema for the answer to each operation. A selection on an interface or a union has to ask for
 * `__typename`, so that an answer of a known type is held to the fields of that type.
 */
export function writeAnswerSchemas(schema: GraphQLSchema, document: DocumentNode): string {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions)
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  const writer = createWriter(schema, fragments);
  const schemas = document.definitions.flatMap((one) => {
    if (one.kind !== Kind.OPERATION_DEFINITION) return [];
    return `  ${one.name!.value}: ${writer.answer(one)},`;
  });
  return `import { z } from "zod";

/** The answer to each operation, by its name. Fields that nobody asked for are left out. */
export const ANSWER_SCHEMAS: Record<string, z.ZodType> = {
${schemas.join("\n")}
};

/** A type whose own fields nobody asked for. */
function typenameBut(known: string[]) {
  return z.string().refine((name) => !known.includes(name));
}
`;
}

/** A field as it is asked for: from several fragments, its selections are one. */
interface AskedField {
  node: FieldNode;
  selections: SelectionSetNode[];
}

function createWriter(schema: GraphQLSchema, fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  /** The fields asked for of every type, and those of some types alone. */
  function collect(type: GraphQLCompositeType, selectionSets: readonly SelectionSetNode[]) {
    const common = new Map<string, AskedField>();
    const ofTypes = new Map<string, SelectionSetNode[]>();
    for (const selection of selectionSets.flatMap(({ selections }) => selections)) {
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const known = common.get(key)?.selections ?? [];
        common.set(key, {
          node: selection,
          selections: selection.selectionSet ? [...known, selection.selectionSet] : known,
        });
        continue;
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value)! : selection;
      const condition = fragment.typeCondition?.name.value ?? type.name;
      if (condition !== type.name) {
        ofTypes.set(condition, [...(ofTypes.get(condition) ?? []), fragment.selectionSet]);
        continue;
      }
      for (const [key, field] of collect(type, [fragment.selectionSet]).common) common.set(key, field);
    }
    return { common, ofTypes };
  }

  function fieldsOf(type: GraphQLCompositeType, fields: ReadonlyMap<string, AskedField>): string {
    return [...fields]
      .filter(([, { node }]) => node.name.value !== "__typename")
      .map(([key, field]) => {
        const isConditional = field.node.directives?.some(({ name }) => /^(include|skip)$/.test(name.value));
        const definition = "getFields" in type ? type.getFields()[field.node.name.value] : undefined;
        if (!definition) throw new Error(`${type.name} has no field ${field.node.name.value}.`);
        return `${key}: ${value(definition.type, field.selections)}${isConditional ? ".optional()" : ""}`;
      })
      .join(", ");
  }

  function object(type: GraphQLCompositeType, ...selectionSets: SelectionSetNode[]): string {
    const { common, ofTypes } = collect(type, selectionSets);
    const fields = fieldsOf(type, common);
    if (ofTypes.size === 0) return `z.object({ ${fields} })`;
    if (!isAbstractType(type) || !common.has("__typename"))
      throw new Error(`A selection on ${type.name} has to ask for __typename.`);
    const known = [...ofTypes].map(([name, sets]) => {
      const one = typeFromAST(schema, { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: name } });
      const own = fieldsOf(one as GraphQLCompositeType, collect(one as GraphQLCompositeType, sets).common);
      return `z.object({ __typename: z.literal("${name}"), ${[fields, own].filter(Boolean).join(", ")} })`;
    });
    const names = JSON.stringify([...ofTypes.keys()]);
    const other = `z.object({ __typename: typenameBut(${names}), ${fields} })`;
    return `z.union([${[...known, other].join(", ")}])`;
  }

  function value(type: GraphQLOutputType, selections: readonly SelectionSetNode[]): string {
    if (!isNonNullType(type)) return `${nonNull(type, selections)}.nullable()`;
    return nonNull(type.ofType as GraphQLOutputType, selections);
  }

  function nonNull(type: GraphQLOutputType, selections: readonly SelectionSetNode[]): string {
    if (isListType(type)) return `z.array(${value(type.ofType as GraphQLOutputType, selections)})`;
    if (selections.length > 0) return object(type as GraphQLCompositeType, ...selections);
    const named = getNamedType(type);
    return isEnumType(named) ? "z.string()" : (SCALARS[named.name] ?? "z.string()");
  }

  /** A mutation that answers with null and no error says nothing, so its payload is required. */
  function answer({ operation, selectionSet }: OperationDefinitionNode): string {
    const root = schema.getRootType(operation)!;
    if (operation !== OperationTypeNode.MUTATION) return object(root, selectionSet);
    const payloads = [...collect(root, [selectionSet]).common].map(([key, { node, selections }]) => {
      const { type } = root.getFields()[node.name.value]!;
      return `${key}: ${nonNull(isNonNullType(type) ? type.ofType : type, selections)}`;
    });
    return `z.object({ ${payloads.join(", ")} })`;
  }

  return { answer };
}
