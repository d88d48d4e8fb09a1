import { Banner, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { RECOMMENDED_SAFETY_STOCK, type Sharing } from "../../domain/connection/warehouse-account.ts";

/** Says that others sell from the same stock, and what to keep unsold because of it. */
export function SharedAccountBanner({ sharing }: { sharing: Sharing }) {
  const { t } = useTranslation();
  const action = { content: t("sharedAccount.action"), url: "/app/settings/stock" };
  return (
    <Banner tone="info" title={t(`sharedAccount.${sharing}`)} action={action}>
      <Text as="p">{t("sharedAccount.body", { count: RECOMMENDED_SAFETY_STOCK })}</Text>
    </Banner>
  );
}
