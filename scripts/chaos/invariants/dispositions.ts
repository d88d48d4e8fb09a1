import { ownLines } from "../at-the-floor.ts";
import { LOCATION, partsOf, type Sold } from "../goods.ts";
import { isLive } from "../side.ts";
import type { Evidence, ShownReturn } from "./evidence.ts";

/**
 * Never more is disposed of than was sent back, nor than came in at any time; never more is put back in stock than came in good.
 * Of an open return everything that a receipt shows is disposed of as the merchant's rules say, which here are the usual ones: what
 * is good is put back into stock, at the app's location, and what is defective is not. Where more comes in than was sent back, what
 * came first counts, and so it does where a receipt was corrected or deleted: nobody can undo a disposition. Of a variant that is not
 * live nothing is put back in stock.
 */
export function judgeDispositions({ side, returns, inbounds }: Evidence): string[] {
  return returns.flatMap((one) => {
    const own = inbounds.filter(({ supplierRef }) => supplierRef === one.name);
    const shown = own.flatMap(ownLines);
    const gone = side.deleted.filter(({ name }) => name === one.name).flatMap(({ lines }) => lines);
    const corrected = side.corrected.filter(({ name }) => name === one.name);
    const [{ sku, quantity: returned }] = one.lines as [ShownReturn["lines"][number]];
    const most = Math.max(returned, side.returns.find(({ id }) => id === one.id)?.pieces ?? 0);
    /** Units that came in, by part: those that are shown now, or all that ever were. */
    const came = ({ goodOnly, ever }: { goodOnly: boolean; ever: boolean }) =>
      partsOf(sku as Sold).map(([part, each]) => {
        const rows = [...shown, ...(ever ? gone : [])].filter(
          (row) => row.sku === part && !(goodOnly && row.defective),
        );
        const more = corrected.filter((row) => row.sku === part && (goodOnly || row.becomes === "gone"));
        const units = rows.reduce((sum, { quantity }) => sum + quantity, ever ? more.length : 0);
        return { units, each };
      });
    // A kit has come when every part of it has, and is good when all of them are.
    const whole = (parts: ReturnType<typeof came>, of: number) =>
      Math.min(of, ...parts.map(({ units, each }) => Math.floor(units / each)));
    const now = {
      all: whole(came({ goodOnly: false, ever: false }), returned),
      good: whole(came({ goodOnly: true, ever: false }), returned),
    };
    const ever = {
      all: whole(came({ goodOnly: false, ever: true }), most),
      good: whole(came({ goodOnly: true, ever: true }), most),
    };
    const isOver = came({ goodOnly: false, ever: true }).some(({ units, each }) => units > returned * each);
    const [back, away] = [disposed(one, "RESTOCKED"), disposed(one, "NOT_RESTOCKED")];
    const findings: string[] = [];
    const expect = (isSo: boolean, what: string) =>
      void (isSo || findings.push(`${one.name} (${one.status}) ${what}`));
    expect(back + away <= ever.all, `${ever.all} of ${most} have come in and ${back + away} are disposed of`);
    expect(back <= ever.good, `${ever.good} have come in good and ${back} are restocked`);
    if (!isLive(side, sku as Sold)) expect(back === 0, `is not live and ${back} are restocked`);
    else if (one.status === "OPEN" && side.behaviours.showReceipts !== "never") {
      const isFinal = corrected.length === 0 && gone.length === 0;
      expect(back + away >= now.all, `${now.all} have come in and ${back + away} are disposed of`);
      expect(
        isOver || !isFinal || back === now.good,
        `its receipts show ${now.good} good units and ${back} are restocked`,
      );
    }
    const astray = dispositionsOf(one).filter(
      (each) => each.type === "RESTOCKED" && each.location !== LOCATION,
    );
    expect(astray.length === 0, "was restocked at a location that is not the app's");
    return findings;
  });
}

const dispositionsOf = ({ reverseFulfillmentOrders }: ShownReturn) =>
  reverseFulfillmentOrders.flatMap(({ lines }) => lines).flatMap(({ dispositions }) => dispositions);

export function disposed(one: ShownReturn, type: string): number {
  return dispositionsOf(one).reduce((sum, each) => sum + (each.type === type ? each.quantity : 0), 0);
}
