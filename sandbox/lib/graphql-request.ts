import type { Request } from "express";
import { Kind, OperationTypeNode, parse, type FieldNode } from "graphql";

export interface UserError {
  field: string[] | null;
  message: string;
  code?: string | undefined;
}

const NAME = /^\s*(?:query|mutation)\s+(\w+)/;

/** The name of the GraphQL operation in a request; undefined when it has none. */
export function operationNameOf(req: Request): string | undefined {
  const body = req.body as { query?: unknown; operationName?: unknown } | undefined;
  if (typeof body?.operationName === "string") return body.operationName;
  return typeof body?.query === "string" ? NAME.exec(body.query)?.[1] : undefined;
}

/** The data of a mutation that did nothing because of `userError`: every other field that was asked for is null. */
export function refusedMutation(req: Request, userError: UserError): Record<string, unknown> {
  const { query } = req.body as { query: string };
  const operation = parse(query).definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (operation?.operation !== OperationTypeNode.MUTATION) throw new Error("A user error needs a mutation.");
  const fields = operation.selectionSet.selections.filter((one) => one.kind === Kind.FIELD);
  return Object.fromEntries(fields.map((field) => [keyOf(field), refusedPayload(field, userError)]));
}

function refusedPayload(field: FieldNode, userError: UserError): Record<string, unknown> {
  return Object.fromEntries(
    fieldsOf(field).map((one) => {
      if (one.name.value !== "userErrors") return [keyOf(one), null];
      const asked = fieldsOf(one).map((part) => part.name.value);
      return [
        keyOf(one),
        [Object.fromEntries(Object.entries(userError).filter(([name]) => asked.includes(name)))],
      ];
    }),
  );
}

const fieldsOf = ({ selectionSet }: FieldNode): FieldNode[] =>
  selectionSet?.selections.filter((one) => one.kind === Kind.FIELD) ?? [];

const keyOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;
