import type { Return } from "../store/return-types.ts";
import { idOf, type AdminContext } from "./field.ts";

/** What Shopify answers about a return, a delivery or a disposition that cannot be. */
export interface ReturnUserError {
  /** Null where Shopify gives none. */
  code: string | null;
  field: string[] | null;
  message: string;
}

export const userError = (
  code: string | null,
  field: (string | number)[] | null,
  message: string,
): ReturnUserError => ({ code, field: field && field.map(String), message });

/** In the words of Shopify's recorded answers; guesses are marked where they are used. */
export const notFound = (field: (string | number)[], message = "Return not found."): ReturnUserError =>
  userError("NOT_FOUND", field, message);

export const wrongState = (
  field: (string | number)[],
  message = "Return status is invalid.",
): ReturnUserError => userError("INVALID_STATE", field, message);

export const wrongQuantity = (field: (string | number)[]): ReturnUserError =>
  userError("INVALID", field, "Return line item has an invalid quantity.");

export const tooLong = (field: (string | number)[], { what, most }: { what: string; most: number }) =>
  userError("TOO_LONG", field, `${what} is too long (maximum is ${most} characters)`);

export const findReturn = ({ shop }: AdminContext, id: string): Return | undefined =>
  shop.returns.get(idOf("Return", id));

/** The two ways a step of a return is answered. */
export const rejected = (...userErrors: ReturnUserError[]) => ({ return: null, userErrors });

export const done = (of: Return) => ({ return: of, userErrors: [] });
