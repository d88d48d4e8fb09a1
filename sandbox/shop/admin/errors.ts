import { GraphQLError } from "graphql";

/** An error Shopify puts at the top level of an answer, next to `data`. */
export const refusal = (code: string, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code } });

/** What Shopify has and this sandbox does not. Loud on purpose: an invented answer would be believed. */
export const notSimulated = (what: string): GraphQLError =>
  refusal("SANDBOX_NOT_SIMULATED", `${what} is part of Shopify's schema but not simulated in this sandbox.`);

/** A GID of another type than the one asked for. */
export const wrongType = (id: string): GraphQLError => refusal("RESOURCE_NOT_FOUND", `Invalid id: ${id}`);

export const malformedGid = (id: string): GraphQLError =>
  refusal("argumentLiteralsIncompatible", `Invalid global id '${id}'`);
