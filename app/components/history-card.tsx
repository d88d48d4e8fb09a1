import { useTranslation } from "react-i18next";
import type { HistoryEntry } from "../domain/catalog/read-variant.ts";
import { ChangesCard } from "./changes-card.tsx";

/** The figures the shop was given for a variant, also when it was another. */
export function HistoryCard({ history, now }: { history: HistoryEntry[]; now: Date }) {
  const { t } = useTranslation();
  const told = history.map(({ id, at, from, to, outcome, ...entry }) => ({
    ...{ id, at },
    title: t("changes.fromTo", { from, to }),
    quiet: outcome !== "written",
    more: [
      had(entry),
      outcome !== "written" && t(`variant.history.${outcome}`),
      entry.reason,
      entry.ofFormer && t("variant.history.former"),
    ]
      .filter(Boolean)
      .join(" · "),
  }));
  return <ChangesCard heading={t("variant.history.heading")} changes={told} now={now} />;

  function had({ sku, warehouseStock }: Pick<HistoryEntry, "sku" | "warehouseStock">): string {
    return warehouseStock === null
      ? t("variant.history.notKnown", { sku })
      : t("variant.history.had", { sku, count: warehouseStock });
  }
}
