import type { Return, ReturnLine } from "../../store/return-types.ts";
import {
  approveReturn,
  cancelReturn,
  changeLines,
  closeReturn,
  declineReturn,
  processReturn,
  reopenReturn,
} from "../../store/returns.ts";
import { notSimulated } from "../errors.ts";
import { idOf, withArgs, type AdminContext, type Simulated } from "../field.ts";
import {
  notFound,
  tooLong,
  userError,
  wrongQuantity,
  wrongState,
  type ReturnUserError,
} from "../return-errors.ts";
import { disposeOf, type DispositionInput } from "./reverse-work.ts";

/** Shopify's limit on what is said to a shopper who is turned down, in characters. */
const LONGEST_DECLINE_NOTE = 500;

interface ProcessInput {
  returnId: string;
  returnLineItems: { id: string; quantity: number; dispositions?: DispositionInput[] | null }[];
  notifyCustomer: boolean;
}

interface Removal {
  returnLineItemId: string;
  quantity: number;
}

const find = ({ shop }: AdminContext, id: string): Return | undefined => shop.returns.get(idOf("Return", id));

const rejected = (...userErrors: ReturnUserError[]) => ({ return: null, userErrors });

const done = (of: Return) => ({ return: of, userErrors: [] });

const lineNamed = ({ lines }: Return, id: string): ReturnLine | undefined => {
  const number = idOf("ReturnLineItem", id);
  return lines.find((line) => line.id === number);
};

function approve(ctx: AdminContext, input: { id: string; notifyCustomer: boolean }) {
  const of = find(ctx, input.id);
  if (!of) return rejected(notFound(["input", "id"]));
  if (of.status !== "REQUESTED")
    return rejected(
      wrongState(
        ["input", "id"],
        "Return is not approvable. Only returns with status REQUESTED can be approved.",
      ),
    );
  approveReturn(ctx, of, { notify: input.notifyCustomer });
  return done(of);
}

function decline(
  ctx: AdminContext,
  input: {
    id: string;
    declineReason: NonNullable<Return["decline"]>["reason"];
    declineNote?: string | null;
    notifyCustomer: boolean;
  },
) {
  const of = find(ctx, input.id);
  if (!of) return rejected(notFound(["input", "id"]));
  if (of.status === "DECLINED")
    return rejected(wrongState(["input", "id"], "The return is already declined."));
  if (of.status !== "REQUESTED")
    return rejected(
      wrongState(
        ["input", "id"],
        "Return is not declinable. Only non-refunded returns with status REQUESTED can be declined.",
      ),
    );
  const note = input.declineNote ?? null;
  if (note && note.length > LONGEST_DECLINE_NOTE)
    return rejected(tooLong(["input", "declineNote"], { what: "Decline note", most: LONGEST_DECLINE_NOTE }));
  declineReturn(ctx, of, { reason: input.declineReason, note, notify: input.notifyCustomer });
  return done(of);
}

/** The three steps that are answered with the return as it is when there is nothing to do. */
function turn(
  ctx: AdminContext,
  {
    id,
    to,
    from,
    refused,
    step,
  }: {
    id: string;
    to: Return["status"];
    from: (of: Return) => boolean;
    refused?: string;
    step: (of: Return) => void;
  },
) {
  const of = find(ctx, id);
  if (!of) return rejected(notFound(["id"]));
  if (of.status === to) return done(of);
  if (!from(of)) return rejected(wrongState(["id"], refused));
  step(of);
  return done(of);
}

function remove(ctx: AdminContext, { returnId, removals }: { returnId: string; removals: Removal[] }) {
  const of = find(ctx, returnId);
  const wanted = removals.map(({ returnLineItemId, quantity }) => ({
    line: of && lineNamed(of, returnLineItemId),
    quantity,
  }));
  if (!of) return rejected(notFound(["returnId"]));
  if (of.status !== "OPEN" && of.status !== "REQUESTED") return rejected(wrongState(["returnId"]));
  const taken = new Map<ReturnLine, number>();
  const wrong = wanted.flatMap(({ line, quantity }, index): ReturnUserError[] => {
    const field = (name: string) => ["returnLineItems", index, name];
    // A guess: nobody recorded what is said of a line that is not there.
    if (!line) return [notFound(field("returnLineItemId"), "Return line item was not found.")];
    if (quantity <= 0) return [userError("GREATER_THAN", null, "Quantity must be greater than 0")];
    taken.set(line, (taken.get(line) ?? 0) + quantity);
    return taken.get(line)! > line.quantity - line.processed ? [wrongQuantity(field("quantity"))] : [];
  });
  if (wrong.length) return rejected(...wrong);
  if (taken.size)
    changeLines(
      ctx,
      of,
      [...taken].map(([line, quantity]) => ({ line, delta: -quantity })),
    );
  return done(of);
}

