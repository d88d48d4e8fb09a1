import {
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isAbstractType,
  isLeafType,
  isUnionType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";

/** What Shopify charges for a mutation, before anything is read from its payload. */
const MUTATION_COST = 10;

/** What a root field that counts things costs; elsewhere a count is an object like any other. */
const ROOT_COUNT_COST = 10;

/** Values rather than objects: Shopify charges nothing for them. */
const FREE_TYPES = new Set(["MoneyV2", "MoneyBag", "Weight", "SelectedOption"]);

/**
 * A connection costs 2, and its nodes count sublinearly: 1 for one or two, 4 for ten, 11 for 250. Read off Shopify's
 * answers, where `requestedQueryCost` follows 2 + floor(2 ln n) × the cost of a node.
 */
function connectionCost(nodes: number, nodeCost: number): number {
  const factor = nodes < 1 ? 0 : Math.max(1, Math.floor(2 * Math.log(nodes)));
  return 2 + factor * nodeCost;
}

export interface CostQuestion {
  schema: GraphQLSchema;
  root: GraphQLCompositeType;
  selectionSet: SelectionSetNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Record<string, unknown>;
}

type Data = Record<string, unknown>;

/**
 * The cost of an operation. Without `data`: what it could cost at most, as its page sizes say. With the data it
 * returned: what it did cost.
 */
export function operationCost(question: CostQuestion, data?: Data | null): number {
  if (data === null) return question.root === question.schema.getMutationType() ? MUTATION_COST : 0;
  return selectionCost(question, { sets: [question.selectionSet], type: question.root, data });
}

interface Selected {
  sets: readonly SelectionSetNode[];
  type: GraphQLCompositeType;
  data: Data | undefined;
}

function selectionCost(question: CostQuestion, { sets, type, data }: Selected): number {
  const { always, perType } = collect(question, { sets, type });
  let cost = 0;
  for (const [key, nodes] of always)
    if (!data || key in data) cost += fieldCost(question, { nodes, parent: type, data: data?.[key] });
  // An object is only one of the types an abstract selection names: the dearest.
  let dearest = 0;
  for (const [typeName, own] of perType) {
    const named = question.schema.getType(typeName) as GraphQLCompositeType;
    dearest = Math.max(dearest, selectionCost(question, { sets: own, type: named, data }));
  }
  return cost + dearest;
}

function fieldCost(
  question: CostQuestion,
  { nodes, parent, data }: { nodes: FieldNode[]; parent: GraphQLCompositeType; data: unknown },
): number {
  const [node] = nodes;
  if (!node || isUnionType(parent)) return 0;
  const definition = parent.getFields()[node.name.value];
  if (!definition) return 0;
  const type = getNamedType(definition.type);
  if (isLeafType(type)) return 0;
  const isMutation = parent === question.schema.getMutationType();
  if (data === null) return isMutation ? MUTATION_COST : 0;

  const sets = nodes.flatMap((one) => one.selectionSet ?? []);
  const children = (one: unknown) => selectionCost(question, { sets, type, data: one as Data | undefined });
  if (type.name.endsWith("Connection")) {
    const args = getArgumentValues(definition, node, question.variables) as { first?: number; last?: number };
    const size = data === undefined ? (args.first ?? args.last ?? 0) : nodesOn(data);
    return connectionCost(size, children(data));
  }
  const isPlumbing =
    ["nodes", "edges", "node", "pageInfo"].includes(node.name.value) && isConnectionPart(parent.name);
  const below = Array.isArray(data)
    ? Math.max(0, ...data.map((one) => (one === null ? 0 : children(one))))
    : children(data);
  return below + ownCost({ isMutation, isPlumbing, parent, type, field: node.name.value, question });
}

function nodesOn(page: unknown): number {
  const { nodes, edges } = page as { nodes?: unknown[]; edges?: unknown[] };
  return (nodes ?? edges ?? []).length;
}

const isConnectionPart = (typeName: string) => /(Connection|Edge)$/.test(typeName);

function ownCost(of: {
  isMutation: boolean;
  isPlumbing: boolean;
  parent: GraphQLCompositeType;
  type: GraphQLCompositeType;
  field: string;
  question: CostQuestion;
}): number {
  if (of.isMutation) return MUTATION_COST;
  // A connection's nodes are objects of their own; the wrapping around them is free.
  if (of.isPlumbing) return of.field === "nodes" || of.field === "node" ? 1 : 0;
  // What a payload holds directly is in the price of the mutation.
  if (of.parent.name.endsWith("Payload") || FREE_TYPES.has(of.type.name)) return 0;
  const isRoot = of.parent === of.question.schema.getQueryType();
  return of.type.name === "Count" && isRoot ? ROOT_COUNT_COST : 1;
}

function collect(
  question: CostQuestion,
  { sets, type }: { sets: readonly SelectionSetNode[]; type: GraphQLCompositeType },
): { always: Map<string, FieldNode[]>; perType: Map<string, SelectionSetNode[]> } {
  const always = new Map<string, FieldNode[]>();
  const perType = new Map<string, SelectionSetNode[]>();
  const visit = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (isSkipped(question, selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        always.set(key, [...(always.get(key) ?? []), selection]);
        continue;
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : question.fragments.get(selection.name.value);
      const condition = fragment?.typeCondition?.name.value ?? type.name;
      if (!fragment) continue;
      if (isAbstractType(type) && condition !== type.name)
        perType.set(condition, [...(perType.get(condition) ?? []), fragment.selectionSet]);
      else visit(fragment.selectionSet);
    }
  };
  sets.forEach(visit);
  return { always, perType };
}

function isSkipped({ variables }: CostQuestion, selection: SelectionNode): boolean {
  return (
    getDirectiveValues(GraphQLSkipDirective, selection, variables)?.if === true ||
    getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.if === false
  );
}
