import { SENDER_FIELDS, senderFaults, type Sender, type SenderField } from "./decide-sender.ts";

/** What a field of the sender has to be for the warehouse to take it. */
export interface SenderRule {
  field: SenderField;
  /** The most characters; null when the interface names no limit. */
  limit: number | null;
  isNeeded: boolean;
}

/** Longer than any limit, in characters. */
const TOO_LONG = "x".repeat(10_000);

/** The rules, field by field, as those who judge a sender apply them: asked of them, so that the two cannot differ. */
export function senderRules(): SenderRule[] {
  const endless: Sender = Object.fromEntries(SENDER_FIELDS.map((field) => [field, TOO_LONG]));
  const [missing, tooLong] = [senderFaults({}), senderFaults(endless)];
  return SENDER_FIELDS.map((field) => ({
    field,
    limit: tooLong.find((fault) => fault.field === field)?.limit ?? null,
    isNeeded: missing.some((fault) => fault.field === field),
  }));
}

/** What was typed, without space around it and without what was left empty. */
export function readTyped(typed: Partial<Record<SenderField, string>>): Sender {
  const filled = SENDER_FIELDS.map((field) => [field, typed[field]?.trim() ?? ""] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== ""));
}

/** The fields in which a sender is another than the one the warehouse has; there, nothing and an empty text are one. */
export function changedFields(
  sender: Sender,
  before: Partial<Record<SenderField, string | null>>,
): SenderField[] {
  return SENDER_FIELDS.filter((field) => (sender[field] ?? "") !== (before[field] ?? ""));
}
