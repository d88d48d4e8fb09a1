import { LOCATION, partsOf, type Sold } from "../goods.ts";
import type { Evidence, ShownReturn } from "./evidence.ts";

/**
 * Never more is disposed of than was sent back, nor than came in. Of an open return everything that came in is disposed
 * of as the merchant's rules say, which here are the usual ones: what is good is put back into stock, at the app's
 * location, and what is defective is not. Where more comes in than was sent back, what came first counts. A merchant may
 * take pieces out of a return that were disposed of already: nobody can undo that.
 */
export function judgeDispositions({ side, returns, inbounds }: Evidence): string[] {
  return returns.flatMap((one) => {
    const own = inbounds.filter(({ supplierRef }) => supplierRef === one.name);
    const receipts = own.flatMap(({ receipts }) => receipts).flatMap(({ lines }) => lines);
    const [{ sku, quantity: returned }] = one.lines as [ShownReturn["lines"][number]];
    const most = Math.max(returned, side.returns.find(({ id }) => id === one.id)?.pieces ?? 0);
    const came = (wanted: { goodOnly: boolean }) =>
      partsOf(sku as Sold).map(([part, each]) => {
        const rows = receipts.filter((row) => row.sku === part && !(wanted.goodOnly && row.defective));
        return { pieces: rows.reduce((sum, { quantity }) => sum + quantity, 0), each };
      });
    // A kit has come when every part of it has, and is good when all of them are.
    const units = (parts: ReturnType<typeof came>, of = returned) =>
      Math.min(of, ...parts.map(({ pieces, each }) => Math.floor(pieces / each)));
    const [all, good] = [units(came({ goodOnly: false })), units(came({ goodOnly: true }))];
    const [mostAll, mostGood] = [
      units(came({ goodOnly: false }), most),
      units(came({ goodOnly: true }), most),
    ];
    const isOver = came({ goodOnly: false }).some(({ pieces, each }) => pieces > returned * each);
    const [back, away] = [disposed(one, "RESTOCKED"), disposed(one, "NOT_RESTOCKED")];
    const findings: string[] = [];
    const expect = (isSo: boolean, what: string) =>
      void (isSo || findings.push(`${one.name} (${one.status}) ${what}`));
    expect(back + away <= mostAll, `${mostAll} of ${most} have come in and ${back + away} are disposed of`);
    expect(back <= mostGood, `${mostGood} have come in good and ${back} are restocked`);
    if (one.status === "OPEN") {
      expect(back + away >= all, `${all} have come in and ${back + away} are disposed of`);
      expect(isOver || back === good, `${good} have come in good and ${back} are restocked`);
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

function disposed(one: ShownReturn, type: string): number {
  return dispositionsOf(one).reduce((sum, each) => sum + (each.type === type ? each.quantity : 0), 0);
}
