import { Banner, BlockStack, Button, InlineStack, List, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ReturnDetail } from "../../domain/returns/read-return.ts";
import type { Need } from "../../domain/returns/return-needs.ts";
import { useReturnAction } from "./use-return-action.ts";
import { useDay } from "../use-day.ts";
import { useFieldName, useSentence } from "../use-sentence.ts";
import { variantUrl } from "../variant-url.ts";

/** What only the merchant can mend about a return: what is wrong, what it leads to, and what to do; a banner a kind. */
export function ReturnNeeds({ detail, onSender }: { detail: ReturnDetail; onSender(): void }) {
  const { t } = useTranslation();
  const { send, busy } = useReturnAction();
  const { returnId, stage, needs, shippedElsewhere } = detail;
  const announce = (label: "announce" | "announceAgain" | "sendAnyway") => (
    <Button
      loading={busy}
      onClick={() => send({ intent: "announce", returnIds: [returnId], all: label === "sendAnyway" })}
    >
      {t(`returns.do.${label}`)}
    </Button>
  );
  const again = (
    <Button loading={busy} onClick={() => send({ intent: "try-again", returnId })}>
      {t("returns.do.again")}
    </Button>
  );
  const why = stage === "earlier" ? "earlier" : "notAnnounced";
  const isShown = !needs.some(({ kind }) => kind === "not-shown");
  return (
    <>
      {stage === "requested" && (
        <Banner
          title={t("returns.requested.heading")}
          action={{ content: t("returns.settings"), url: "/app/settings/returns" }}
        >
          {t("returns.requested.body")}
        </Banner>
      )}
      {detail.mayAnnounce && (
        <Banner title={t(`returns.${why}.heading`)}>
          <BlockStack gap="200" inlineAlign="start">
            <Text as="p">{t(`returns.${why}.body`)}</Text>
            {announce("announce")}
          </BlockStack>
        </Banner>
      )}
      {shippedElsewhere.length > 0 && (
        <Banner title={t("returns.elsewhere.heading")}>
          <BlockStack gap="200" inlineAlign="start">
            <List>
              {shippedElsewhere.map(({ id, quantity, title }) => (
                <List.Item key={id}>{t("returns.need.line", { quantity, title })}</List.Item>
              ))}
            </List>
            <Text as="p">{t("returns.elsewhere.body")}</Text>
            {announce("sendAnyway")}
          </BlockStack>
        </Banner>
      )}
      {[...Map.groupBy(needs, ({ kind }) => kind)].map(([kind, same]) => (
        <NeedBanner key={kind} needs={same} detail={detail}>
          {kind === "sender" && detail.mayCorrectSender && (
            <Button onClick={onSender}>{t("returns.do.sender")}</Button>
          )}
          {(kind === "refused" || kind === "disposition") && again}
          {isShown && (kind === "inbound-gone" || kind === "other-account") && announce("announceAgain")}
          {kind === "not-shown" && (
            <Button loading={busy} onClick={() => send({ intent: "let-go", returnId })}>
              {t("returns.do.letGo")}
            </Button>
          )}
          {kind === "overdue" && (
            <Button loading={busy} onClick={() => send({ intent: "wait-longer", returnId })}>
              {t("returns.do.waitLonger")}
            </Button>
          )}
          {(kind === "short" || kind === "overdue") && (
            <Button loading={busy} onClick={() => send({ intent: "count-missing", returnId })}>
              {t("returns.do.missing")}
            </Button>
          )}
          {kind !== "not-shown" && (
            <Button loading={busy} onClick={() => send({ intent: "mark-seen", returnId, needs: same })}>
              {t("returns.do.seen")}
            </Button>
          )}
        </NeedBanner>
      ))}
    </>
  );
}

