import { FulfilmentError } from "./errors.ts";

/**
 * Why this SKU or reference cannot name anything in a path, or `undefined` when it can. Nothing would list instead of
 * retrieve, `.` and `..` would climb however they are encoded, and half a character cannot be encoded at all.
 */
export function identifierFault(identifier: string): "missing" | "not-allowed" | undefined {
  if (identifier === "") return "missing";
  return identifier === "." || identifier === ".." || !identifier.isWellFormed() ? "not-allowed" : undefined;
}

/** An identifier as one path segment, percent-encoded. `name` is what it is called in an error: `sku`, `ref`. */
export function segment(name: string, identifier: string): string {
  const rule = identifierFault(identifier);
  if (rule)
    throw new FulfilmentError("invalid", {
      message: `${name}: "${identifier.toWellFormed()}" cannot name anything in a path`,
      field: name,
      rule,
      scope: "record",
    });
  return encodeURIComponent(identifier);
}
