import type { ShopContext } from "../shop-context.ts";
import type { ProblemKind } from "./problem-kinds.ts";
import { clearProblems, openProblem } from "./problems.ts";
import { findRecordError, recordFailureOf } from "./record-failure.ts";

/** The one record that a job is about. */
export interface JobRecord {
  kind: ProblemKind;
  /** Its id. */
  subject: string;
  /** What the merchant calls it. Asked only when it failed. */
  name(): Promise<string>;
  /** Sets the events that wait for it aside: they have been tried as often as they are. */
  quarantine(failure: string): Promise<void>;
}

/** A record that failed so often in a row, in a way that may pass, is a problem: about an hour after the first time. */
const TRIES_UNTIL_TOLD = 8;

/**
 * Runs a job about one record. Where the record fails for good, or on the job's last try, a problem names it and the job
 * ends; a success clears that problem. A failure that may pass is thrown on, so that the job is tried again; the problem is
 * opened meanwhile where it lasts.
 * @throws FulfilmentError, ShopifyError whatever concerns more than this record
 */
export async function withRecordProblem(
  ctx: ShopContext,
  { record, attempt, isLastTry }: { record: JobRecord; attempt: number; isLastTry: boolean },
  work: () => Promise<unknown>,
): Promise<void> {
  const { kind, subject } = record;
  try {
    await work();
    await clearProblems(ctx, { kinds: [kind], subjects: [subject] });
  } catch (error) {
    const ofRecord = await findRecordError(ctx, error);
    const isOver = ofRecord.permanent || isLastTry;
    if (!isOver && attempt < TRIES_UNTIL_TOLD) throw ofRecord;
    const failure = recordFailureOf(ofRecord)!;
    const { sentence } = failure;
    await openProblem(ctx, { kind, subject, details: { sku: await record.name(), sentence } });
    if (!isOver) throw ofRecord;
    await record.quarantine(failure.failure);
    ctx.log.warn({ kind, failure: failure.failure }, "the record that a job is about failed");
  }
}
