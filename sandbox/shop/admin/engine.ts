import {
  executeSync,
  getDirectiveValues,
  getNamedType,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type OperationDefinitionNode,
} from "graphql";
import { operationCost } from "./cost.ts";
import { notSimulated, refusal } from "./errors.ts";
import type { AdminContext, Field, Fields, Simulated } from "./field.ts";
import { KEY_REFUSALS, runKeyed, type KeyRefusal } from "./idempotency.ts";
import { chooseOperation, documentErrors, readVariables } from "./refusals.ts";
import type { AdminSchema } from "./schema.ts";
import { costExtension, giveBack, refill, take } from "./throttle.ts";

export interface AdminRequest {
  query: string;
  variables?: Record<string, unknown> | null;
  operationName?: string | null;
}

export interface AdminAnswer {
  body: { data?: unknown; errors?: readonly object[]; extensions?: object };
  /** Call when the answer is sent or lost: until then its idempotency keys count as in progress. */
  settle: () => void;
}

/** Shopify's limit on a single query. */
const MAX_COST = 1000;

/** Shopify's limit on every list that is sent in. */
const MAX_INPUT_ITEMS = 250;

interface Run extends AdminContext {
  settlers: (() => void)[];
}

/** Answers Admin API requests on the real schema with what `simulated` knows; everything else fails loudly. */
export function createAdminApi(adminSchema: AdminSchema, simulated: readonly Simulated[]) {
  const { schema } = adminSchema;
  const fieldResolver = createFieldResolver(adminSchema, simulated);

  return function answer(ctx: AdminContext, request: AdminRequest): AdminAnswer {
    const refuse = (...errors: GraphQLError[]): AdminAnswer => ({ body: { errors }, settle: () => {} });
    let document: DocumentNode;
    try {
      document = parse(request.query);
    } catch (error) {
      return refuse(refusal("syntax_error", `syntax error: ${(error as Error).message}`));
    }
    const invalid = documentErrors(schema, document);
    if (invalid.length) return refuse(...invalid);
    const operation = chooseOperation(document, request.operationName);
    if (!operation) return refuse(refusal("BAD_REQUEST", "An operation name is required"));
    const given = request.variables ?? {};
    const { variables, errors } = readVariables(schema, { operation, given });
    if (errors.length) return refuse(...errors);

    const question = costQuestion({ document, operation, variables });
    const requested = operationCost(question);
    if (requested > MAX_COST) return refuse(tooExpensive(requested));
    const { bucket } = ctx.shop;
    refill(bucket, ctx.now());
    if (!take(bucket, requested)) {
      const throttled = new GraphQLError("Throttled", {
        extensions: { code: "THROTTLED", documentation: "https://shopify.dev/api/usage/rate-limits" },
      });
      return {
        body: { errors: [throttled], extensions: costExtension(bucket, { requested, actual: null }) },
        settle: () => {},
      };
    }

    const run: Run = { ...ctx, settlers: [] };
    const { data, errors: failures } = executeSync({
      schema,
      document,
      operationName: request.operationName,
      variableValues: given,
      contextValue: run,
      fieldResolver,
    });
    // What went through JSON is plain data, as the client will see it.
    const plainData = JSON.parse(JSON.stringify(data ?? null)) as Record<string, unknown> | null;
    const actual = operationCost(question, plainData);
    giveBack(bucket, requested - actual);
    return {
      body: {
        ...(failures && { errors: failures.map(reported) }),
        data: plainData,
        extensions: costExtension(bucket, { requested, actual }),
      },
      settle: () => run.settlers.forEach((settle) => settle()),
    };
  };

  function costQuestion(of: {
    document: DocumentNode;
    operation: OperationDefinitionNode;
    variables: Record<string, unknown>;
  }) {
    const isMutation = of.operation.operation === OperationTypeNode.MUTATION;
    const fragments = of.document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
    return {
      schema,
      root: (isMutation ? schema.getMutationType() : schema.getQueryType())!,
      selectionSet: of.operation.selectionSet,
      fragments: new Map(fragments.map((one): [string, FragmentDefinitionNode] => [one.name.value, one])),
      variables: of.variables,
    };
  }
}

