import { z } from "zod";
import type { OrderId, ProductId, Sku, VariantId } from "./ids.ts";

const named = <Id extends string>() =>
  z
    .string()
    .min(1)
    .transform((text) => text as Id);

/** Identifiers of requests to the app. */
export const skuSchema = named<Sku>();
export const variantIdSchema = named<VariantId>();

/** A Shopify global id in a request to the app. An id of another kind is refused. */
const gid = <Id extends string>(kind: string) =>
  z
    .string()
    .regex(new RegExp(`^gid://shopify/${kind}/\\d{1,20}$`))
    .transform((text) => text as Id);
export const shopVariantIdSchema = gid<VariantId>("ProductVariant");
export const orderIdSchema = gid<OrderId>("Order");
export const productIdSchema = gid<ProductId>("Product");
