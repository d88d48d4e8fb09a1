import { Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { Writing } from "../../domain/stock/sweep/read-writing.ts";
import { BareWorkCard } from "../work-card.tsx";
import { writtenPercent } from "../work-percent.ts";

/** What differs is being written: how much of it is left, and that pausing stops it. */
export function WritingCard({
  writing,
  onPause,
  busy,
}: {
  writing: Writing;
  onPause(): void;
  busy: boolean;
}) {
  const { t } = useTranslation();
  return (
    <BareWorkCard
      heading={t("work.writing.heading")}
      percent={writtenPercent(writing)}
      stop={{ content: t("stock.do.pause"), loading: busy, onAction: onPause }}
    >
      <Text as="p">
        {t("work.writing.left", { count: writing.left })} {t("work.leave")}
      </Text>
    </BareWorkCard>
  );
}
