import { readFileSync } from "node:fs";
import { parseYaml } from "@redocly/openapi-core";
import { z } from "zod";
import {
  AROUND_LIMITS,
  factsOfBody,
  list,
  QUERY_PARAMETERS,
  ROOTED,
  rootOf,
  taken,
  type Accepts,
  type Facts,
} from "./facts.ts";

interface Schema {
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: string[];
  items?: Schema;
}
interface Parameter {
  name: string;
  in: string;
  schema: Schema;
}
type PathItem = Record<string, { parameters?: Parameter[]; requestBody?: { content: object } }> & {
  parameters?: Parameter[];
};
interface Document {
  paths: Record<string, PathItem>;
  webhooks: { event: { post: { parameters: Parameter[]; description: string } } };
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: { accessToken: { type: string; scheme: string } };
  };
}

const METHODS = ["get", "post", "put", "delete"];
const BODIES = {
  "new product": "NewProduct",
  "product changes": "ProductChanges",
  "new inbound": "NewInbound",
  "inbound changes": "InboundChanges",
  "new line": "NewLine",
  "line changes": "LineChanges",
  subscription: "NewSubscription",
};

/** The facts in the OpenAPI document. */
export function readOpenApi(text = readFileSync("docs/openapi/fulfilment.yaml", "utf8")): Facts {
  const document = resolved(parseYaml(text)) as Document;
  const { schemas, securitySchemes } = document.components;
  const facts: Facts = {};
  const roots = new Map<string, Set<string>>();
  const contentTypes = new Set<string>();
  const parameters = new Map<string, Parameter>();
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const root = rootOf(path);
      const name = `${method.toUpperCase()} ${path.slice(root.length).replaceAll(/\{(\w+)\}/g, ":$1")}`;
      const query = [...(item.parameters ?? []), ...(operation.parameters ?? [])].filter(
        (one) => one.in === "query",
      );
      for (const one of query) parameters.set(one.name, one);
      facts[name] = list(query.map((one) => one.name));
      roots.set(name, (roots.get(name) ?? new Set()).add(root));
      for (const type of Object.keys(operation.requestBody?.content ?? {})) contentTypes.add(type);
    }
  for (const [name, fact] of Object.entries(ROOTED)) facts[fact] = list([...roots.get(name)!]);
  for (const [name, values] of Object.entries(AROUND_LIMITS))
    facts[name] = taken(values, acceptsOf(parameters.get(name)!.schema));
  for (const [name, schema] of Object.entries(BODIES))
    Object.assign(facts, bodyFacts(name, schemas[schema]!));
  const { receipts, lines, status } = whole(schemas.Inbound!).properties!;
  const receipt = whole(receipts!.items!);
  const unknown = [...parameters.keys()].filter((name) => !QUERY_PARAMETERS.some((one) => one === name));
  if (unknown.length > 0) throw new Error(`Nothing compares ${unknown.join(", ")}.`);
  return {
    ...facts,
    "header of every request": `authorization: ${capital(securitySchemes.accessToken.scheme)}`,
    "content type of bodies": list([...contentTypes]),
    "header of events": list(document.webhooks.event.post.parameters.map(({ name }) => name)),
    "attempts at an event": attemptsIn(document.webhooks.event.post.description),
    product: fieldsOf(schemas.Product!),
    inbound: fieldsOf(schemas.Inbound!),
    line: fieldsOf(lines!.items!),
    receipt: fieldsOf(receipt),
    "receipt line": fieldsOf(receipt.properties!.lines!.items!),
    "statuses of an inbound": list(status!.enum!),
    "event names": list(schemas.EventName!.enum!),
    event: fieldsOf(schemas.Event!),
  };
}

function bodyFacts(name: string, schema: Schema): Facts {
  const { properties = {}, required = [] } = whole(schema);
  const fields = Object.entries(properties).map(([field, one]) => [
    field,
    { accepts: acceptsOf(one), isRequired: required.includes(field) },
  ]);
  return factsOfBody(name, Object.fromEntries(fields) as Parameters<typeof factsOfBody>[1]);
}

function acceptsOf(schema: Schema): Accepts {
  const zod = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  return (value) => zod.safeParse(value).success;
}

/** A schema with what it takes over from others. */
function whole(schema: Schema): Schema {
  const parts = [...(schema.allOf ?? []).map(whole), schema];
  return {
    ...schema,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Record<string, Schema>,
    required: parts.flatMap(({ required = [] }) => required),
  };
}

const fieldsOf = (schema: Schema) => list(Object.keys(whole(schema).properties!));
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function attemptsIn(description: string): string {
  const [, attempts, hours] = /up to (\d+) times within (\d+) hours/.exec(description) ?? [];
  return `${attempts} in ${hours} hours`;
}

/** The document with what its references point at in their place. */
function resolved(document: unknown): unknown {
  const at = (pointer: string) =>
    pointer
      .slice(2)
      .split("/")
      .reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], document);
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== "object" || value === null) return value;
    const { $ref, ...rest } = value as Record<string, unknown> & { $ref?: string };
    const own = Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, resolve(one)]));
    return $ref === undefined ? own : { ...(resolve(at($ref)) as object), ...own };
  };
  return resolve(document);
}
