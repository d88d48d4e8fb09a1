import { BlockStack, Button, Card, Divider, InlineStack, Text } from "@shopify/polaris";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { GivenUp } from "../../domain/work/read-given-up.ts";
import type { RetryOutcome } from "../../domain/work/retry-given-up.ts";
import { useAsking } from "../use-asking.ts";
import { When } from "../when.tsx";

/** What was tried again and again and is not tried any more by itself. */
export function GivenUpCard({ jobs, now }: { jobs: GivenUp[]; now: Date }) {
  const { t } = useTranslation();
  const { send, busy } = useAsking<RetryOutcome>({
    action: "/app/activity/support",
    tell: (answer) => ({
      message:
        answer.outcome === "retried"
          ? t("support.givenUp.retried", { count: answer.count })
          : t("support.givenUp.over"),
    }),
  });
  if (jobs.length === 0) return null;
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            {t("support.givenUp.heading")}
          </Text>
          {jobs.length > 1 && (
            <Button loading={busy} onClick={() => send({ intent: "retry" })}>
              {t("support.givenUp.retryAll")}
            </Button>
          )}
        </InlineStack>
        <Text as="p">{t("support.givenUp.body")}</Text>
        {jobs.map((job) => (
          <Fragment key={job.id}>
            <Divider />
            <GivenUpRow
              job={job}
              now={now}
              busy={busy}
              onRetry={() => send({ intent: "retry", jobId: job.id })}
            />
          </Fragment>
        ))}
      </BlockStack>
    </Card>
  );
}

interface RowProps {
  job: GivenUp;
  now: Date;
  busy: boolean;
  onRetry(): void;
}

function GivenUpRow({ job: { purpose, about, tries, triedAt }, now, busy, onRetry }: RowProps) {
  const { t } = useTranslation();
  const does = t(`support.givenUp.does.${purpose}`);
  const what = about ? t("support.givenUp.about", { does, about }) : does;
  return (
    <InlineStack align="space-between" blockAlign="center" gap="200">
      <BlockStack gap="100">
        <Text as="span" fontWeight="semibold" breakWord>
          {what}
        </Text>
        <Text as="span" tone="subdued">
          {t("support.givenUp.tries", { count: tries })} <When at={triedAt} now={now} />
        </Text>
      </BlockStack>
      <Button loading={busy} accessibilityLabel={t("support.givenUp.retryOf", { what })} onClick={onRetry}>
        {t("support.givenUp.retry")}
      </Button>
    </InlineStack>
  );
}
