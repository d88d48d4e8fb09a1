import { Banner, BlockStack, Text, type BannerProps } from "@shopify/polaris";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { StockStanding } from "../../domain/stock/report/read-standing.ts";
import { useMoment } from "../use-moment.ts";
import { When } from "../when.tsx";

const TONE: Record<StockStanding["stand"], BannerProps["tone"]> = {
  shadow: "info",
  selection: "info",
  live: "success",
  paused: "warning",
  sale: "info",
};

/** Where the merchant stands with writing stock: what happens, what would happen, and what to do about it. */
export function StandBanner({
  standing,
  now,
  children,
  ...actions
}: { standing: StockStanding; now: Date; children?: ReactNode } & Pick<
  BannerProps,
  "action" | "secondaryAction"
>) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { stand, pausedAt, saleUntil, differing, many } = standing;
  return (
    <Banner tone={TONE[stand]} title={t(`stock.stand.${stand}.heading`)} {...actions}>
      <BlockStack gap="100">
        <Text as="p">
          {body()} {stand === "paused" && pausedAt && <When at={pausedAt} now={now} />}
          {stand === "paused" && "."}
        </Text>
        {/* Once all is live, what differs is being written, or is listed with its reason. */}
        {(stand === "shadow" || (differing > 0 && stand !== "live")) && (
          <Text as="p" fontWeight="semibold">
            {would()}
          </Text>
        )}
        {children}
      </BlockStack>
    </Banner>
  );

  function body(): string {
    if (stand !== "sale") return t(`stock.stand.${stand}.body`);
    return saleUntil ? t("stock.stand.sale.until", { time: moment(saleUntil) }) : t("stock.stand.sale.open");
  }

  function would(): string {
    if (differing === 0) return t(standing.comparisons.length > 0 ? "stock.would.none" : "stock.drift.none");
    return t(many ? "stock.would.many" : "stock.would.count", { count: differing });
  }
}
