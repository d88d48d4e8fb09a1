import { useTranslation } from "react-i18next";
import type { ComparedField, Difference, FieldValue } from "../../domain/catalog/update/compare-product.ts";
import { useFieldName } from "../use-sentence.ts";

/** Fields that are addresses: too long to be read, so links stand for them. */
export const isLink = (field: ComparedField): field is "url" | "imageUrl" =>
  field === "url" || field === "imageUrl";

/** Values of products, and what differs between the store and the warehouse, as a merchant reads them. */
export function useValueWords() {
  const { t } = useTranslation();
  const fieldName = useFieldName();
  return { nameOf, valueOf, differenceOf, changeOf };

  function nameOf(field: ComparedField): string {
    return field === "imageUrl" ? t("compare.picture") : fieldName(field);
  }

  /** In a sentence: a description has words of its own. */
  function inSentence(field: ComparedField, value: FieldValue | null): string {
    const text = valueOf(field, value);
    return field === "description" && value !== null ? t("compare.quoted", { text }) : text;
  }

  function valueOf(field: ComparedField, value: FieldValue | null): string {
    if (value === null) return t("compare.none");
    if (typeof value === "string") return value;
    return t(field === "weight" ? "compare.grams" : "compare.millimeters", { value });
  }

  /** What differs, in a sentence. */
  function differenceOf({ field, store, warehouse }: Difference): string {
    const name = nameOf(field);
    if (isLink(field))
      return t(warehouse === null ? "compare.missingLink" : "compare.otherLink", { field: name });
    const named = { field: name, store: inSentence(field, store) };
    if (warehouse === null) return t("compare.missing", named);
    return t("compare.difference", { ...named, warehouse: inSentence(field, warehouse) });
  }

  /** What an update would change. */
  function changeOf({ field, store, warehouse }: Difference): string {
    const name = nameOf(field);
    if (isLink(field)) return t("update.changeLink", { field: name });
    return t("update.change", {
      field: name,
      store: inSentence(field, store),
      warehouse: inSentence(field, warehouse),
    });
  }
}
