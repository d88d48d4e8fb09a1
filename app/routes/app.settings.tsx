import { BlockStack, Button, Card, Divider, InlineStack, Page, Text } from "@shopify/polaris";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { PageHandle } from "../components/page-texts.tsx";
import { openStore } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["settings"] };

const SECTIONS = [
  ["connection", "/app/connect"],
  ["stock", "/app/settings/stock"],
  ["products", "/app/settings/products"],
  ["returns", "/app/settings/returns"],
  ["privacy", "/app/settings/privacy"],
] as const;

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  await openStore(services, request);
  return null;
}

/** Where every setting is found. */
export default function Settings() {
  const { t } = useTranslation();
  return (
    <Page narrowWidth title={t("nav.settings")}>
      <Card>
        <BlockStack gap="400">
          {SECTIONS.map(([section, url], index) => (
            <Fragment key={section}>
              {index > 0 && <Divider />}
              <InlineStack align="space-between" blockAlign="center" gap="400" wrap={false}>
                <BlockStack gap="100">
                  <Text as="h2" variant="headingMd">
                    {t(`settings.section.${section}.title`)}
                  </Text>
                  <Text as="p" tone="subdued">
                    {t(`settings.section.${section}.body`)}
                  </Text>
                </BlockStack>
                <Button
                  url={url}
                  accessibilityLabel={t("settings.open", { section: t(`settings.section.${section}.title`) })}
                >
                  {t("settings.see")}
                </Button>
              </InlineStack>
            </Fragment>
          ))}
        </BlockStack>
      </Card>
    </Page>
  );
}
