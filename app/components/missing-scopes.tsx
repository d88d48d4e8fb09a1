import { Banner, BlockStack, Box, List, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { usePanel } from "./use-panel.ts";

/** What the app may not do in this shop, what that costs, and what to do about it. */
export function MissingScopes() {
  const { t } = useTranslation();
  const { missingScopes: scopes } = usePanel();
  if (scopes.length === 0) return null;
  return (
    <Box padding="400" paddingBlockEnd="0">
      <Banner tone="critical" title={t("scopes.heading", { count: scopes.length })}>
        <BlockStack gap="200">
          <List>
            {scopes.map((scope) => (
              <List.Item key={scope}>{t(`scopes.missing.${scope}`)}</List.Item>
            ))}
          </List>
          <Text as="p">{t("scopes.then")}</Text>
        </BlockStack>
      </Banner>
    </Box>
  );
}