/** Needs of one kind together. `children` are its buttons. */
function NeedBanner(props: { needs: Need[]; detail: ReturnDetail; children: React.ReactNode }) {
  const { needs, detail, children } = props;
  const { t } = useTranslation();
  const inWords = useSentence();
  const items = useItems(detail);
  const [first] = needs;
  if (!first) return null;
  const { heading, body } = wordsOf(first);
  const list = needs.flatMap(items);
  return (
    <Banner tone="warning" title={heading}>
      <BlockStack gap="200" inlineAlign="start">
        {list.length > 0 && (
          <List>
            {list.map((item, position) => (
              <List.Item key={position}>{item}</List.Item>
            ))}
          </List>
        )}
        <Text as="p" breakWord>
          {body}
        </Text>
        <InlineStack gap="200">{children}</InlineStack>
      </BlockStack>
    </Banner>
  );

  function wordsOf(need: Need): { heading: string; body: string } {
    if (need.kind === "refused") {
      const sentence = inWords(need.sentence);
      return {
        heading: sentence.heading,
        body: t("returns.need.refused.body", { body: sentence.body }),
      };
    }
    const heading = t(`returns.need.${need.kind}.heading`);
    if (need.kind === "late" && !detail.mayReopen) return { heading, body: t("returns.need.late.over") };
    if (need.kind === "disposition" && need.reason === "")
      return { heading, body: t("returns.need.disposition.unexplained") };
    const reason = need.kind === "disposition" ? need.reason : "";
    return { heading, body: t(`returns.need.${need.kind}.body`, { reason }) };
  }
}

/** What of the return, or of its sender, a need is about. */
function useItems({ lines }: ReturnDetail): (need: Need) => React.ReactNode[] {
  const { t } = useTranslation();
  const nameOf = useFieldName();
  const day = useDay();
  return (need) => {
    switch (need.kind) {
      case "sender": {
        const { rule, limit = 0, length = 0 } = need;
        const field = nameOf(need.field);
        const known = rule === "too-long" || rule === "missing" ? rule : "other";
        return [t(`returns.need.sender.${known}`, { field, limit, length })];
      }
      case "unmapped": {
        const { title, sku, quantity } = need;
        const line = t("returns.need.line", { quantity, title });
        const variantId = lines.find(
          (one) => one.goods === "unmapped" && one.title === title && one.soldSku === sku,
        )?.variantId;
        if (!variantId) return [line];
        return [
          <>
            {line} ·{" "}
            <Button
              variant="plain"
              url={variantUrl(variantId)}
              accessibilityLabel={t("returns.do.mapOne", { line: title })}
            >
              {t("returns.do.map")}
            </Button>
          </>,
        ];
      }
      case "custom":
      case "unverified":
        return [
          t("returns.need.line", {
            quantity: need.quantity,
            title: need.title || t("returns.lines.unnamed"),
          }),
        ];
      case "restock-waits":
        return [
          t(`returns.need.restock-waits.why.${need.why}`, { quantity: need.quantity, title: need.title }),
        ];
      case "unclear": {
        const { sku, quantity, lines: times = 1 } = need;
        const each = (words: string) => Array.from({ length: times }, () => words);
        if (sku === null && quantity === null) return each(t("returns.unclearItem.nothing"));
        if (sku === null) return each(t("returns.unclearItem.noSku", { quantity }));
        if (quantity === null) return each(t("returns.unclearItem.noQuantity", { sku }));
        return each(t("returns.need.pieces", { quantity, sku }));
      }
      case "corrected": {
        const { title, settled, came } = need;
        return [t(`returns.need.corrected.${need.as}`, { title, settled, came })];
      }
      case "turned-up": {
        const { title, missing, came } = need;
        return [t("returns.need.turned-up.item", { title, missing, came })];
      }
      case "overdue":
        return [t("returns.need.overdue.item", { day: day(need.expectedOn) })];
      case "over":
      case "unknown":
      case "short":
      case "late":
        return [t("returns.need.pieces", { quantity: need.quantity, sku: need.sku })];
      default:
        return [];
    }
  };
}
