import {
  decideStock,
  figureOf,
  stockOfVariant,
  type StockReadings,
} from "../../app/domain/stock/mirror/decide-stock.ts";
import type { Setting } from "./small-world.ts";
import type { Rule } from "./stock-rule.ts";

interface Memory {
  /** By SKU, as last read. */
  stock: readonly number[];
  variants: readonly Before[];
}

type Before = NonNullable<StockReadings["before"]>;

/** What a tick of a small world's clock is to a rule that thinks in minutes. */
const TICK_MS = 15 * 60_000;

/** The rule that decides one variant at a time, to compare it with the balance of SKUs. */
export function perVariantRule({ mode, variants, safetyStock }: Setting): Rule<Memory> {
  const stockOf = (needs: readonly number[], stock: readonly number[], kept: number) =>
    stockOfVariant(
      needs.flatMap((quantity, sku) => (quantity > 0 ? [{ quantity, stock: stock[sku]! - kept }] : [])),
      "whole",
    ) ?? null;
  const figuresOf = ({ onHand, committed }: { onHand: number; committed: number }) => ({
    onHand,
    committed,
    available: onHand - committed,
  });
  return {
    first: (_, { stock, shown }) => ({
      stock,
      variants: shown.map((one, at) => ({
        warehouseStock: stockOf(variants[at]!, stock, 0),
        figures: figuresOf(one),
        held: 0,
        heldSince: null,
      })),
    }),
    observeWarehouse: (memory, { stock }) => ({ ...memory, stock }),
    observeAgain: (memory) => memory,
    decide({ stock, variants: known }, { shown, bases, at }) {
      const rules = {
        mode,
        settleMs: TICK_MS,
        activate: false,
        decreasesOnly: false,
        now: new Date(at * TICK_MS),
      };
      const decided = shown.map((one, variant) => {
        const before = known[variant]!;
        const to = bases.get(variant);
        const figures =
          to === undefined || !before.figures ? before.figures : written(before.figures, { to, mode });
        const warehouseStock = stockOf(variants[variant]!, stock, 0);
        const sellable = stockOf(variants[variant]!, stock, safetyStock);
        const shop = { tracked: true, figures: figuresOf(one) };
        const { target, held, heldSince } = decideStock(
          { warehouseStock, sellable, shop, before: { ...before, figures } },
          rules,
        );
        return { target: target ?? 0, after: { warehouseStock, figures: figuresOf(one), held, heldSince } };
      });
      return {
        memory: { stock, variants: decided.map(({ after }) => after) },
        targets: decided.map(({ target }) => target),
        isOnBothSides: false,
      };
    },
    wrote(memory, { variant, to }) {
      const known = memory.variants.map((one, at) =>
        at === variant && one.figures ? { ...one, figures: written(one.figures, { to, mode }) } : one,
      );
      return { ...memory, variants: known };
    },
    key: ({ stock, variants: known }) =>
      [
        stock,
        known.map(({ warehouseStock, figures, held, heldSince }) =>
          [warehouseStock, figures?.onHand, figures?.committed, held, heldSince?.getTime()].join(),
        ),
      ].join(";"),
  };
}

function written(
  figures: NonNullable<Before["figures"]>,
  { to, mode }: { to: number; mode: Setting["mode"] },
) {
  const by = to - figureOf(figures, mode);
  return { ...figures, onHand: figures.onHand + by, available: figures.available + by };
}
