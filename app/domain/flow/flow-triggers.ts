import type { ReturnLine } from "../returns/return-lines.ts";
import { outstandingOf } from "../returns/return-lines.ts";
import type { Need } from "../returns/return-needs.ts";
import { numberOf } from "../returns/return-ref.ts";
import { isStopping, type ProblemKind } from "../problems/problem-kinds.ts";

/*
 * What starts a merchant's workflows in Shopify Flow, and what a workflow gets to know. Handles and fields are those of the
 * extensions of the same name; a test compares them.
 */

/** Moments of a return. */
export const RETURN_TRIGGERS = ["return-received", "return-needs-attention"] as const;
export type ReturnTrigger = (typeof RETURN_TRIGGERS)[number];

export type FlowTrigger = ReturnTrigger | "problem-opened";

/** Field by field. Never anything about a shopper: a workflow that wants that has the order. */
export type FlowPayload = Record<string, string | number | boolean>;

/** A return, as far as a workflow is told of it. */
export interface ToldReturn {
  returnId: string;
  orderId: string;
  name: string;
  lines: readonly ReturnLine[];
  needs: readonly Need[];
}

/** What Flow is sent of a return; `panelUrl` is where the app is shown in the shop's admin. */
export function returnPayload(
  trigger: ReturnTrigger,
  { told, panelUrl }: { told: ToldReturn; panelUrl: string },
): FlowPayload {
  const { returnId, orderId, name, lines, needs } = told;
  const common = { order_id: Number(orderId.split("/").at(-1)), "Return name": name };
  const page = { "Return page": `${panelUrl}/app/returns/${numberOf(returnId)}` };
  const sum = (count: (line: ReturnLine) => number) => lines.reduce((all, line) => all + count(line), 0);
  switch (trigger) {
    case "return-received":
      return {
        ...common,
        "Good pieces": sum(({ good }) => good),
        "Defective pieces": sum(({ defective }) => defective),
        "Missing pieces": sum(outstandingOf) + sum(({ disposed }) => disposed.MISSING),
        ...page,
      };
    case "return-needs-attention":
      return { ...common, Reasons: [...new Set(needs.map(({ kind }) => kind))].join(", "), ...page };
  }
}

/** What Flow is sent of a problem. */
export function problemPayload(about: {
  kind: ProblemKind;
  /** The goods it is about, in words; empty where it is about none. */
  goods: string;
  panelUrl: string;
}): FlowPayload {
  const { kind, goods, panelUrl } = about;
  return {
    Problem: kind,
    Goods: goods,
    "Stops stock": isStopping(kind),
    "Problems page": `${panelUrl}/app/problems`,
  };
}
