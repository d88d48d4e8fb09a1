import { useTranslation } from "react-i18next";
import type { LedgerLine } from "../../domain/stock/report/explain-stock.ts";
import { ChangesCard } from "../changes-card.tsx";
import { DownloadButton } from "../download-button.tsx";
import { useCause } from "../use-cause.ts";
import { useMoment } from "../use-moment.ts";
import { ledgerOf } from "../variant-url.ts";

/** The ledger of one variant, also of what it was before: each figure with what led to it, when, and who wrote it. */
export function HistoryCard({
  entries,
  variantId,
  now,
}: {
  entries: LedgerLine[];
  variantId: string;
  now: Date;
}) {
  const { t } = useTranslation();
  const moment = useMoment();
  const inWords = useCause();
  const told = entries.map((entry) => ({
    ...{ id: entry.id, at: entry.at },
    title: t(`changes.fromTo.${entry.figure}`, { from: entry.from, to: entry.to }),
    quiet: entry.outcome !== "written",
    more: inFull(entry),
  }));
  return (
    <ChangesCard
      heading={t("variant.history.heading")}
      changes={told}
      now={now}
      action={
        entries.length > 0 && (
          <DownloadButton
            plain
            {...ledgerOf(variantId)}
            label={t("stock.export.one")}
            failed={t("stock.export.failed")}
          />
        )
      }
    />
  );

  function inFull(entry: LedgerLine): string {
    const { outcome, sku, warehouseStock, safetyStock, awaitingDispatch, cause, reason } = entry;
    const time = moment(entry.warehouseReadAt, entry.at);
    const ours = outcome !== "other";
    const parts = [
      `${t(`variant.history.${outcome}`)}, ${moment(entry.at)}`,
      reason && t("shopReason", { reason }),
      ours &&
        (cause
          ? t("variant.history.because", { cause: inWords(cause, entry.at) })
          : t("variant.history.compared")),
      warehouseStock === null
        ? t("variant.history.notKnown", { sku, time })
        : t("variant.history.had", { sku, time, count: warehouseStock }),
      safetyStock > 0 && t("variant.history.safetyStock", { units: safetyStock }),
      awaitingDispatch > 0 && t("variant.history.awaitingDispatch", { units: awaitingDispatch }),
      t("variant.history.shopRead", { time: moment(entry.shopReadAt, entry.at) }),
      entry.ofFormer && t("variant.history.former"),
    ];
    return parts.filter(Boolean).join(" · ");
  }
}
