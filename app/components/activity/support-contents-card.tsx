import { BlockStack, Card, List, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";

const IN_IT = ["state", "settings", "counts", "problems", "history", "jobs"] as const;
const NOT_IN_IT = ["shoppers", "secrets", "texts", "titles"] as const;

/** What is in a support bundle and what is not, said before it is made. */
export function SupportContentsCard() {
  const { t } = useTranslation();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="p">{t("support.body")}</Text>
        <Text as="h2" variant="headingMd">
          {t("support.in.heading")}
        </Text>
        <List>
          {IN_IT.map((one) => (
            <List.Item key={one}>{t(`support.in.${one}`)}</List.Item>
          ))}
        </List>
        <Text as="h2" variant="headingMd">
          {t("support.out.heading")}
        </Text>
        <List>
          {NOT_IN_IT.map((one) => (
            <List.Item key={one}>{t(`support.out.${one}`)}</List.Item>
          ))}
        </List>
      </BlockStack>
    </Card>
  );
}
