import { Badge, BlockStack, Box, Card, Divider, InlineStack, Text } from "@shopify/polaris";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { ShownEntry } from "../domain/timeline/timeline.ts";
import { useMoment } from "./use-moment.ts";
import { useTimelineWords, WRITE_TONE } from "./use-timeline-words.ts";

/** What happened to a return or a purchase, the latest first: what was heard, read, decided and written, and when. */
export function TimelineCard({ entries }: { entries: readonly ShownEntry[] }) {
  const { t } = useTranslation();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("timeline.heading")}
        </Text>
        {entries.length === 0 && (
          <Text as="p" tone="subdued">
            {t("timeline.none")}
          </Text>
        )}
        {entries.map((entry, position) => (
          <Fragment key={entry.id}>
            {position > 0 && <Divider />}
            <Entry entry={entry} />
          </Fragment>
        ))}
      </BlockStack>
    </Card>
  );
}

function Entry({ entry }: { entry: ShownEntry }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const inWords = useTimelineWords();
  const { at, details, outcome, settledAt, staffId } = entry;
  const late = outcome && outcome !== "done" && settledAt && settledAt.getTime() > at.getTime();
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" blockAlign="center">
        <Box maxWidth="100%">
          <Text as="span" breakWord>
            {inWords(entry)}
          </Text>
        </Box>
        {outcome && <Badge tone={WRITE_TONE[outcome]}>{t(`timeline.outcome.${outcome}`)}</Badge>}
      </InlineStack>
      {outcome === "refused" && details.reason !== undefined && (
        <Text as="span" tone="subdued" breakWord>
          {t("timeline.reason", { reason: details.reason })}
        </Text>
      )}
      <Text as="span" tone="subdued" variant="bodySm">
        <time dateTime={at.toISOString()}>{moment(at)}</time>
        {late && ` · ${t("timeline.settled", { time: moment(settledAt, at) })}`}
        {staffId !== null && ` · ${t("timeline.staff", { staffId })}`}
      </Text>
    </BlockStack>
  );
}
