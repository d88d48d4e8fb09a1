import { LOCATION, partsOf, type Sold } from "../goods.ts";
import type { Evidence, ShownReturn } from "./evidence.ts";

/**
 * Never more is disposed of than was sent back, nor than came in. Of an open return everything that came in is disposed
 * of as the merchant's rules say, which here are the usual ones: what is good is put back into stock, at the app's
 * location, and what is defective is not.
 */
export function judgeDispositions({ returns, inbounds }: Evidence): string[] {
  return returns.flatMap((one) => {
    const inbound = inbounds.find(({ supplierRef }) => supplierRef === one.name);
    const received = (inbound?.receipts ?? []).flatMap(({ lines }) => lines);
    const [line] = one.lines;
    const sold = line!.sku as Sold;
    const came = (which: (defective: boolean) => boolean) =>
      Math.min(
        ...partsOf(sold).map(([sku, each]) =>
          Math.floor(
            received.reduce((sum, row) => sum + (row.sku === sku && which(row.defective) ? row.quantity : 0), 0) / each,
          ),
        ),
      );
    const returned = line!.quantity;
    // A kit is good when every part of it is, and there when every part is, good or not.
    const good = Math.min(returned, came((defective) => !defective));
    const all = Math.min(returned, came(() => true));
    const back = disposed(one, "RESTOCKED");
    const away = disposed(one, "NOT_RESTOCKED");
    const findings: string[] = [];
    const expect = (isSo: boolean, what: string) => void (isSo || findings.push(`${one.name} (${one.status}) ${what}`));
    expect(back + away <= returned, `sent back ${returned} and has ${back + away} disposed of`);
    expect(back + away <= all, `came in with ${all} and has ${back + away} disposed of`);
    expect(back <= good, `came in with ${good} good and has ${back} restocked`);
    if (one.status === "OPEN") {
      expect(back === good, `came in with ${good} good and has ${back} restocked`);
      expect(away === all - good, `came in with ${all - good} defective and has ${away} set aside`);
    }
    const elsewhere = dispositionsOf(one).filter(({ type, location }) => type === "RESTOCKED" && location !== LOCATION);
    expect(elsewhere.length === 0, "was restocked at a location that is not the app's");
    return findings;
  });
}

const dispositionsOf = ({ reverseFulfillmentOrders }: ShownReturn) =>
  reverseFulfillmentOrders.flatMap(({ lines }) => lines).flatMap(({ dispositions }) => dispositions);

function disposed(one: ShownReturn, type: string): number {
  return dispositionsOf(one).reduce((sum, each) => sum + (each.type === type ? each.quantity : 0), 0);
}
