import { Banner, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";

/** Says that other stores sell from the same stock, and what to keep unsold because of it. */
export function SharedAccountBanner({ recommended, link }: { recommended: number; link?: boolean }) {
  const { t } = useTranslation();
  const action = { content: t("sharedAccount.action"), url: "/app/settings/stock" };
  return (
    <Banner tone="info" title={t("sharedAccount.heading")} {...(link && { action })}>
      <Text as="p">{t("sharedAccount.body", { count: recommended })}</Text>
    </Banner>
  );
}
