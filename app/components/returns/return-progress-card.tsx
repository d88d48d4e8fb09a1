import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ReturnDetail } from "../../domain/returns/read-return.ts";
import { Fact } from "../fact.tsx";
import { plainWord } from "../plain-word.ts";
import { useDay } from "../use-day.ts";
import { useReturnAction } from "./use-return-action.ts";
import { useWaitingWords } from "./use-waiting-words.ts";
import { When } from "../when.tsx";

const INBOUND = ["new", "in_progress", "partially_received", "fully_received", "cancelled"] as const;

/** How far a return is, as a picture, and how the warehouse calls and has it. */
export function ReturnProgressCard({ detail, now }: { detail: ReturnDetail; now: Date }) {
  const { t } = useTranslation();
  const { what, when } = useWaitingWords()(detail.waiting);
  const day = useDay();
  const { checkAt } = detail;
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          {t("returns.progress.heading")}
        </Text>
        <ol className="steps">
          {detail.steps.map(({ step, state }) => (
            <li
              key={step}
              className={`step step-${state}`}
              aria-current={state === "now" ? "step" : undefined}
            >
              <span className="step-mark" aria-hidden="true" />
              <Text as="span" {...(state === "todo" ? { tone: "subdued" } : { fontWeight: "semibold" })}>
                {t(`returns.progress.${step}`)}
              </Text>
              <Text as="span" visuallyHidden>
                {` (${t(`returns.progress.state.${state}`)})`}
              </Text>
            </li>
          ))}
        </ol>
        <BlockStack gap="100">
          <Fact label={t("returns.waiting.heading")}>{when === null ? what : `${what}, ${when}`}</Fact>
          <Fact label={t("returns.progress.inbound")}>{inbound()}</Fact>
          <Fact label={t("returns.progress.read")}>
            <When at={detail.readAt} now={now} />
          </Fact>
          {checkAt && (
            <Fact label={t("returns.progress.nextCheck")}>
              {day((checkAt < now ? now : checkAt).toISOString().slice(0, 10))}
            </Fact>
          )}
        </BlockStack>
        <HiddenNeeds detail={detail} />
      </BlockStack>
    </Card>
  );

  function inbound(): string {
    const { inboundRef: ref, inboundStatus: status } = detail;
    if (status === null) return t("returns.progress.inboundNone");
    return t(`returns.progress.status.${INBOUND.find((one) => one === status) ?? "other"}`, {
      ref,
      status: plainWord(status),
    });
  }
}

/** What the merchant is done with, which comes back with one click. */
function HiddenNeeds({ detail: { returnId, seen } }: { detail: ReturnDetail }) {
  const { t, i18n } = useTranslation();
  const { send, busy } = useReturnAction();
  if (seen.length === 0) return null;
  const names = [...new Set(seen.map(({ kind }) => kind))].map((kind) => t(`returns.need.${kind}.short`));
  const reasons = new Intl.ListFormat(i18n.language, { type: "unit", style: "long" }).format(names);
  return (
    <InlineStack gap="200" blockAlign="center">
      <Text as="span" tone="subdued">
        {t("returns.progress.hidden", { reasons })}
      </Text>
      <Button variant="plain" loading={busy} onClick={() => send({ intent: "show-seen", returnId })}>
        {t("returns.do.showSeen")}
      </Button>
    </InlineStack>
  );
}
