import { BlockStack, Card, Layout, Page, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { OtherInboundDetail } from "../../domain/inbounds/other/read-other-inbound.ts";
import { Fact } from "../fact.tsx";
import { useDay } from "../use-day.ts";
import { useStatusWord } from "../use-status-word.ts";
import { When } from "../when.tsx";
import { PurchaseStageBadge } from "./purchase-badges.tsx";
import { PurchaseGoodsCard } from "./purchase-goods-card.tsx";
import { ReceiptsCard } from "../receipts-card.tsx";
import { useInboundType } from "./use-inbound-type.ts";

/** An inbound that was made elsewhere: what it announces, and what has come in. Nothing of it can be changed here. */
export function OtherInboundPage({ detail, now }: { detail: OtherInboundDetail; now: Date }) {
  const { t } = useTranslation();
  return (
    <Page
      title={detail.supplierRef || detail.ref}
      subtitle={t("inbounds.elsewhere.about")}
      titleMetadata={<PurchaseStageBadge stage={detail.stage} />}
      backAction={{ content: t("inbounds.title"), url: "/app/inbounds?tab=elsewhere" }}
    >
      <Layout>
        <Layout.Section>
          <PurchaseGoodsCard detail={detail} />
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <BlockStack gap="400">
            <FactsCard detail={detail} now={now} />
            <ReceiptsCard receipts={detail.receipts} />
          </BlockStack>
        </Layout.Section>
      </Layout>
    </Page>
  );
}

function FactsCard({ detail, now }: { detail: OtherInboundDetail; now: Date }) {
  const { t } = useTranslation();
  const inWords = useDay();
  const typeOf = useInboundType();
  const statusWord = useStatusWord();
  const { ref, type, supplierRef, status, expectedOn, changedAt, readAt } = detail;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("inbounds.detail.facts")}
        </Text>
        <Fact label={t("inbounds.column.type")}>{typeOf(type)}</Fact>
        {supplierRef !== "" && <Fact label={t("inbounds.detail.supplierRef")}>{supplierRef}</Fact>}
        <Fact label={t("inbounds.detail.expected")}>{expectedOn ? inWords(expectedOn) : t("unknown")}</Fact>
        <Fact label={t("inbounds.detail.status")}>{statusWord(status)}</Fact>
        <Fact label={t("inbounds.detail.ref")}>{ref}</Fact>
        <Fact label={t("inbounds.elsewhere.changed")}>
          <When at={changedAt} now={now} />
        </Fact>
        <Fact label={t("inbounds.detail.read")}>
          <When at={readAt} now={now} />
        </Fact>
      </BlockStack>
    </Card>
  );
}
