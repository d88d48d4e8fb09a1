import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Setup } from "../../domain/connection/read-setup.ts";
import type { SetupAnswer } from "./setup-answer.ts";
import { SetupProgress } from "./setup-progress.tsx";

/** How far the set-up is and what comes next, until it is complete or the merchant has had enough of it. */
export function SetupCard({
  setup,
  lead,
}: {
  setup: Setup;
  /** What all of it is good for. Where the card is the whole page it cannot be dismissed. */
  lead?: string;
}) {
  const { t } = useTranslation();
  const bridge = useAppBridge();
  const { data, state, submit } = useFetcher<SetupAnswer>();
  const { next, done, dismissed } = setup;
  useEffect(() => {
    if (data?.outcome === "dismissed") void bridge.toast.show(t("setup.dismissed"));
  }, [data, bridge, t]);
  if (next === null || (dismissed && !lead)) return null;
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            {t("setup.title")}
          </Text>
          {!lead && (
            <Button
              variant="plain"
              accessibilityLabel={t("setup.dismissLabel")}
              loading={state !== "idle"}
              onClick={() => submit({ intent: "dismiss" }, { method: "post", action: "/app/setup" })}
            >
              {t("setup.dismiss")}
            </Button>
          )}
        </InlineStack>
        {lead && <Text as="p">{lead}</Text>}
        <SetupProgress setup={setup} />
        <BlockStack gap="100">
          <Text as="h3" variant="headingSm">
            {t(`setup.step.${next}.title`)}
          </Text>
          <Text as="p">{next === "live" ? t("setup.step.live.shadow") : t(`setup.step.${next}.body`)}</Text>
        </BlockStack>
        <InlineStack>
          <Button variant="primary" url="/app/setup">
            {t(done === 0 ? "setup.start" : "setup.continue")}
          </Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
