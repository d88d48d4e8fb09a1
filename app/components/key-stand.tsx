import { Badge, InlineStack, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ConnectionView } from "../domain/connection/read-connection.ts";
import { When } from "./when.tsx";

/** Whether the webhook key is known to be right. Only a notification that it fits can show that. */
export function KeyStand(props: { webhookKey: ConnectionView["webhookKey"]; now: Date }) {
  const { provenAt, refused } = props.webhookKey;
  const { t } = useTranslation();
  if (refused) return <Badge tone="critical">{t("connect.key.refused")}</Badge>;
  if (!provenAt) return <Badge tone="info">{t("connect.key.waiting")}</Badge>;
  return (
    <InlineStack gap="200" blockAlign="center">
      <Badge tone="success">{t("connect.key.proven")}</Badge>
      <Text as="span" tone="subdued">
        <When at={provenAt} now={props.now} />
      </Text>
    </InlineStack>
  );
}
