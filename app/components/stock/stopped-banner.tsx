import { Banner } from "@shopify/polaris";
import { useTranslation } from "react-i18next";

/** Variants wait for the merchant to confirm their stock. */
export function StoppedBanner({ count, onAsk }: { count: number; onAsk(): void }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <Banner
      tone="critical"
      title={t("stock.stopped.heading", { count })}
      action={{ content: t("stock.do.confirm"), onAction: onAsk }}
      secondaryAction={{ content: t("stock.stopped.see"), url: "/app/stock?verdict=stopped" }}
    >
      {t("stock.stopped.body")}
    </Banner>
  );
}
