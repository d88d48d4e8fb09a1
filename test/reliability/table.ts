import {
  PLAIN_ANSWERS,
  SHOP_ANSWERS,
  USER_ERRORS,
  WAREHOUSE_ANSWERS,
  type Answer,
  type AnswerClass,
} from "./answers.ts";
import { SHOP_TABLE } from "./shop-table.ts";
import { WAREHOUSE_TABLE } from "./warehouse-table.ts";

/*
 * What becomes of one record, or of one job for the whole store, when its call gets a certain answer. The rest of the batch
 * and the store's other work go on in every cell but those of an outage.
 */

/** What may become of a record, and how the documentation says it. */
export const OUTCOMES = {
  processed: "the answer, or what is read next, shows what is true; nothing is left to do",
  retried: "tried again later, alone, a bounded number of times; then quarantined",
  quarantined: "not tried again; a problem names the record until somebody has it tried again",
  refused: "the objection is shown with the record, until it or the record changes",
  shown: "the failure is shown with the record, and the call is repeated in growing gaps",
  named: "its job fails alone: a problem names it at once, and the queue tries it again",
  repeated: "its job fails alone: the queue tries it again, and a problem names it from the fifth try on",
  ended: "its job begins again three times and ends; a problem names it, and the schedule begins it again",
  skipped: "its job goes on without it",
  told: "the person who asked is told at once; nothing else changes",
  outage: "the whole system counts as away: all its work waits, and no try counts",
} as const;
export type Outcome = keyof typeof OUTCOMES;

export type Except<Name extends string> = Partial<Record<Name, Outcome>>;

/** A call that the app makes. */
export interface Call<Name extends string = string> {
  /** What it is about. */
  record: string;
  /** Left out: all that its system may give. `plain`: those that are no GraphQL. */
  answers?: "plain";
  permanent: Outcome;
  transient: Outcome;
  /** Left out: as `transient`. */
  account?: Outcome;
  /** Left out: as `permanent`. */
  absent?: Outcome;
  /** Of a mutation of Shopify's. */
  userErrors?: Outcome;
  except?: Except<Name>;
}

/** Why the app does not make a call that its clients know. */
export interface Unused {
  unused: string;
}

export type Row<Name extends string = string> = Call<Name> | Unused;

export const TABLE: Record<string, Row> = { ...WAREHOUSE_TABLE, ...SHOP_TABLE };

function callNamed(name: string): Call {
  const row = TABLE[name];
  if (!row || "unused" in row) throw new Error(`The table has no call ${name}.`);
  return row;
}

/** The answers that a call may get. */
export function answersTo(name: string): Record<string, Answer> {
  const { answers, userErrors } = callNamed(name);
  if (Object.hasOwn(WAREHOUSE_TABLE, name)) return WAREHOUSE_ANSWERS;
  if (answers === "plain") return PLAIN_ANSWERS;
  return userErrors ? { ...SHOP_ANSWERS, userErrors: USER_ERRORS } : SHOP_ANSWERS;
}

/** What the table says of each answer to a call. */
export function expectedOutcomes(name: string): Record<string, Outcome> {
  const { permanent, transient, account = transient, absent = permanent, ...call } = callNamed(name);
  const ofClass: Record<AnswerClass, Outcome> = { permanent, transient, account, absent };
  const except: Except<string> = { ...(call.userErrors && { userErrors: call.userErrors }), ...call.except };
  return Object.fromEntries(
    Object.entries(answersTo(name)).map(([answer, { class: kind }]) => [
      answer,
      except[answer] ?? ofClass[kind],
    ]),
  );
}

/** Names of records, one for each answer to a call. They are numbered, so that none is the beginning of another. */
export function namesFor(call: string): { recordOf(answer: string): string; all: string[] } {
  const answers = Object.keys(answersTo(call));
  const recordOf = (answer: string) => `R-${answers.indexOf(answer)}-`;
  return { recordOf, all: answers.map(recordOf) };
}
