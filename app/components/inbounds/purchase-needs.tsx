import { Banner, BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { PurchaseNeed } from "../../domain/inbounds/purchase-needs.ts";
import type { PurchaseDetail } from "../../domain/inbounds/read-purchase.ts";
import { purchaseUrl } from "../purchase-url.ts";
import { usePurchaseAction } from "./use-purchase-action.ts";
import { useSentence } from "../use-sentence.ts";
import { useStatusWord } from "../use-status-word.ts";

/** What is on its way to the warehouse, and what only the merchant can mend. */
export function PurchaseNeeds({ detail }: { detail: PurchaseDetail }) {
  const { t } = useTranslation();
  const { due, needs } = detail;
  return (
    <>
      {due && <Banner>{t(`inbounds.detail.due.${due}`)}</Banner>}
      {needs.map((need) => (
        <Need key={need.kind} need={need} detail={detail} />
      ))}
    </>
  );
}

function Need({ need, detail: { ref, status, changeable } }: { need: PurchaseNeed; detail: PurchaseDetail }) {
  const { t } = useTranslation();
  const { send, busy } = usePurchaseAction(ref);
  const { heading, body } = useWords(need);
  return (
    <Banner tone="warning" title={heading}>
      <BlockStack gap="200">
        <Text as="p" breakWord>
          {body}
        </Text>
        <InlineStack gap="200">
          {(need.kind === "refused" || need.kind === "parts-missing") && (
            <Button loading={busy} onClick={() => send({ what: "again" })}>
              {t("inbounds.need.again")}
            </Button>
          )}
          {need.kind === "refused" && changeable && (
            <Button url={`${purchaseUrl(ref)}/edit`}>{t("inbounds.need.edit")}</Button>
          )}
          {/* One that the warehouse never had is deleted instead. */}
          {status !== null && (
            <Button loading={busy} onClick={() => send({ what: "leave", needs: [need] })}>
              {t("inbounds.need.leave")}
            </Button>
          )}
        </InlineStack>
      </BlockStack>
    </Banner>
  );
}

function useWords(need: PurchaseNeed): { heading: string; body: string } {
  const { t } = useTranslation();
  const inWords = useSentence();
  const statusWord = useStatusWord();
  if (need.kind === "refused") {
    const { heading, body } = inWords(need.sentence);
    return { heading, body: t("inbounds.need.refused", { body }) };
  }
  if (need.kind === "parts-missing" && need.of === "change")
    return {
      heading: t("inbounds.need.parts-missing.heading"),
      body: t("inbounds.need.parts-missing.change"),
    };
  if (need.kind !== "too-late")
    return {
      heading: t(`inbounds.need.${need.kind}.heading`),
      body: t(`inbounds.need.${need.kind}.body`),
    };
  return {
    heading: t(`inbounds.need.too-late.${need.asked}.heading`),
    body: t(`inbounds.need.too-late.${need.asked}.body`, { status: statusWord(need.status) }),
  };
}
