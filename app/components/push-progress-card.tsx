import { BlockStack, Button, Card, Divider, Text } from "@shopify/polaris";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { PushProgress, RejectedPage } from "../domain/catalog/read-push.ts";
import { Progress } from "./progress.tsx";
import { Counted } from "./push-counts-card.tsx";
import { useLive } from "./use-live.ts";
import { useSentence } from "./use-sentence.ts";
import { variantName } from "./variant-name.ts";

const DONE = ["created", "present", "rejected"] as const;

/** How far the creating is, as it goes. */
export function PushProgressCard({ counts }: { counts: PushProgress["counts"] }) {
  useLive();
  const { t } = useTranslation();
  const done = DONE.reduce((sum, state) => sum + counts[state], 0);
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("push.progress.heading")}
        </Text>
        <Progress label={t("push.progress.label")} percent={(100 * done) / (done + counts.waiting)} />
        <Text as="p">{t("push.progress.body", { count: counts.waiting })}</Text>
        <Results counts={counts} />
      </BlockStack>
    </Card>
  );
}

/** What became of the last ones. */
export function PushResultCard({ counts }: { counts: PushProgress["counts"] }) {
  return (
    <Card>
      <Results counts={counts} />
    </Card>
  );
}

function Results({ counts }: { counts: PushProgress["counts"] }) {
  const { t } = useTranslation();
  const rows = DONE.map((state) => ({ label: t(`push.result.${state}`), count: counts[state] }));
  return <Counted heading={t("push.result.heading")} rows={rows.filter(({ count }) => count > 0)} />;
}

/** Products that were not taken, each with its reason. */
export function RejectedCard({ page, nextUrl }: { page: RejectedPage; nextUrl: string | null }) {
  const { t } = useTranslation();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("push.rejected.heading")}
        </Text>
        <Text as="p">{t("push.rejected.body")}</Text>
        {page.rows.map((row) => (
          <Fragment key={row.sku}>
            <Divider />
            <RejectedProduct row={row} />
          </Fragment>
        ))}
        {nextUrl && <Button url={nextUrl}>{t("push.next")}</Button>}
      </BlockStack>
    </Card>
  );
}

function RejectedProduct({
  row: { sku, productTitle, variantTitle, reason },
}: {
  row: RejectedPage["rows"][number];
}) {
  const { t } = useTranslation();
  const inWords = useSentence();
  const name = productTitle === null ? "" : ` · ${variantName({ productTitle, variantTitle })}`;
  return (
    <BlockStack gap="100">
      <Text as="p" fontWeight="semibold" breakWord>
        {sku}
        {name}
      </Text>
      <Text as="p" breakWord>
        {why()}
      </Text>
    </BlockStack>
  );

  function why(): string {
    if ("because" in reason) return t(`push.skip.${reason.because}`);
    const { heading, body } = inWords(reason.sentence);
    return `${heading}. ${body}`;
  }
}
