import { BlockStack, Card, Divider, InlineStack, Text } from "@shopify/polaris";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { HistoryEntry } from "../domain/catalog/read-variant.ts";
import { When } from "./when.tsx";

/** The figures the shop was given for a variant, also when it was another. */
export function HistoryCard({ history, now }: { history: HistoryEntry[]; now: Date }) {
  const { t } = useTranslation();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("variant.history.heading")}
        </Text>
        {history.length === 0 && (
          <Text as="p" tone="subdued">
            {t("home.latest.none")}
          </Text>
        )}
        {history.map((entry, position) => (
          <Fragment key={entry.id}>
            {position > 0 && <Divider />}
            <Entry entry={entry} now={now} />
          </Fragment>
        ))}
      </BlockStack>
    </Card>
  );
}

function Entry({ entry, now }: { entry: HistoryEntry; now: Date }) {
  const { t } = useTranslation();
  const { at, from, to, warehouseStock, sku, outcome, reason, ofFormer } = entry;
  const had =
    warehouseStock === null
      ? t("variant.history.notKnown", { sku })
      : t("variant.history.had", { sku, count: warehouseStock });
  const more = [
    had,
    outcome === "written" ? undefined : t(`variant.history.${outcome}`),
    reason ?? undefined,
    ofFormer ? t("variant.history.former") : undefined,
  ];
  return (
    <BlockStack gap="100">
      <InlineStack align="space-between" gap="200">
        <Text
          as="span"
          numeric
          {...(outcome === "written" ? { fontWeight: "semibold" } : { tone: "subdued" })}
        >
          {t("home.latest.fromTo", { from, to })}
        </Text>
        <Text as="span" tone="subdued">
          <When at={at} now={now} />
        </Text>
      </InlineStack>
      <Text as="span" tone="subdued" variant="bodySm" breakWord>
        {more.filter(Boolean).join(" · ")}
      </Text>
    </BlockStack>
  );
}
