import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";

const DOCUMENT = resolve(import.meta.dirname, "../../docs/openapi/fulfilment.yaml");

/** One operation under one address, as Prism reads it; `iid` is its operationId. */
export type Operation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

let operations: Promise<Operation[]> | undefined;

/** What clients ask of the service: an operation documented under three addresses is here three times. Read once. */
export function documentedOperations(): Promise<Operation[]> {
  return (operations ??= getHttpOperationsFromSpec(DOCUMENT));
}

/**
 * What the service sends to subscribers. Prism reads no `webhooks`, which have no addresses; here they are given the
 * address `/`.
 */
export function documentedWebhooks(): Promise<Operation[]> {
  const document = parseYaml(readFileSync(DOCUMENT, "utf8")) as { webhooks: { event: unknown } };
  return getHttpOperationsFromSpec({ ...document, paths: { "/": document.webhooks.event } });
}

/** The request body the document shows for an operation. Throws when it shows none. */
export function exampleBody(operations: Operation[], operationId: string): unknown {
  const body = operations.find(({ iid }) => iid === operationId)?.request?.body;
  const [example] = body?.contents?.[0]?.examples ?? [];
  if (!example || !("value" in example)) throw new Error(`The document shows no body for ${operationId}`);
  return example.value;
}
