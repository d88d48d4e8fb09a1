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
import {
  accessDenied,
  ownProperty,
  refuseUnknownArguments,
  type Asked,
  type FieldBook,
} from "./field-book.ts";
import type { AdminContext } from "./field.ts";
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

interface Run extends AdminContext {
  settlers: (() => void)[];
}

/** Right documents are remembered, as many as any program has: holding one to Shopify's schema takes a millisecond. */
const REMEMBERED = 500;

/** Answers Admin API requests on the real schema with what `book` knows; everything else fails loudly. */
export function createAdminApi(adminSchema: AdminSchema, book: FieldBook) {
  const { schema } = adminSchema;
  const fieldResolver = createFieldResolver(adminSchema, book);
  const right = new Map<string, DocumentNode>();

  return function answer(ctx: AdminContext, request: AdminRequest): AdminAnswer {
    const refuse = (...errors: GraphQLError[]): AdminAnswer => ({ body: { errors }, settle: () => {} });
    let document = right.get(request.query);
    if (!document) {
      try {
        document = parse(request.query);
      } catch (error) {
        return refuse(refusal("syntax_error", `syntax error: ${(error as Error).message}`));
      }
      const invalid = documentErrors(schema, document);
      if (invalid.length) return refuse(...invalid);
      if (right.size >= REMEMBERED) right.clear();
      right.set(request.query, document);
    }
    const operation = chooseOperation(document, request.operationName);
    if (!operation) return refuse(refusal("BAD_REQUEST", "An operation name is required"));
    const given = request.variables ?? {};
    const { variables, errors } = readVariables(schema, { operation, given });
    if (errors.length) return refuse(...errors);

    const question = costQuestion({ document, operation, variables });
    const requested = operationCost(question);
    if (requested > MAX_COST) return refuse(tooExpensive(requested));
    const { bucket } = ctx.shop;
    ctx.count.requests++;
    refill(bucket, ctx.now());
    if (!take(bucket, requested)) {
      ctx.count.throttled++;
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
    ctx.count.points += actual;
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
  { schema, keyed }: AdminSchema,
  book: FieldBook,
): GraphQLFieldResolver<unknown, Run, Record<string, unknown>> {
  const idempotent = schema.getDirective("idempotent")!;

  return (source, args, ctx, info) => {
    const { parentType, fieldName } = info;
    if (!info.path.prev) ctx.count.calls.add(fieldName);
    const asked = askedFor(info);
    const missing = book.missingAccess(ctx.scopes, asked);
    if (missing) throw accessDenied(fieldName, missing);
    const field = book.find(parentType.name, fieldName);
    if (!field) return ownProperty(source, asked, book);
    refuseUnknownArguments(field, args, asked);
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
}

const askedFor = ({ parentType, fieldName, returnType, fieldNodes }: GraphQLResolveInfo): Asked => ({
  parentType,
  definition: parentType.getFields()[fieldName]!,
  returns: getNamedType(returnType),
  node: fieldNodes[0]!,
});

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
