import type { FieldNode } from "graphql";
import type { ByType, Part, Selection } from "./selection.ts";

/** Shopify's limits on a bulk query. The connection it begins with counts as one level. */
const MOST_CONNECTIONS = 5;
const DEEPEST_NESTING = 2;

interface Findings {
  connections: Set<FieldNode>;
  withoutEdges: Set<string>;
  parentsWithoutId: Set<string>;
  deepest: number;
  isInList: boolean;
}

/** Where a field stands: in how many connections, below which node, and whether there is a list in between. */
interface Place {
  depth: number;
  parent?: { connection: string; hasId: boolean };
  isInList: boolean;
}

/** What Shopify refuses about a bulk query that is valid otherwise, in its own words. */
export function checkSelection(root: Selection): string[] {
  const found: Findings = {
    connections: new Set(),
    withoutEdges: new Set(),
    parentsWithoutId: new Set(),
    deepest: 0,
    isInList: false,
  };
  for (const part of root.parts) look(part, { depth: 0, isInList: false }, found);
  const isNode = root.parts.some(({ definition }) => ["node", "nodes"].includes(definition.name));
  const [first] = found.withoutEdges;
  const problems = [
    first !== undefined &&
      `All connection fields in a bulk query must select their contents using 'edges' > 'node', e.g: '${first} { edges { node {'. Selecting via 'nodes' is not supported. Invalid connection fields: '${[...found.withoutEdges].join("', '")}'.`,
    isNode && "Bulk queries cannot contain a top level `node` field.",
    found.deepest > DEEPEST_NESTING &&
      `Bulk queries cannot contain connections with a nesting depth greater than ${DEEPEST_NESTING}.`,
    found.connections.size > MOST_CONNECTIONS &&
      `Bulk queries cannot contain more than ${MOST_CONNECTIONS} connections.`,
    found.parentsWithoutId.size > 0 &&
      `The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': ${[...found.parentsWithoutId].join(", ")}.`,
    found.isInList &&
      "Queries that contain a connection field within a list field are not currently supported.",
    found.connections.size === 0 && "Bulk queries must contain at least one connection.",
  ];
  return problems.filter((one) => one !== false);
}

function look(part: Part, { depth, parent, isInList }: Place, found: Findings): void {
  const { connection, definition, node } = part;
  if (!connection) return lookBelow(part.below, { depth, parent, isInList: isInList || part.isList }, found);
  found.connections.add(node);
  found.deepest = Math.max(found.deepest, depth + 1);
  if (!connection.byEdges || connection.byNodes) found.withoutEdges.add(definition.name);
  if (parent && !parent.hasId) found.parentsWithoutId.add(parent.connection);
  if (isInList) found.isInList = true;
  for (const below of part.below.values()) {
    const hasId = below.parts.some((one) => one.key === "id" && one.definition.name === "id");
    const here = { depth: depth + 1, parent: { connection: definition.name, hasId }, isInList: false };
    lookBelow(new Map([[below.type.name, below]]), here, found);
  }
}

function lookBelow(below: ByType, place: Place, found: Findings): void {
  for (const { parts } of below.values()) for (const part of parts) look(part, place, found);
}
