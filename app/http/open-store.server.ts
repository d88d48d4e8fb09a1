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

/**
 * A JSON body of this shape.
 * @throws an answer of 400 for any other body, also for text that PostgreSQL can't hold
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  return parsed(schema, jsonIn(await request.text()));
}

/**
 * The fields of a form, in this shape. Of several with one name the last counts.
 * @throws as `readJson`
 */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  return parsed(schema, Object.fromEntries(new URLSearchParams(await request.text())));
}

/** The fields of a form that were changed, as they were typed. Fields that aren't of this form are dropped. */
export function changedFields<Name extends string>(names: readonly Name[]) {
  const fields = names.map((name) => [name, z.string().optional()] as const);
  return z.object(Object.fromEntries(fields) as Record<Name, z.ZodOptional<z.ZodString>>);
}

/** What a JSON text says, if it can be stored; `undefined` for any other text, also for one that is nested too deep to be read. */
function jsonIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isStorable(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = isStorable(value) ? schema.safeParse(value) : undefined;
  if (!result?.success) throw data(null, { status: 400 });
  return result.data;
}
