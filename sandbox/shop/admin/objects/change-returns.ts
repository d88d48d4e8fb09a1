import type { Return, ReturnLine } from "../../store/return-types.ts";
import { changeLines, processReturn } from "../../store/returns.ts";
import { notSimulated } from "../errors.ts";
import { idOf, withArgs, type AdminContext, type Simulated } from "../field.ts";
import {
  done,
  findReturn,
  notFound,
  rejected,
  userError,
  wrongQuantity,
  wrongState,
  type ReturnUserError,
} from "../return-answers.ts";
import { disposeOf, type DispositionInput } from "./dispose-goods.ts";

interface ProcessInput {
  returnId: string;
  returnLineItems: { id: string; quantity: number; dispositions?: DispositionInput[] | null }[];
  notifyCustomer: boolean;
}

interface Removal {
  returnLineItemId: string;
  quantity: number;
}

const lineNamed = ({ lines }: Return, id: string): ReturnLine | undefined => {
  const number = idOf("ReturnLineItem", id);
  return lines.find((line) => line.id === number);
};

function remove(ctx: AdminContext, { returnId, removals }: { returnId: string; removals: Removal[] }) {
  const of = findReturn(ctx, returnId);
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
  const of = findReturn(ctx, input.returnId);
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

/** Refuses what was given beside the defaults the schema fills in. */
function onlyDefaults(input: object, names: readonly string[]): void {
  for (const [name, value] of Object.entries(input))
    if (names.includes(name) && value != null && !(Array.isArray(value) && !value.length))
      throw notSimulated(`ReturnProcessInput.${name}`);
}

export const changeReturns: Simulated = {
  mutation: {
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
