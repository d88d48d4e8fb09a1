/*
 * How a JSON answer is changed on purpose. Of lines of JSON each is changed. What is no JSON stays as it is.
 */

export const MANGLED_VALUES = ["of-other-types", "left-out", "null"] as const;
export type MangledValues = (typeof MANGLED_VALUES)[number];

/** Changes every value of a JSON answer; of a GraphQL answer, those in its `data`. Lists and objects stay. */
export function mangleAnswer(body: Buffer, values: MangledValues): Buffer {
  return changeJson(body, (json) =>
    isObject(json) && "data" in json ? { ...json, data: mangle(json.data, values) } : mangle(json, values),
  );
}

function mangle(value: unknown, values: MangledValues): unknown {
  if (Array.isArray(value)) return value.map((item) => mangle(item, values));
  if (isObject(value)) {
    const entries = Object.entries(value).filter(([, field]) => values !== "left-out" || isStructure(field));
    return Object.fromEntries(entries.map(([name, field]) => [name, mangle(field, values)]));
  }
  return values === "null" ? null : ofOtherType(value);
}

function ofOtherType(value: unknown): unknown {
  if (value === null) return null;
  return typeof value === "string" ? { text: true } : "of another type";
}

/** Adds spaces behind an answer until it has so many bytes. */
export function padAnswer(body: Buffer, bytes: number): Buffer {
  return Buffer.concat([body, Buffer.alloc(Math.max(0, bytes - body.length), " ")]);
}

interface GraphqlFault {
  message: string;
  code?: string | undefined;
  path?: (string | number)[] | undefined;
}

/** Puts errors into a GraphQL answer. A field that an error names becomes null. */
export function addGraphqlErrors(
  body: Buffer,
  { errors, data }: { errors: GraphqlFault[]; data: "kept" | "nulls" | "null" | "left-out" },
): Buffer {
  return changeJson(body, (json) => {
    const { data: whole = null, ...rest } = json as { data?: unknown };
    for (const { path } of errors) if (path) clearAt(whole, path);
    const reported = errors.map(({ code, ...error }) => ({
      ...error,
      ...(code && { extensions: { code } }),
    }));
    const nulls = Object.fromEntries(Object.keys(isObject(whole) ? whole : {}).map((name) => [name, null]));
    const shown = { kept: { data: whole }, nulls: { data: nulls }, null: { data: null }, "left-out": {} }[
      data
    ];
    return { ...rest, errors: reported, ...shown };
  });
}

function clearAt(root: unknown, path: (string | number)[]): void {
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((at, step) => (at as Record<string | number, unknown> | null)?.[step], root);
  const last = path.at(-1);
  if (isStructure(holder) && last !== undefined) (holder as Record<string | number, unknown>)[last] = null;
}

function changeJson(body: Buffer, change: (json: unknown) => unknown): Buffer {
  const text = body.toString("utf8");
  const changed =
    changeText(text, change) ??
    text
      .split("\n")
      .map((line) => changeText(line, change) ?? line)
      .join("\n");
  return Buffer.from(changed);
}

/** @returns undefined when the text is no JSON */
function changeText(text: string, change: (json: unknown) => unknown): string | undefined {
  try {
    return JSON.stringify(change(JSON.parse(text)));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isStructure = (value: unknown): value is object => typeof value === "object" && value !== null;
const isObject = (value: unknown): value is Record<string, unknown> =>
  isStructure(value) && !Array.isArray(value);
