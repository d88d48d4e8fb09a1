import { Banner } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ReadSenderOutcome } from "../../domain/returns/announce/read-sender.ts";
import { useSentence } from "../use-sentence.ts";

/** Why there is nothing to show, or nothing was changed. */
export function SenderRefused({ refusal }: { refusal: Exclude<ReadSenderOutcome, { outcome: "read" }> }) {
  const { t } = useTranslation();
  const inWords = useSentence();
  const { heading, body } =
    refusal.outcome === "warehouse-failed"
      ? inWords(refusal.sentence)
      : {
          heading: t(`returns.sender.${refusal.outcome}.heading`),
          body: t(`returns.sender.${refusal.outcome}.body`),
        };
  return (
    <Banner tone="critical" title={heading}>
      {body}
    </Banner>
  );
}
