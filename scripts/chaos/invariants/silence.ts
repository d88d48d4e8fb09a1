import { ownLines } from "../at-the-floor.ts";
import { partsOf, type Sold } from "../goods.ts";
import { isFromElsewhere } from "../side.ts";
import { disposed } from "./dispositions.ts";
import type { Evidence } from "./evidence.ts";
import { isExpected } from "./returns.ts";

/**
 * No return is stuck in silence: an open one that is not settled has an inbound that may bring the rest, or its page says what needs a
 * person. It says so too where more came in than was disposed of.
 */
export function judgeSilence({ side, returns, inbounds, pages }: Evidence): string[] {
  return returns.flatMap((one) => {
    if (one.status !== "OPEN") return [];
    const said = pages.get(one.id);
    if (!said) return [`${one.name} is not among the returns that the app shows`];
    if (said.needs.length > 0 || isFromElsewhere(side, one)) return [];
    const own = inbounds.filter(({ supplierRef }) => supplierRef === one.name);
    const returned = one.lines.reduce((sum, { quantity }) => sum + quantity, 0);
    const settled = disposed(one, "RESTOCKED") + disposed(one, "NOT_RESTOCKED");
    const mayCome = own.some(isExpected);
    const state = `its page says ${said.stage}, label ${said.label}`;
    const stuck =
      settled < returned && !mayCome
        ? [`${one.name} has ${settled} of ${returned} units settled, nothing is expected, and ${state}`]
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
      const came = mayCome ? Math.min(...parts) : Math.max(...parts);
      return came > settled && side.behaviours.showReceipts !== "never"
        ? [`of ${one.name} ${came} ${sku} came in, ${settled} units are settled, and ${state}`]
        : [];
    });
    return [...stuck, ...left];
  });
}
