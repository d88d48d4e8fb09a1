import { Banner } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { MerchantSentence } from "../domain/merchant-sentence.ts";
import { useSentence } from "./use-sentence.ts";

/** What the warehouse said to what was entered, where nothing was saved because of it. */
export function SentenceBanner({ sentence }: { sentence: MerchantSentence }) {
  const { t } = useTranslation();
  const { heading, body } = useSentence()(sentence);
  return (
    <Banner tone="critical" title={heading}>
      {t("connect.nothingSaved")} {body}
    </Banner>
  );
}
