import { BlockStack, Card, List, Page, Text } from "@shopify/polaris";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DataRequestsCard } from "../components/settings/data-requests-card.tsx";
import { LeaveCard } from "../components/settings/leave-card.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { readDataRequests } from "../domain/privacy/read-data-requests.ts";
import { openStore } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["settings"] };

/** What there is to say of each part; the texts are numbered by these. */
const FACTS = {
  reads: ["products", "stock", "orders", "returns"],
  tells: ["goods", "sender", "nothingElse"],
  keeps: ["catalogue", "returns", "ledger", "activity", "events", "shoppers", "secrets"],
  leaves: ["disconnect", "uninstall", "redact"],
} as const;

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  return { requests: await readDataRequests(ctx) };
}

/** What Dockline reads, tells, keeps and forgets, who asked for it, and how to leave. */
export default function Privacy() {
  const { t } = useTranslation();
  const { requests } = useLoaderData<typeof loader>();
  return (
    <Page
      narrowWidth
      title={t("settings.section.privacy.title")}
      backAction={{ content: t("nav.settings"), url: "/app/settings" }}
    >
      <BlockStack gap="400">
        {(Object.keys(FACTS) as (keyof typeof FACTS)[]).map((part) => (
          <Card key={part}>
            <BlockStack gap="200">
              <Text as="h2" variant="headingMd">
                {t(`privacy.${part}.title`)}
              </Text>
              <List>
                {FACTS[part].map((fact) => (
                  // Which facts a part has is told by the table above, which the types cannot follow.
                  <List.Item key={fact}>{t(`privacy.${part}.${fact}` as "privacy.reads.products")}</List.Item>
                ))}
              </List>
            </BlockStack>
          </Card>
        ))}
        <DataRequestsCard requests={requests} />
        <LeaveCard />
      </BlockStack>
    </Page>
  );
}
