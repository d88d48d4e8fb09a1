import {
  coerceInputValue,
  GraphQLError,
  isInputType,
  isNonNullType,
  Kind,
  typeFromAST,
  validate,
  valueFromAST,
  type DocumentNode,
  type GraphQLSchema,
  type NamedTypeNode,
  type OperationDefinitionNode,
} from "graphql";

/** What graphql-js says about a document, in the words and codes Shopify uses for the same mistakes. */
export function documentErrors(schema: GraphQLSchema, document: DocumentNode): GraphQLError[] {
  return validate(schema, document).map((error) => {
    const { message, code, details } = inShopifysWords(error.message);
    return new GraphQLError(message, { nodes: error.nodes, extensions: { code, ...details } });
  });
}

function inShopifysWords(message: string): { message: string; code: string; details?: object } {
  const unknownField = /^Cannot query field "(.+?)" on type "(.+?)"/.exec(message);
  if (unknownField) {
    const [, fieldName, typeName] = unknownField;
    const details = { typeName, fieldName };
    return {
      message: `Field '${fieldName}' doesn't exist on type '${typeName}'`,
      code: "undefinedField",
      details,
    };
  }
  const unknownArgument = /^Unknown argument "(.+?)" on field "(.+?)\.(.+?)"/.exec(message);
  if (unknownArgument) {
    const [, argumentName, , name] = unknownArgument;
    const details = { name, typeName: "Field", argumentName };
    return {
      message: `Field '${name}' doesn't accept argument '${argumentName}'`,
      code: "argumentNotAccepted",
      details,
    };
  }
  const missing = /^(Field|Directive) "@?(.+?)" argument "(.+?)" of type/.exec(message);
  if (missing) {
    const [, className, name, names] = missing;
    const details = { className, name, arguments: names };
    const text = `${className} '${name}' is missing required arguments: ${names}`;
    return { message: text, code: "missingRequiredArguments", details };
  }
  return { message, code: "GRAPHQL_VALIDATION_FAILED" };
}

interface Problem {
  path: (string | number)[];
  explanation: string;
}

/** The variables as the operation declares them, or what is wrong with each in Shopify's form. */
export function readVariables(
  schema: GraphQLSchema,
  { operation, given }: { operation: OperationDefinitionNode; given: Record<string, unknown> },
): { variables: Record<string, unknown>; errors: GraphQLError[] } {
  const variables: Record<string, unknown> = {};
  const errors: GraphQLError[] = [];
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type as NamedTypeNode);
    if (!type || !isInputType(type)) continue;
    if (!(name in given) && !isNonNullType(type)) continue;
    if (!(name in given) && definition.defaultValue) {
      variables[name] = valueFromAST(definition.defaultValue, type);
      continue;
    }
    const value = given[name] ?? null;
    const problems: Problem[] = [];
    variables[name] = coerceInputValue(value, type, (path, _bad, error) =>
      problems.push(problemOf(path, error.message)),
    );
    if (!problems.length) continue;
    const list = problems.map(
      ({ path, explanation }) => `${path.join(".")}${path.length ? " " : ""}(${explanation})`,
    );
    const message = `Variable $${name} of type ${String(type)} was provided invalid value for ${list.join(", ")}`;
    errors.push(
      new GraphQLError(message, {
        nodes: definition,
        extensions: { code: "INVALID_VARIABLE", value, problems },
      }),
    );
  }
  return { variables, errors };
}

function problemOf(path: readonly (string | number)[], message: string): Problem {
  const unknown = /^Field "(.+?)" is not defined by type "(.+?)"/.exec(message);
  if (unknown?.[1])
    return { path: [...path, unknown[1]], explanation: `Field is not defined on ${unknown[2]}` };
  const absent = /^Field "(.+?)" of required type/.exec(message);
  if (absent?.[1]) return { path: [...path, absent[1]], explanation: "Expected value to not be null" };
  if (/not to be null\.$/.test(message))
    return { path: [...path], explanation: "Expected value to not be null" };
  return { path: [...path], explanation: message.replace(/\.$/, "") };
}

/** The operation to run, or why there is none. */
export function chooseOperation(
  document: DocumentNode,
  name: string | null | undefined,
): OperationDefinitionNode | undefined {
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  return name
    ? operations.find((one) => one.name?.value === name)
    : operations.length === 1
      ? operations[0]
      : undefined;
}
