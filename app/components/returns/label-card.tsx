import { useFetcher } from "@remix-run/react";
import { Badge, Banner, BlockStack, Button, ButtonGroup, Card, InlineStack, Text } from "@shopify/polaris";
import type { BadgeProps } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { RedoLabelOutcome } from "../../domain/returns/label/redo-label.ts";
import type { ShownLabel } from "../../domain/returns/label/show-label.ts";
import { useLabelFile, type NoLabel } from "./use-label-file.ts";
import { When } from "../when.tsx";

const TONE: Record<ShownLabel["state"], BadgeProps["tone"]> = {
  none: undefined,
  waiting: "info",
  ready: "success",
  old: "warning",
  failed: "critical",
  theirs: undefined,
};

/** A return's label: how it stands and why, to be looked at, printed, tried again and made anew. */
export function LabelCard({ label, now }: { label: ShownLabel; now: Date }) {
  const url = `/app/returns/${label.number}/label`;
  const { data, state, submit } = useFetcher<RedoLabelOutcome>();
  const ask = (intent: "retry" | "anew") =>
    submit({ intent }, { method: "post", action: url, encType: "application/json" });
  return (
    <LabelView
      {...{ label, now, url }}
      busy={state !== "idle"}
      isOutdated={data?.outcome === "not-possible"}
      onAsk={(intent) => void ask(intent)}
    />
  );
}

export function LabelView(props: {
  label: ShownLabel;
  now: Date;
  url: string;
  busy: boolean;
  isOutdated: boolean;
  onAsk(intent: "retry" | "anew"): void;
}) {
  const { t } = useTranslation();
  const { label, now, busy, onAsk } = props;
  const file = useLabelFile(props.url);
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            {t("returns.label.heading")}
          </Text>
          <Badge tone={TONE[label.state]}>{t(`returns.label.state.${label.state}`)}</Badge>
        </InlineStack>
        {label.state !== "old" && <Text as="p">{t(`returns.label.about.${label.state}`)}</Text>}
        {label.isOld && (
          <Banner tone="warning" title={t("returns.label.outOfDate.heading")}>
            {t(label.isGone ? "returns.label.about.old" : "returns.label.outOfDate.body")}
          </Banner>
        )}
        {label.reason && <Why {...{ label, now }} />}
        {label.isAsked && <Text as="p">{t("returns.label.asked")}</Text>}
        {props.isOutdated && <Banner tone="warning">{t("returns.label.outdated")}</Banner>}
        {file.failed && <NoLabelBanner failed={file.failed} />}
        <ButtonGroup>
          {label.canPrint && (
            <Button onClick={file.view} loading={file.busy === "view"}>
              {t("returns.label.view")}
            </Button>
          )}
          {label.canPrint && (
            <Button onClick={file.print} loading={file.busy === "print"}>
              {t("returns.label.print")}
            </Button>
          )}
          {label.canRetry && (
            <Button onClick={() => onAsk("retry")} loading={busy}>
              {t("returns.label.retry")}
            </Button>
          )}
          {label.canRemake && (
            <Button onClick={() => onAsk("anew")} loading={busy} disabled={label.isAsked}>
              {t(label.state === "none" ? "returns.label.make" : "returns.label.remake")}
            </Button>
          )}
        </ButtonGroup>
      </BlockStack>
    </Card>
  );
}

function Why({ label: { state, reason, words, since }, now }: { label: ShownLabel; now: Date }) {
  const { t } = useTranslation();
  if (!reason) return null;
  return (
    <Banner
      tone={state === "failed" ? "critical" : "info"}
      title={t(`returns.label.reason.${reason}.heading`)}
    >
      <BlockStack gap="100">
        <Text as="p">{t(`returns.label.reason.${reason}.body`)}</Text>
        {words && (
          <Text as="p" breakWord>
            {t("returns.label.words", { words })}
          </Text>
        )}
        {since && (
          <Text as="p" tone="subdued">
            {t("returns.label.since")} <When at={since} now={now} />
          </Text>
        )}
      </BlockStack>
    </Banner>
  );
}

/** Why there is nothing to look at. */
function NoLabelBanner({ failed }: { failed: NoLabel }) {
  const { t } = useTranslation();
  switch (failed.outcome) {
    case "no-return":
      return <Banner tone="critical">{t("returns.label.outdated")}</Banner>;
    case "no-label":
      return (
        <Banner tone="critical" title={t(`returns.label.reason.${failed.reason}.heading`)}>
          {t(`returns.label.reason.${failed.reason}.body`)}
        </Banner>
      );
    case "failed": {
      const { key, values } = failed.sentence;
      return (
        <Banner tone="critical" title={t(`warehouseError.${key}.heading`, values)}>
          {t(`warehouseError.${key}.body`, values)}
        </Banner>
      );
    }
    case "not-printed":
      return <Banner tone="warning">{t("returns.label.notPrinted")}</Banner>;
    case "unknown":
      return <Banner tone="critical">{t("returns.label.notHad")}</Banner>;
  }
}
