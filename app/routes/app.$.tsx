import { Button, BlockStack, Card, Page, Text } from "@shopify/polaris";
import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useTranslation } from "react-i18next";

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  await services.shopify.authenticate.admin(request);
  return data(null, { status: 404 });
}

/** Any address in the panel that leads nowhere. */
export default function NotFound() {
  const { t } = useTranslation();
  return (
    <Page narrowWidth>
      <Card>
        <BlockStack gap="300" inlineAlign="start">
          <Text as="h1" variant="headingLg">
            {t("notFound.heading")}
          </Text>
          <Text as="p">{t("notFound.body")}</Text>
          <Button url="/app">{t("notFound.home")}</Button>
        </BlockStack>
      </Card>
    </Page>
  );
}
