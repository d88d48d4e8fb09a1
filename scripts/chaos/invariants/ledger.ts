import type { Evidence, LedgerRow, Movement } from "./evidence.ts";

/** What may have reached the shop: the answer came, or was lost and the figure decided anew. */
const MAY_HAVE_ARRIVED = ["written", "superseded"];

/**
 * Every figure the app has moved in the shop is in the ledger, each of its entries explains one, and what the ledger calls
 * written has arrived. Nothing is left open.
 */
export function judgeLedger({ movements, ledger, returns }: Evidence): string[] {
  const left = new Set(ledger);
  const explain = (fits: (row: LedgerRow) => boolean): boolean => {
    const fitting = [...left].filter((row) => MAY_HAVE_ARRIVED.includes(row.outcome) && fits(row));
    // Of two that look the same, the one that is said to be written is meant.
    const row = fitting.find(({ outcome }) => outcome === "written") ?? fitting[0];
    return row !== undefined && left.delete(row);
  };
  const nameOf = new Map(returns.map(({ id, name }) => [id, name]));
  const unexplained = movements.filter(isOurs).filter((move) => {
    const of = nameOf.get(move.referenceDocumentUri ?? "");
    return !explain(
      (row) =>
        row.inventoryItemId === move.inventoryItemId &&
        (of === undefined
          ? row.cause !== RESTOCKED && row.shopFigure === move.from && row.target === move.to
          : row.cause === RESTOCKED &&
            row.causeOf === of &&
            row.target - row.shopFigure === move.to - move.from),
    );
  });
  const neverSeen = [...left].filter(
    ({ outcome, shopFigure, target }) => outcome === "written" && shopFigure !== target,
  );
  return [
    ...unexplained.map((move) => `${inWords(move)} is not in the ledger`),
    ...neverSeen.map(
      ({ id, inventoryItemId, shopFigure, target }) =>
        `entry ${id} says that ${inventoryItemId} was written from ${shopFigure} to ${target}, and the shop never saw it`,
    ),
    ...ledger.filter(({ outcome }) => outcome === "intended").map(({ id }) => `entry ${id} is still open`),
  ];
}

const RESTOCKED = "return/restocked";

const isOurs = ({ by }: Movement) => by === "app";

const inWords = ({ inventoryItemId, from, to, reason }: Movement) =>
  `${inventoryItemId} from ${from} to ${to} (${reason})`;
