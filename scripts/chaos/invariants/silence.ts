import type { Sold } from "../goods.ts";
import { ownLines } from "../at-the-floor.ts";
import { partsOf } from "../goods.ts";
import type { Evidence, ShownReturn } from "./evidence.ts";

/** An inbound of such a status may still bring what is missing. */
const EXPECTED: readonly string[] = ["new", "in_progress", "partially_received"];

/**
 * No return is stuck in silence: an open one that is not settled has an inbound that may bring the rest, or its page says what needs a
 * person. It says so too where more came in than was disposed of.
 */
export function judgeSilence({ side, returns, inbounds, told }: Evidence): string[] {
  return returns.flatMap((one) => {
    if (one.status !== "OPEN") return [];
    const said = told.get(one.id);
    if (!said) return [`${one.name} is not among the returns that the app shows`];
    const isElsewhere = side.returns.some(({ id, isElsewhere }) => id === one.id && isElsewhere);
    if (said.needs.length > 0 || isElsewhere) return [];
    const own = inbounds.filter(({ supplierRef }) => supplierRef === one.name);
    const returned = one.lines.reduce((sum, { quantity }) => sum + quantity, 0);
    const disposed = dispositionsOf(one);
    const isExpected = own.some(({ status }) => EXPECTED.includes(status));
    const state = `its page says ${said.stage}, label ${said.label}`;
    const stuck =
      disposed < returned && !isExpected
        ? [`${one.name} has ${disposed} of ${returned} units settled, nothing is expected, and ${state}`]
        : [];
    const lines = own.flatMap(ownLines);
    const left = one.lines.flatMap(({ sku }) => {
      const parts = partsOf(sku as Sold).map(([part, each]) => {
        const came = lines
          .filter((line) => line.sku === part)
          .reduce((sum, { quantity }) => sum + quantity, 0);
        return Math.floor(came / each);
      });
      // Of a kit of which a part is missing nothing is settled while the rest may come.
      const came = isExpected ? Math.min(...parts) : Math.max(...parts);
      return came > disposed && side.behaviours.showReceipts !== "never"
        ? [`of ${one.name} ${came} ${sku} came in, ${disposed} units are settled, and ${state}`]
        : [];
    });
    return [...stuck, ...left];
  });
}

function dispositionsOf({ reverseFulfillmentOrders }: ShownReturn): number {
  const lines = reverseFulfillmentOrders.flatMap((order) => order.lines);
  return lines.flatMap(({ dispositions }) => dispositions).reduce((sum, { quantity }) => sum + quantity, 0);
}
