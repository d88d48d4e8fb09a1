import type { Return } from "../../store/return-types.ts";
import {
  approveReturn,
  cancelReturn,
  closeReturn,
  declineReturn,
  reopenReturn,
} from "../../store/returns.ts";
import { withArgs, type AdminContext, type Simulated } from "../field.ts";
import { done, findReturn, notFound, rejected, tooLong, wrongState } from "../return-answers.ts";

/** Shopify's limit on what is said to a shopper who is turned down, in characters. */
const LONGEST_DECLINE_NOTE = 500;

function approve(ctx: AdminContext, input: { id: string; notifyCustomer: boolean }) {
  const of = findReturn(ctx, input.id);
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
  const of = findReturn(ctx, input.id);
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
  const of = findReturn(ctx, id);
  if (!of) return rejected(notFound(["id"]));
  if (of.status === to) return done(of);
  if (!from(of)) return rejected(wrongState(["id"], refused));
  step(of);
  return done(of);
}

const hasProcessed = ({ lines }: Return): boolean => lines.some(({ processed }) => processed > 0);

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
  },
};
