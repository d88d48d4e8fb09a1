import type { z } from "zod";
import { readRecord } from "./answers.ts";
import { FulfilmentError } from "./errors.ts";
import type { pathsOf } from "./settings.ts";
import { parseJson, type Account, type Call, type Send } from "./transport.ts";

/** What the operations on one kind of record have in common. */
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
    return await ofRecord(send({ ...call, method: "GET", read: as(schema), repeatable: true }));
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** Marks the failure of a call that names one record: it says nothing about other records. */
export async function ofRecord<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof FulfilmentError ? error.with({ ofRecord: true }) : error;
  }
}

/** One attempt, because a create is not safe to repeat; see `createOnce`. */
export function postRecord<S extends z.ZodType>(
  { send }: Resource,
  { schema, ...call }: Writing<S>,
): Promise<z.output<S>> {
  return ofRecord(send({ ...call, method: "POST", read: as(schema), repeatable: false }));
}

/** Setting fields to the same values again changes nothing, so this is repeated when in doubt. */
export function putRecord<S extends z.ZodType>(
  { send }: Resource,
  { schema, ...call }: Writing<S>,
): Promise<z.output<S>> {
  return ofRecord(send({ ...call, method: "PUT", read: as(schema), repeatable: true }));
}

/** What is not there is deleted: a repeated delete, or one whose first answer was lost, meets 404. */
export async function deleteRecord({ send }: Resource, path: string): Promise<void> {
  try {
    await ofRecord(send({ method: "DELETE", path, read: () => undefined, repeatable: true }));
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
