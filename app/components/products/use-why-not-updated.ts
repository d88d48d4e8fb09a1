import { useTranslation } from "react-i18next";
import type { IncompleteUpdate } from "../../domain/catalog/update/read-update-page.ts";
import { useSentence } from "../use-sentence.ts";
import { useValueWords } from "./use-value-words.ts";

/** Why a product was not updated at the warehouse, or not in every field. */
export function useWhyNotUpdated(): (update: IncompleteUpdate) => string {
  const { t, i18n } = useTranslation();
  const { nameOf } = useValueWords();
  const inWords = useSentence();
  const list = new Intl.ListFormat(i18n.language, { type: "unit", style: "long" });
  return ({ state, left, sentence }) => {
    if (state === "updated") return t("update.why.left", { fields: list.format(left.map(nameOf)) });
    if (state !== "rejected") return t(`update.why.${state}`);
    const { heading = "", body = "" } = sentence ? inWords(sentence) : {};
    return t("update.why.rejected", { reason: `${heading}. ${body}` });
  };
}
