import { useTranslation } from "react-i18next";
import type { ShownEntry } from "../domain/timeline/timeline.ts";

/**
 * What an entry of a timeline says. Names in it that come from one of the two worlds, or that are newer than our texts,
 * are put into words where we have some and else are named as they came.
 */
export function useTimelineWords(): (entry: Pick<ShownEntry, "kind" | "details">) => string {
  const { t, i18n } = useTranslation();
  const named = (
    group: "event" | "status" | "need" | "asked" | "field",
    name: string | number | undefined,
  ) => {
    const key = `timeline.word.${group}.${name ?? ""}`;
    // What the key is depends on what came in, so its type cannot be told.
    return i18n.exists(key) ? String(t(key as never)) : String(name ?? "");
  };
  const list = (group: "need" | "field", names: string | number | undefined) =>
    String(names ?? "")
      .split(", ")
      .map((name) => named(group, name))
      .join(", ");
  return ({ kind, details }) => {
    const { event, status, needs, fields, what } = details;
    return t(`timeline.${kind}`, {
      count: Number(details.pieces ?? 0),
      // A kind that has no such detail has no such gap in its sentence.
      ...{ ref: "", sku: "", quantity: 0, good: 0, defective: 0, reason: "", ...details },
      event: named("event", event),
      status: named("status", status),
      needs: list("need", needs),
      fields: list("field", fields),
      what: named("asked", what),
    });
  };
}