function process(ctx: AdminContext, input: ProcessInput) {
  const of = find(ctx, input.returnId);
  const wanted = input.returnLineItems.map(({ id, ...rest }) => ({ ...rest, line: of && lineNamed(of, id) }));
  if (!of) return rejected(notFound(["input", "returnId"]));
  // A guess: only what is open can be processed.
  if (of.status !== "OPEN") return rejected(wrongState(["input", "returnId"]));
  if (!wanted.length) throw notSimulated("returnProcess without returnLineItems");
  const taken = new Map<ReturnLine, number>();
  const wrong = wanted.flatMap(({ line, quantity }, index): ReturnUserError[] => {
    const field = (name: string) => ["input", "returnLineItems", index, name];
    if (!line) return [notFound(field("id"), "Return line item was not found.")];
    taken.set(line, (taken.get(line) ?? 0) + quantity);
    // A guess, as nobody recorded it.
    const fits = quantity > 0 && taken.get(line)! <= line.quantity - line.processed;
    return fits ? [] : [wrongQuantity(field("quantity"))];
  });
  if (wrong.length) return rejected(...wrong);
  const dispositions = wanted.flatMap((one) => one.dispositions ?? []);
  if (dispositions.length) {
    const { userErrors } = disposeOf(ctx, dispositions, { of });
    if (userErrors.length) return rejected(...userErrors);
  }
  const pieces = [...taken].map(([line, quantity]) => ({ line, quantity }));
  processReturn(ctx, of, { pieces, notify: input.notifyCustomer });
  return done(of);
}

const hasProcessed = ({ lines }: Return): boolean => lines.some(({ processed }) => processed > 0);

/** Refuses what was given beside the defaults the schema fills in. */
function onlyDefaults(input: object, names: readonly string[]): void {
  for (const [name, value] of Object.entries(input))
    if (names.includes(name) && value != null && !(Array.isArray(value) && !value.length))
      throw notSimulated(`ReturnProcessInput.${name}`);
}

export const returnSteps: Simulated = {
  mutation: {
    returnApproveRequest: withArgs<unknown, { input: { id: string; notifyCustomer: boolean } }>(
      ["input"],
      (_source, { input }, ctx) => approve(ctx, input),
    ),
    returnDeclineRequest: withArgs<unknown, { input: Parameters<typeof decline>[1] }>(
      ["input"],
      (_source, { input }, ctx) => decline(ctx, input),
    ),
    returnClose: withArgs<unknown, { id: string }>(["id"], (_source, { id }, ctx) =>
      turn(ctx, {
        ...{ id, to: "CLOSED" },
        from: ({ status, lines }) => status === "OPEN" || (status === "REQUESTED" && !lines.length),
        step: (of) => closeReturn(ctx, of),
      }),
    ),
    returnReopen: withArgs<unknown, { id: string }>(["id"], (_source, { id }, ctx) =>
      turn(ctx, {
        ...{ id, to: "OPEN" },
        from: ({ status }) => status === "CLOSED",
        step: (of) => reopenReturn(ctx, of),
      }),
    ),
    returnCancel: withArgs<unknown, { id: string; notifyCustomer?: boolean | null }>(
      ["id", "notifyCustomer"],
      (_source, { id, notifyCustomer }, ctx) =>
        turn(ctx, {
          ...{ id, to: "CANCELED", refused: "Return is not cancelable." },
          // A guess: what was declined or closed is done with.
          from: (of) => (of.status === "OPEN" || of.status === "REQUESTED") && !hasProcessed(of),
          step: (of) => cancelReturn(ctx, of, { notify: notifyCustomer === true }),
        }),
    ),
    removeFromReturn: withArgs<unknown, { returnId: string; returnLineItems?: Removal[] | null }>(
      ["returnId", "returnLineItems"],
      (_source, { returnId, returnLineItems }, ctx) =>
        remove(ctx, { returnId, removals: returnLineItems ?? [] }),
    ),
    returnProcess: withArgs<unknown, { input: ProcessInput }>(["input"], (_source, { input }, ctx) => {
      onlyDefaults(input, [
        "exchangeLineItems",
        "financialTransfer",
        "note",
        "refundDuties",
        "refundShipping",
        "tipLineId",
      ]);
      return process(ctx, input);
    }),
  },
};
