import { Banner, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { Sharing } from "../../domain/connection/warehouse-account.ts";

/** Says that others sell from the same stock, and what to keep unsold because of it. */
export function SharedAccountBanner({ sharing, recommended }: { sharing: Sharing; recommended: number }) {
  const { t } = useTranslation();
  const action = { content: t("sharedAccount.action"), url: "/app/settings/stock" };
  return (
    <Banner tone="info" title={t(`sharedAccount.${sharing}`)} action={action}>
      <Text as="p">{t("sharedAccount.body", { count: recommended })}</Text>
    </Banner>
  );
}
