import type { Return } from "@prisma/client";
import type { Inbound } from "../../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../../fulfilment/client.ts";
import { FulfilmentError } from "../../../fulfilment/errors.ts";
import { toObjection } from "../../inbounds/own-inbound.ts";
import type { ShopContext } from "../../shop-context.ts";
import { beginWrite, endWrite, noteArrived } from "../../timeline/send-once.ts";
import { expectedDay } from "../expected-day.ts";
import { decideDate, dueDay } from "./decide-date.ts";

export interface Renewed {
  /** With the day that the warehouse has taken. */
  inbound: Inbound;
  dates: Pick<Return, "renewedTo" | "dueOn">;
  /** To be thrown once what was done is kept. */
  failure?: FulfilmentError;
}

/**
 * Asks the warehouse to expect a return later that is overdue, or that the merchant waits longer for. To be called with an inbound
 * that is new: afterwards its day cannot be changed. The return stays due on its first day (`dueDay`). Safe twice: one day is asked
 * for until it is answered, and not again where the warehouse refuses it or goes on showing another. It is one entry in the timeline.
 */
export async function renewDate(
  ctx: ShopContext,
  {
    warehouse,
    row,
    inbound,
    isOverdue,
  }: { warehouse: WarehouseClient; row: Return; inbound: Inbound; isOverdue: boolean },
): Promise<Renewed> {
  const { shop } = ctx;
  const { returnId, renewedTo, waitUntil } = row;
  const expectedOn = expectedDay({ row, inbound });
  const asKept = { inbound, dates: { renewedTo, dueOn: row.dueOn } };
  const write = (day: string) => ({
    ...{ subject: returnId, kind: "inbound-change" as const },
    // An inbound that is made again under its reference is another.
    key: [inbound.ref, row.announcingAt?.toISOString(), day].join(" "),
    details: { fields: "expectedReceiveDate", day },
  });
  if (renewedTo !== null && (expectedOn ?? "") >= renewedTo) await noteArrived(ctx, write(renewedTo));
  const day = decideDate({ expectedOn, renewedTo, waitUntil, isOverdue }, { now: ctx.clock() });
  if (day === null) return asKept;
  const dates = { renewedTo: day, dueOn: dueDay({ ...row, expectedOn }) };
  const isAsked = await beginWrite(ctx, write(day), {
    // Together: once the warehouse shows the new day, the first one is known.
    also: (tx) => tx.return.updateMany({ where: { shop, returnId }, data: dates }),
  });
  if (!isAsked) return asKept;
  try {
    const reason = await update(warehouse, { ref: inbound.ref, day });
    await endWrite(ctx, write(day), reason);
    return { inbound: reason === undefined ? { ...inbound, expectedReceiveDate: day } : inbound, dates };
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    return { inbound, dates, failure: error };
  }
}

/** @returns what the warehouse objected to. @throws FulfilmentError when it may pass */
async function update(
  warehouse: WarehouseClient,
  { ref, day }: { ref: string; day: string },
): Promise<string | undefined> {
  try {
    await warehouse.inbounds.update(ref, { expectedReceiveDate: day });
    return undefined;
  } catch (error) {
    return (await toObjection(warehouse, error)).sentence.values.reason ?? "";
  }
}
