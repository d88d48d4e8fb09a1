import { Banner } from "@shopify/polaris";
import { useTranslation } from "react-i18next";

/** Variants wait for the merchant's word before they go to 0. */
export function StoppedBanner({ stopped, onAsk }: { stopped: number; onAsk(): void }) {
  const { t } = useTranslation();
  if (stopped === 0) return null;
  return (
    <Banner
      tone="critical"
      title={t("stock.stopped.heading", { count: stopped })}
      action={{ content: t("stock.do.allow"), onAction: onAsk }}
      secondaryAction={{ content: t("stock.stopped.see"), url: "/app/stock?verdict=stopped" }}
    >
      {t("stock.stopped.body")}
    </Banner>
  );
}
