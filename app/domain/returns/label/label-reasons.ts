import type { LabelState } from "@prisma/client";
import { LABEL_FAULTS } from "../../../fulfilment/errors.ts";

/** Why a label waits or has failed; each has its sentence in `i18n`. */
export const LABEL_REASONS = [
  /** It waits: the warehouse has none yet. */
  "not-there",
  /** One of the two worlds did not answer as it should, or another label was asked for meanwhile: all is tried again. */
  "interrupted",
  /** The warehouse may yet take a corrected sender that it has not answered. */
  "sender-unanswered",
  /** The shop's answer was lost, and it may yet do what it was asked. */
  "unanswered",
  /** The shop shows nothing yet that a label could be put on. */
  "nothing-to-label",
  /** It failed: what the warehouse has is no label. */
  ...LABEL_FAULTS,
  "warehouse-refused",
  "shop-refused",
  "storage-refused",
  /** Somebody took our label off the return. */
  "removed",
] as const;
export type LabelReason = (typeof LABEL_REASONS)[number];

/** How a return's label stands. */
export interface LabelStand {
  state: LabelState;
  /** Of one that waits or has failed. */
  reason: LabelReason | null;
  /** What the other side said to that. For the merchant's eyes only; never for a log or the timeline. */
  words: string | null;
}

export const labelStand = (
  state: LabelState,
  reason: LabelReason | null = null,
  words: string | null = null,
): LabelStand => ({ state, reason, words });

/** How it stood when it was last looked at. */
export function standOf(row: {
  label: LabelState;
  labelReason: string | null;
  labelWords: string | null;
}): LabelStand {
  const reason = LABEL_REASONS.find((one) => one === row.labelReason) ?? null;
  return labelStand(row.label, reason, row.labelWords);
}
