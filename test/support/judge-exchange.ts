import type { IncomingHttpHeaders } from "node:http";
import {
  createInstance,
  type IHttpConfig,
  type IHttpRequest,
  type IHttpResponse,
} from "@stoplight/prism-http";
import { pino } from "pino";
import type { Operation } from "./interface-document.ts";

interface Message {
  headers: IncomingHttpHeaders;
  body: Buffer;
}
export type Sent = Message & { method: string; path: string };
export type Answer = Message & { status: number };

export interface Finding {
  direction: "request" | "response";
  message: string;
}

type Query = Record<string, string | string[]>;

/** A proxy that looks at everything and refuses nothing. */
const CONFIG: IHttpConfig = {
  isProxy: true,
  upstream: new URL("http://localhost"), // Never called: Prism is shown an answer instead of fetching one.
  upstreamProxy: undefined,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  mock: { dynamic: false },
};
const logger = pino({ level: "silent" });

/**
 * Holds a request and its answer against the document, and says which operation it took them for. Prism finds the
 * operation and validates the access token, parameters, bodies, statuses and content types.
 */
export async function judgeExchange(
  operations: Operation[],
  { sent, answer }: { sent: Sent; answer: Answer },
): Promise<{ operation: Operation | undefined; findings: Finding[] }> {
  const { pathname, searchParams } = new URL(`http://localhost${sent.path}`);
  const query = readQuery(searchParams);
  const input: IHttpRequest = {
    method: sent.method.toLowerCase() as IHttpRequest["method"],
    url: { path: asPrismReadsPaths(pathname), query },
    headers: flat(sent.headers),
    body: readBody(sent),
  };
  const output: IHttpResponse = {
    statusCode: answer.status,
    headers: flat(answer.headers),
    body: readBody(answer),
  };

  let operation: Operation | undefined;
  const prism = createInstance(CONFIG, {
    logger,
    forward: (_input, _upstream, _proxy, resource) => () => {
      operation = resource;
      return () => Promise.resolve({ _tag: "Right", right: output });
    },
  });
  let validations;
  try {
    const judged = await prism.request(input, operations)();
    if (judged._tag === "Left") throw judged.left;
    validations = judged.right.validations;
  } catch (error) {
    // For example a percent sign in the path that encodes nothing.
    return { operation, findings: findingsIn("request", [`Not readable: ${String(error)}`]) };
  }
  return {
    operation,
    findings: [
      ...findingsIn("request", [
        ...validations.input.map(({ message }) => message),
        ...unknownParameters(operation, query),
        ...brokenJson(sent),
      ]),
      ...findingsIn("response", [...validations.output.map(({ message }) => message), ...brokenJson(answer)]),
    ],
  };
}

function findingsIn(direction: Finding["direction"], messages: string[]): Finding[] {
  return messages.map((message) => ({ direction, message }));
}

/**
 * Prism takes a slash at the end for an empty segment, while the interface writes some addresses with it and some
 * without; and it takes a bare comma in a segment for a list.
 */
function asPrismReadsPaths(pathname: string): string {
  return pathname.replace(/(?<=.)\/$/, "").replaceAll(",", "%2C");
}

function readQuery(parameters: URLSearchParams): Query {
  const query: Query = {};
  for (const name of parameters.keys()) {
    const [first = "", ...more] = parameters.getAll(name);
    query[name] = more.length === 0 ? first : [first, ...more];
  }
  return query;
}

/** Prism lets pass what the document does not name, and a misspelt filter is one that filters nothing. */
function unknownParameters(operation: Operation | undefined, query: Query): string[] {
  if (!operation) return [];
  const known = operation.request?.query?.map(({ name }) => name) ?? [];
  return Object.keys(query)
    .filter((name) => !known.includes(name))
    .map((name) => `Query parameter ${name} is not documented`);
}

/** Prism is shown values, so what is none has to be found here. */
function brokenJson(message: Message): string[] {
  return saysJson(message) && message.body.length > 0 && !parseJson(message)
    ? ["The body is not the JSON its content type says it is"]
    : [];
}

/** A body as Prism wants it: a value for JSON, text otherwise, undefined for none. */
function readBody(message: Message): unknown {
  if (message.body.length === 0) return undefined;
  return saysJson(message) ? parseJson(message)?.value : message.body.toString("utf8");
}

function saysJson({ headers }: Message): boolean {
  return /^application\/json\b/i.test(headers["content-type"] ?? "");
}

function parseJson({ body }: Message): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(body.toString("utf8")) as unknown };
  } catch {
    return undefined;
  }
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value = ""]) => [name, String(value)]));
}