function createFieldResolver(
  { schema, access, keyed }: AdminSchema,
  simulated: readonly Simulated[],
): GraphQLFieldResolver<unknown, Run, Record<string, unknown>> {
  const fields: Record<string, Fields> = {};
  const learn = (type: string, more: Fields = {}) => void (fields[type] = { ...fields[type], ...more });
  for (const { query, mutation, types = {} } of simulated) {
    learn("QueryRoot", query);
    learn("Mutation", mutation);
    for (const [type, own] of Object.entries(types)) learn(type, own);
  }
  const idempotent = schema.getDirective("idempotent")!;

  return (source, args, ctx, info) => {
    const { parentType, fieldName } = info;
    demandAccess(ctx, info);
    const field: Field<unknown, unknown> | undefined = fields[parentType.name]?.[fieldName];
    if (!field) return ownProperty(source, info, parentType.name in fields);
    refuseUnknownArguments(field, args, info);
    const run = () => field.resolve(source, args, ctx);
    if (parentType !== schema.getMutationType()) return run();

    const directive = getDirectiveValues(idempotent, info.fieldNodes[0]!, info.variableValues);
    const key = directive?.key as string | undefined;
    if (key === undefined) {
      if (!keyed.has(fieldName)) return run();
      throw refusal(
        "BAD_REQUEST",
        "The @idempotent directive is required for this mutation but was not provided.",
      );
    }
    if (!keyed.has(fieldName))
      throw notSimulated(`@idempotent on ${fieldName}, where it has no documented effect,`);
    if (!key.trim()) throw refusal("BAD_REQUEST", "The @idempotent key must not be blank.");
    const attempt = { mutation: fieldName, key, args, run: run as () => { userErrors?: unknown[] } };
    const { payload, refused, settle } = runKeyed(ctx, attempt);
    ctx.settlers.push(settle);
    return refused ? refusedPayload(refused, info) : payload;
  };

  function demandAccess(ctx: Run, { parentType, fieldName, returnType }: GraphQLResolveInfo): void {
    const type = getNamedType(returnType).name;
    for (const needed of [access.get(`${parentType.name}.${fieldName}`), access.get(type)]) {
      if (!needed || needed.scopes.some((scope) => isGranted(ctx.scopes, scope))) continue;
      throw new GraphQLError(`Access denied for ${fieldName} field. Required access: ${needed.text}`, {
        extensions: {
          code: "ACCESS_DENIED",
          documentation: "https://shopify.dev/api/usage/access-scopes",
          requiredAccess: needed.text,
        },
      });
    }
  }
}

const isGranted = (granted: readonly string[], scope: string) =>
  granted.includes(scope) || granted.includes(scope.replace(/^read_/, "write_"));

/** Payloads, pages and their like are plain objects; a type with fields of its own has no others. */
function ownProperty(
  source: unknown,
  { parentType, fieldName }: GraphQLResolveInfo,
  isKnownType: boolean,
): unknown {
  if (!isKnownType && source && typeof source === "object" && fieldName in source)
    return (source as Record<string, unknown>)[fieldName];
  throw notSimulated(`${parentType.name}.${fieldName}`);
}

function refuseUnknownArguments(
  field: Field<unknown, unknown>,
  args: Record<string, unknown>,
  { parentType, fieldName, fieldNodes }: GraphQLResolveInfo,
): void {
  const definition = parentType.getFields()[fieldName]!;
  for (const argument of definition.args) {
    const value = args[argument.name];
    const isGiven = fieldNodes[0]?.arguments?.some((one) => one.name.value === argument.name);
    const isDefault = value == null || value === argument.defaultValue;
    if (isGiven && !isDefault && !field.args.includes(argument.name))
      throw notSimulated(`The argument ${parentType.name}.${fieldName}(${argument.name}:)`);
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

/** The payload of a keyed mutation that did not run. Where its user errors have no code, only the words tell. */
function refusedPayload(code: KeyRefusal, { returnType, schema }: GraphQLResolveInfo): object {
  const type = schema.getType(getNamedType(returnType).name);
  const names = type && "getFields" in type ? Object.keys(type.getFields()) : [];
  return {
    ...Object.fromEntries(names.map((name) => [name, null])),
    userErrors: [{ code, field: null, message: KEY_REFUSALS[code] }],
  };
}

const tooExpensive = (cost: number): GraphQLError =>
  new GraphQLError(`Query cost is ${cost}, which exceeds the single query max cost limit (${MAX_COST}).`, {
    extensions: {
      code: "MAX_COST_EXCEEDED",
      cost,
      maxCost: MAX_COST,
      documentation: "https://shopify.dev/api/usage/rate-limits",
    },
  });

/** A mistake of the sandbox itself looks like one of Shopify's, and is shown where the sandbox runs. */
function reported(error: GraphQLError): GraphQLError {
  if (!error.originalError || error.originalError instanceof GraphQLError) return error;
  console.error(error.originalError);
  return new GraphQLError("Internal error. Looks like something went wrong on our end.", {
    nodes: error.nodes,
    path: error.path,
    extensions: { code: "INTERNAL_SERVER_ERROR" },
  });
}
