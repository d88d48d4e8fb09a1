import type { OrderReturnAnswer } from "../../../app/extension-answers.ts";
import { Fact, inApp } from "../../shared/frame.tsx";

/** Where a return stands once nothing more is to be done about it here. */
const OVER: readonly OrderReturnAnswer["stage"][] = ["settled", "closed", "cancelled", "declined"];
/** The warehouse's own words for an inbound's state. */
const INBOUND_STATES = ["new", "in_progress", "partially_received", "fully_received", "cancelled"];

/** One of the order's returns: how far it is, what the warehouse has of it, and what to do. */
export function OneReturn({ shown }: { shown: OrderReturnAnswer }) {
  const { translate, formatNumber } = shopify.i18n;
  const { name, stage, page, needs, returned, received } = shown;
  const labels = labelsOf(shown);
  return (
    <s-stack gap="small-200">
      <s-stack direction="inline" gap="small-200" alignItems="center">
        <s-heading>{name}</s-heading>
        <s-badge tone={toneOf(shown)}>{translate(`stage.${stage}`)}</s-badge>
      </s-stack>
      <s-paragraph>{translate(`stageHint.${stage}`)}</s-paragraph>
      {needs.map((kind) => (
        <s-banner key={kind} tone="warning" heading={translate(`need.${kind}.heading`)}>
          {translate(`need.${kind}.body`)}
        </s-banner>
      ))}
      <s-stack direction="inline" gap="large">
        <Fact name={translate("received.name")}>
          {translate("received.figures", {
            received: formatNumber(received),
            returned: formatNumber(returned),
          })}
        </Fact>
        <Fact name={translate("inbound.name")}>{inboundInWords(shown)}</Fact>
        <Fact name={translate("label.name")}>{translate(`label.${shown.label}`)}</Fact>
      </s-stack>
      {isLabelUnlinked(shown) && <s-paragraph>{translate("labelsUnlinked")}</s-paragraph>}
      <s-stack direction="inline" gap="base">
        {labels.map((url, index) => (
          <s-link
            key={url}
            href={url}
            target="_blank"
            accessibilityLabel={
              labels.length === 1
                ? translate("do.labelOf", { name })
                : translate("do.oneLabelOf", { number: index + 1, name })
            }
          >
            {labels.length === 1 ? translate("do.label") : translate("do.oneLabel", { number: index + 1 })}
          </s-link>
        ))}
        <s-link href={inApp(page)} accessibilityLabel={translate("do.openOf", { name })}>
          {translate(needs.length > 0 ? "do.settle" : "do.open")}
        </s-link>
      </s-stack>
    </s-stack>
  );
}

/** An app that is older than this block names the first only. */
const labelsOf = ({ labelUrls, labelUrl }: OrderReturnAnswer) => labelUrls ?? (labelUrl ? [labelUrl] : []);

/** There is a label that no link leads to. */
function isLabelUnlinked(shown: OrderReturnAnswer): boolean {
  if (shown.hasMoreLabels) return true;
  return (shown.label === "ready" || shown.label === "theirs") && labelsOf(shown).length === 0;
}

function toneOf({ stage, needs }: OrderReturnAnswer) {
  if (needs.length > 0) return "warning";
  return OVER.includes(stage) ? "neutral" : "info";
}

function inboundInWords({ inbound }: OrderReturnAnswer): string {
  const { translate } = shopify.i18n;
  if (!inbound) return translate("inbound.none");
  const { ref, status } = inbound;
  const known = INBOUND_STATES.includes(status) ? status : "other";
  return translate(`inbound.${known}`, { ref, status });
}
