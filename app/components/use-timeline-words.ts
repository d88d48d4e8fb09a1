import type { WriteOutcome } from "@prisma/client";
import type { BadgeProps } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ShownEntry } from "../domain/timeline/timeline.ts";
import { plainWord } from "./plain-word.ts";
import { useDay } from "./use-day.ts";
import { useFieldName } from "./use-sentence.ts";
import { useStatusWord } from "./use-status-word.ts";

/** What pieces may be disposed of as. */
const DISPOSED = ["restocked", "notRestocked", "processingRequired", "missing"] as const;

/** How the outcome of a write is set off. */
export const WRITE_TONE: Record<WriteOutcome, BadgeProps["tone"]> = {
  intended: "attention",
  done: "success",
  refused: "critical",
  lost: "warning",
};

/**
 * What an entry of a timeline says. Names in it that come from one of the two worlds, or that are newer than our texts,
 * are put into words where we have some and else are written plainly.
 */
export function useTimelineWords(): (entry: Pick<ShownEntry, "kind" | "details">) => string {
  const { t, i18n } = useTranslation();
  const nameOf = useFieldName();
  const statusWord = useStatusWord();
  const inWords = useDay();
  const known = (key: string, otherwise: string) =>
    // Which key it is depends on what came in, so its type cannot be told.
    i18n.exists(key) ? String(t(key as never)) : otherwise;
  const named = (group: "event" | "need" | "asked" | "viewed", name: string) =>
    known(`timeline.word.${group}.${name}`, plainWord(name));
  return ({ kind, details }) => {
    const word = (name: string) => String(details[name] ?? "");
    const each = (names: string, inWords: (name: string) => string) =>
      names.split(", ").map(inWords).join(", ");
    const disposed = DISPOSED.filter((one) => Number(details[one] ?? 0) > 0);
    return t(`timeline.${sentenceOf({ kind, details })}`, {
      // A kind that has no such detail has no such gap in its sentence.
      ...{ sku: "", quantity: 0, good: 0, defective: 0, unclear: 0, ...details },
      count: Number(details.pieces ?? 0),
      event: named("event", word("event")),
      status: statusWord(word("status")),
      day: inWords(word("day")),
      needs: each(word("needs"), (name) => named("need", name)),
      fields: each(word("fields"), nameOf),
      what: named(kind === "viewed" ? "viewed" : "asked", word("what")),
      reason: known(`returns.label.reason.${word("reason")}.heading`, word("reason")),
      disposed: disposed
        .map((one) => t(`timeline.word.disposed.${one}`, { count: Number(details[one]) }))
        .join(", "),
    });
  };
}

/** One kind of entry may have a sentence of its own for some of its details. */
function sentenceOf({ kind, details }: Pick<ShownEntry, "kind" | "details">) {
  if (kind === "label-attach" && details.mail === 1) return "label-mail";
  if (kind === "label-replace" && details.mail === 1) return "label-replace-mail";
  if (kind === "asked" && details.what === "seen") return "asked-seen";
  if (kind === "inbound-change" && details.from === "order") return "inbound-change-order";
  if (kind === "inbound-change" && details.day !== undefined) return "inbound-change-day";
  if (kind === "received" && Number(details.unclear ?? 0) > 0) return "received-unclear";
  return kind;
}
