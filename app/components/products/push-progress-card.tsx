import { BlockStack, Button, Card, Divider, Text } from "@shopify/polaris";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { PushProgress, RejectedPage } from "../../domain/catalog/push/read-push.ts";
import { Counted } from "./push-counts-card.tsx";
import { useSentence } from "../use-sentence.ts";
import { variantName } from "../variant-name.ts";
import { WorkCard } from "../work-card.tsx";
import { pushedPercent } from "../work-percent.ts";

const DONE = ["created", "present", "rejected"] as const;

/** How far the creating is, as it goes. */
export function PushProgressCard({ progress: { counts, stopping } }: { progress: PushProgress }) {
  const { t } = useTranslation();
  const waiting = counts.waiting - stopping;
  return (
    <WorkCard
      name={{ work: "push" }}
      heading={t("push.progress.heading")}
      percent={pushedPercent(counts)}
      question={{
        heading: t("push.cancel.heading"),
        body: t("push.cancel.body", { count: waiting }),
        yes: t("push.cancel.yes"),
      }}
    >
      <Text as="p">
        {waiting > 0
          ? t("work.push.waiting", { count: waiting })
          : t("push.progress.stopping", { count: stopping })}{" "}
        {t("work.leave")}
      </Text>
      <Results heading={t("push.result.soFar")} counts={counts} />
    </WorkCard>
  );
}

/** What became of the last ones. */
export function PushResultCard({ counts }: { counts: PushProgress["counts"] }) {
  const { t } = useTranslation();
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        <Results heading={t("push.result.heading")} counts={counts} />
        {counts.present > 0 && <Button url="/app/products/update">{t("push.result.compare")}</Button>}
      </BlockStack>
    </Card>
  );
}

function Results({ heading, counts }: { heading: string; counts: PushProgress["counts"] }) {
  const { t } = useTranslation();
  const rows = DONE.map((state) => ({ label: t(`push.result.${state}`), count: counts[state] }));
  return <Counted heading={heading} rows={rows.filter(({ count }) => count > 0)} />;
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
