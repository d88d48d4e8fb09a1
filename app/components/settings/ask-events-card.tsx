import { BlockStack, Button, Card, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { useConnectionAction } from "./use-connection-action.ts";
import { When } from "../when.tsx";

/** When the warehouse was asked for notifications, and how to ask once more. */
export function AskEventsCard({ askedAt, now }: { askedAt: Date | null; now: Date }) {
  const { t } = useTranslation();
  const { send, busy } = useConnectionAction();
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        <Text as="h2" variant="headingMd">
          {t("connect.events.heading")}
        </Text>
        <Text as="p">{t("connect.events.body")}</Text>
        <Text as="p" tone="subdued">
          {askedAt ? (
            <>
              {t("connect.events.asked")} <When at={askedAt} now={now} />
            </>
          ) : (
            t("connect.events.notAsked")
          )}
        </Text>
        {askedAt && (
          <Button loading={busy} onClick={() => send({ intent: "ask-again" })}>
            {t("connect.events.again")}
          </Button>
        )}
      </BlockStack>
    </Card>
  );
}
