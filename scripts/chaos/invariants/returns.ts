import { partsOf, type Sold } from "../goods.ts";
import { isFromElsewhere } from "../side.ts";
import type { Evidence, ShownInbound, ShownReturn } from "./evidence.ts";

/** Each approved return has one inbound, one label and one mail; what is withdrawn leaves no inbound waiting. */
export function judgeReturns({ side, returns, inbounds, mails }: Evidence): string[] {
  return returns.flatMap((one) => {
    const { name, status } = one;
    // By what people read on the parcel, not by a reference the app has made up.
    const own = inbounds.filter(({ supplierRef }) => supplierRef === name);
    const labels = one.reverseFulfillmentOrders
      .flatMap(({ deliveries }) => deliveries)
      .filter(({ label }) => label);
    const told = mails.filter(({ returnId }) => returnId === one.id);
    const findings: string[] = [];
    const expect = (isSo: boolean, what: string) =>
      void (isSo || findings.push(`${name} (${status}) ${what}`));
    switch (status) {
      case "OPEN": {
        if (isFromElsewhere(side, one)) {
          // The warehouse never had it.
          expect(
            own.length + labels.length + told.length === 0,
            `has ${own.length} inbounds and is of another location`,
          );
          break;
        }
        const isDeleted = side.deleted.some((deleted) => deleted.name === name);
        expect(own.length === 1 || (isDeleted && own.length === 0), `has ${own.length} inbounds`);
        const [inbound] = own;
        if (!inbound) break;
        if (inbound.status === "new")
          expect(isSame(announced(inbound), goodsOf(one)), "announces other goods");
        // Nobody needs a label for what is there already.
        const least = isExpected(inbound) && side.behaviours.labelDelayMs !== null ? 1 : 0;
        expect(labels.length >= least && labels.length <= 1, `has ${labels.length} labels`);
        expect(told.length >= least && told.length <= 1, `was told of by ${told.length} mails`);
        expect(told.length === labels.length, `has ${labels.length} labels and ${told.length} mails`);
        break;
      }
      case "CLOSED":
        // Whoever closes a return may have been faster than the app.
        expect(own.length <= 1, `has ${own.length} inbounds`);
        expect(
          labels.length <= 1 && told.length === labels.length,
          `has ${labels.length} labels and ${told.length} mails`,
        );
        break;
      case "CANCELED":
      case "DECLINED":
      case "REQUESTED":
        expect(
          own.every((inbound) => inbound.status !== "new"),
          "has an inbound that nobody will fill",
        );
        expect(own.length <= (status === "CANCELED" ? 1 : 0), `has ${own.length} inbounds`);
        expect(
          labels.length <= 1 && told.length <= 1,
          `has ${labels.length} labels and ${told.length} mails`,
        );
    }
    return findings;
  });
}

/** Whether it may still bring what is missing. */
export function isExpected({ status }: ShownInbound): boolean {
  return ["new", "in_progress", "partially_received"].includes(status);
}

/** Every form the merchant has sent is one inbound with the goods that stood in it. */
export function judgePurchases({ side, inbounds }: Evidence): string[] {
  return side.purchases.flatMap(({ ref, sku, pieces }) => {
    const own = inbounds.filter((inbound) => inbound.ref === ref);
    if (own.length !== 1) return [`purchase ${ref} has ${own.length} inbounds`];
    return isSame(announced(own[0]!), { [sku]: pieces }) ? [] : [`purchase ${ref} announces other goods`];
  });
}

function announced({ lines }: ShownInbound): Record<string, number> {
  return sum(lines.map(({ sku, quantity }) => [sku, quantity]));
}

function goodsOf({ lines }: ShownReturn): Record<string, number> {
  return sum(
    lines.flatMap(({ sku, quantity }) =>
      partsOf(sku as Sold).map(([part, each]): [string, number] => [part, each * quantity]),
    ),
  );
}

function sum(entries: [string, number][]): Record<string, number> {
  const pieces: Record<string, number> = {};
  for (const [sku, quantity] of entries) pieces[sku] = (pieces[sku] ?? 0) + quantity;
  return pieces;
}

function isSame(one: Record<string, number>, other: Record<string, number>): boolean {
  const skus = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...skus].every((sku) => one[sku] === other[sku]);
}
