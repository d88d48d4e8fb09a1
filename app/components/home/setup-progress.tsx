import { BlockStack, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { SetupStand } from "../../domain/connection/decide-setup.ts";
import { Progress } from "../progress.tsx";

/** How many steps of the set-up are done. */
export function SetupProgress({ setup: { done, steps } }: { setup: Pick<SetupStand, "done" | "steps"> }) {
  const { t } = useTranslation();
  return (
    <BlockStack gap="200">
      <Text as="p" tone="subdued">
        {t("setup.progress", { done, count: steps.length })}
      </Text>
      <Progress label={t("setup.progressLabel")} percent={(100 * done) / steps.length} />
    </BlockStack>
  );
}
