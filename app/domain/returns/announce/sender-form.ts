import { longest } from "../../../fulfilment/requests.ts";
import { SENDER_FIELDS, type Sender, type SenderField } from "../../inbounds/sender.ts";
import { senderFaults } from "./decide-sender.ts";

/** What a field of the sender has to be for the warehouse to take it. */
export interface SenderRule {
  field: SenderField;
  /** The most characters; null when the interface names no limit. */
  limit: number | null;
  isNeeded: boolean;
}

/** The rules, field by field, as those who judge a sender apply them: asked of them, so that the two cannot differ. */
export function senderRules(): SenderRule[] {
  const missing = senderFaults({});
  return SENDER_FIELDS.map((field) => ({
    field,
    limit: longest(field),
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
