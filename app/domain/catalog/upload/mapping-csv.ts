import type { MappingDecision } from "@prisma/client";
import { unguardFormulas } from "../../csv/guard-formulas.ts";

/** The columns of the file, as they are headed. */
export const HEADINGS = {
  product: "Product",
  variantTitle: "Variant",
  shopSku: "Shop SKU",
  barcode: "Barcode",
  variant: "Variant ID",
  state: "State",
  decision: "Decision",
  sku: "Warehouse SKU",
  quantity: "Quantity",
} as const;

/** The columns that say something. The others help whoever reads the file. */
const READ = ["variant", "shopSku", "decision", "sku", "quantity"] as const;
export type ReadColumn = (typeof READ)[number];

/** Where each column that is read stands in the file. */
export interface FileColumns {
  at: Partial<Record<ReadColumn, number>>;
  /** How many columns the file has. */
  width: number;
}

export type HeaderOutcome =
  | { outcome: "columns"; columns: FileColumns }
  | { outcome: "column-twice"; column: string }
  /** Nothing says which variant is meant, or nothing says what of it. */
  | { outcome: "columns-missing"; missing: "variant" | "word" };

/** Finds the columns by their headings, in any order and case, spaces and hyphens aside. */
export function readHeader(cells: readonly string[]): HeaderOutcome {
  const names = cells.map(headingKey);
  const at: FileColumns["at"] = {};
  for (const column of READ) {
    const heading = HEADINGS[column];
    const position = names.indexOf(headingKey(heading));
    if (position === -1) continue;
    if (names.includes(headingKey(heading), position + 1))
      return { outcome: "column-twice", column: heading };
    at[column] = position;
  }
  if (at.variant === undefined && at.shopSku === undefined)
    return { outcome: "columns-missing", missing: "variant" };
  if (at.sku === undefined && at.decision === undefined)
    return { outcome: "columns-missing", missing: "word" };
  return { outcome: "columns", columns: { at, width: cells.length } };
}

/** How many of our columns a line names. */
export function countHeadings(cells: readonly string[]): number {
  const known = new Set(READ.map((column) => headingKey(HEADINGS[column])));
  return cells.filter((cell) => known.has(headingKey(cell))).length;
}

const headingKey = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");

/** Why a row cannot be read. */
export type Unreadable =
  /** It has more cells than the file has columns: most likely a separator in an unquoted cell. */
  | "cells"
  /** Its decision is none of ours. */
  | "decision"
  /** It names no variant. */
  | "no-variant"
  /** It says that the variant is mapped, and not to what. */
  | "no-sku";

/** What a row asks for, as read. */
export interface Asked {
  /** `gid://shopify/ProductVariant/…`; empty when the row goes by the shop's SKU. */
  variant: string;
  shopSku: string;
  /** Null when the row says nothing of its variant. */
  decision: MappingDecision | null;
  sku: string;
  /** As written. */
  quantity: string;
  /** Pieces in one piece of the variant; null when what is written is no such number. */
  pieces: number | null;
  why?: Unreadable;
}

const DECISIONS: readonly string[] = ["mapped", "unmapped", "ignored"] satisfies MappingDecision[];
const VARIANT_PREFIX = "gid://shopify/ProductVariant/";
/** A whole number from 1 up, of no more digits than the database's integers hold. */
const PIECES = /^0*[1-9][0-9]{0,8}$/;

/**
 * Reads one row. A row that names goods means that the variant is mapped to them, even where it does not say so; a
 * quantity left out is 1. @returns `null` for an empty row.
 */
export function readRow(cells: readonly string[], { at, width }: FileColumns): Asked | null {
  if (cells.every((cell) => cell.trim() === "")) return null;
  const cell = (column: ReadColumn) => unguardFormulas(cells[at[column] ?? -1] ?? "");
  const [named, said, quantity] = [cell("variant").trim(), cell("decision").trim(), cell("quantity").trim()];
  const sku = cell("sku");
  const word = said.toLowerCase() || (sku === "" ? null : "mapped");
  const decision = word !== null && DECISIONS.includes(word) ? (word as MappingDecision) : null;
  const asked: Asked = {
    variant: /^[0-9]+$/.test(named) ? VARIANT_PREFIX + named : named,
    shopSku: cell("shopSku"),
    decision,
    sku,
    quantity,
    pieces: quantity === "" ? 1 : PIECES.test(quantity) ? Number(quantity) : null,
  };
  if (cells.slice(width).some((extra) => extra.trim() !== "")) asked.why = "cells";
  else if (word !== null && decision === null) asked.why = "decision";
  else if (asked.variant === "" && asked.shopSku === "") asked.why = "no-variant";
  else if (decision === "mapped" && sku === "") asked.why = "no-sku";
  return asked;
}
