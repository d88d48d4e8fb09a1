import { BlockStack, Link, List, Modal, SkeletonBodyText, Text } from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { DifferenceCount } from "../../domain/stock/report/count-differences.ts";
import type { StockAnswer } from "../stock-answer.ts";
import { useStockAction } from "../use-stock-action.ts";

/** Shows what going live with everything would change, counted, before it is done. */
export function GoLiveModal({ paused, onClose }: { paused: boolean; onClose(): void }) {
  const { t } = useTranslation();
  const { data, submit } = useFetcher<StockAnswer>();
  const { send, busy } = useStockAction(onClose);
  useEffect(
    () =>
      submit({ intent: "preview" }, { method: "post", action: "/app/stock", encType: "application/json" }),
    [], // oxlint-disable-line react/exhaustive-deps -- Once, when it opens.
  );
  const preview = data?.outcome === "preview" ? data : undefined;
  return (
    <Modal
      open
      onClose={onClose}
      title={t("stock.goLive.heading")}
      primaryAction={{
        content: t("stock.do.goLive"),
        onAction: () => send({ intent: "go-live", variantIds: "all" }),
        loading: busy,
        disabled: !preview,
      }}
      secondaryActions={[{ content: t("stock.do.cancel"), onAction: onClose }]}
    >
      <Modal.Section>
        {preview ? (
          <BlockStack gap="300">
            <Counted count={preview.count} paused={paused} />
            {preview.previous.map((location, at) => (
              <Text as="p" key={at}>
                {t("stock.goLive.previous", { location })}{" "}
                <Link url="/app/connect">{t("stock.goLive.seePrevious")}</Link>
              </Text>
            ))}
          </BlockStack>
        ) : (
          <SkeletonBodyText lines={4} />
        )}
      </Modal.Section>
    </Modal>
  );
}

const WAYS = ["raised", "lowered", "emptied", "activated"] as const;

function Counted({ count, paused }: { count: DifferenceCount; paused: boolean }) {
  const { t } = useTranslation();
  const total = WAYS.reduce((sum, way) => sum + count[way], 0);
  if (total === 0) return <Text as="p">{t("stock.goLive.none")}</Text>;
  return (
    <BlockStack gap="300">
      <Text as="p" fontWeight="semibold">
        {t("stock.goLive.total", { count: total })}
      </Text>
      <List>
        {WAYS.filter((way) => count[way] > 0).map((way) => (
          <List.Item key={way}>{t(`stock.goLive.${way}`, { count: count[way] })}</List.Item>
        ))}
      </List>
      <Text as="p">{t("stock.goLive.units", { shown: count.shown, target: count.target })}</Text>
      {count.emptied + count.lowered > 0 && <Text as="p">{t("stock.goLive.stop")}</Text>}
      {paused && <Text as="p">{t("stock.goLive.paused")}</Text>}
    </BlockStack>
  );
}
