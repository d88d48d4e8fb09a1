import type { z } from "zod";
import { readRecord } from "./answers.ts";
import { FulfilmentError } from "./errors.ts";
import type { pathsOf } from "./settings.ts";
import { parseJson, type Account, type Call, type Send } from "./transport.ts";

/** What the operations on one kind of record have in common. Each call names one record. */
export interface Resource {
  account: Account;
  send: Send;
  paths: ReturnType<typeof pathsOf>;
}

type Reading<S extends z.ZodType> = Pick<Call<unknown>, "path" | "query" | "signal"> & { schema: S };
type Writing<S extends z.ZodType> = Reading<S> & { body: unknown };

/** @returns `null` when the warehouse answers 404. */
export async function getRecord<S extends z.ZodType>(
  { send }: Resource,
  { schema, ...call }: Reading<S>,
): Promise<z.output<S> | null> {
  try {
    return await send({ ...call, method: "GET", read: as(schema), repeatable: true, namesRecord: true });
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** One attempt, because a create is not safe to repeat; see `createOnce`. */
export function postRecord<S extends z.ZodType>(
  { send }: Resource,
  { schema, ...call }: Writing<S>,
): Promise<z.output<S>> {
  return send({ ...call, method: "POST", read: as(schema), repeatable: false, namesRecord: true });
}

/** Setting fields to the same values again changes nothing, so this is repeated when in doubt. */
export function putRecord<S extends z.ZodType>(
  { send }: Resource,
  { schema, ...call }: Writing<S>,
): Promise<z.output<S>> {
  return send({ ...call, method: "PUT", read: as(schema), repeatable: true, namesRecord: true });
}

/** What is not there is deleted: a repeated delete, or one whose first answer was lost, meets 404. */
export async function deleteRecord({ send }: Resource, path: string): Promise<void> {
  try {
    await send({ method: "DELETE", path, read: () => undefined, repeatable: true, namesRecord: true });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

function as<S extends z.ZodType>(schema: S): (body: string) => z.output<S> {
  return (body) => readRecord(schema, parseJson(body));
}

function isNotFound(error: unknown): boolean {
  return error instanceof FulfilmentError && error.code === "not-found";
}
