import { data } from "@remix-run/node";
import { z } from "zod";
import { isStorable } from "../domain/address-values.ts";
import { nameStaff } from "../operations/log.server.ts";
import type { Services } from "../services.server.ts";

/**
 * Lets in the staff of a store: what they ask for is done in their name, in their store.
 * @throws Response to everyone else (`AdminGuard`)
 */
export async function openStore(services: Services, request: Request) {
  const { session, redirect, cors, staffId } = await services.guard.authenticate(request);
  nameStaff(staffId);
  return { ctx: services.openShop(session.shop, { staffId }), session, redirect, cors };
}

/** Values in a JSON body. A purchase of 2,000 lines has some ten thousand. */
const VALUES_MAX = 50_000;
/** Fields of a form. The largest form has some twenty. */
const FIELDS_MAX = 1_000;

/**
 * A JSON body of this shape.
 * @throws an answer of 400 for any other body, also for text that PostgreSQL can't hold and for very many values
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await request.text();
  const isTooMuch = hasMoreParts(text, { separator: /[,[{]/, max: VALUES_MAX });
  return parsed(schema, isTooMuch ? undefined : storable(() => JSON.parse(text)));
}

/**
 * The fields of a form, in this shape. Of several with one name the last counts.
 * @throws as `readJson`
 */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await request.text();
  const isTooMuch = hasMoreParts(text, { separator: "&", max: FIELDS_MAX });
  return parsed(
    schema,
    isTooMuch ? undefined : storable(() => Object.fromEntries(new URLSearchParams(text))),
  );
}

/** The fields of a form that were changed, as they were typed. Fields that aren't of this form are dropped. */
export function changedFields<Name extends string>(names: readonly Name[]) {
  const fields = names.map((name) => [name, z.string().optional()] as const);
  return z.object(Object.fromEntries(fields) as Record<Name, z.ZodOptional<z.ZodString>>);
}

/**
 * Whether a text has more than so many parts. Known before it is parsed: half a megabyte of empty fields takes Node a second, in
 * which nobody else is answered.
 */
function hasMoreParts(
  text: string,
  { separator, max }: { separator: string | RegExp; max: number },
): boolean {
  return text.split(separator, max + 1).length > max;
}

/** What is read, if it can be stored; `undefined` for anything else, also for what is nested too deep to be read. */
function storable(read: () => unknown): unknown {
  try {
    const value = read();
    return isStorable(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw data(null, { status: 400 });
  return result.data;
}
