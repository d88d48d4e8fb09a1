import { z } from "zod";

interface Shape {
  description?: string;
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
}

/**
 * What a variable's schema expects, as a noun phrase: "a whole number from 0 to 65535". A schema that is neither a
 * number nor a choice says it itself, with `.describe()`.
 * @throws Error when a schema does not say it.
 */
export function expectationOf(schema: z.ZodType): string {
  const { description, type, enum: choices, minimum, maximum } = shapeOf(schema);
  if (description) return description;
  if (choices) return `one of ${choices.join(", ")}`;
  if (type !== "integer" && type !== "number") throw new Error("Describe this setting with .describe().");
  const kind = type === "integer" ? "a whole number" : "a number";
  const most = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return most === undefined ? `${kind} of at least ${minimum}` : `${kind} from ${minimum} to ${most}`;
}

/** The part of the JSON schema that says what may be written into the environment. */
function shapeOf(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
}
