import { useTranslation } from "react-i18next";
import type { MerchantSentence } from "../domain/merchant-sentence.ts";

/** The fields that merchants know, by the interface's names. */
const FIELDS = [
  "sku",
  "barcode",
  "description",
  "url",
  "imageUrl",
  "width",
  "height",
  "length",
  "weight",
  "quantity",
  "ref",
  "supplierRef",
  "expectedReceiveDate",
  "senderName",
  "senderEmail",
  "senderPhonenumber",
  "senderAddressLine1",
  "senderAddressLine2",
  "senderPostCode",
  "senderCity",
  "senderCountryCode",
] as const;

/** What a merchant reads in place of the interface's name of a field: of `lines[0].sku`, "SKU". */
export function useFieldName(): (field: string) => string {
  const { t } = useTranslation();
  return (field) => {
    const last = field.slice(field.lastIndexOf(".") + 1);
    const known = FIELDS.find((one) => one === last);
    return known ? t(`field.${known}`) : field;
  };
}

const OF_SHOP = "shop-";
type ShopKey = Extract<MerchantSentence["key"], `shop-${string}`>;
type ShopCode = ShopKey extends `shop-${infer Code}` ? Code : never;
const isOfShop = (key: MerchantSentence["key"]): key is ShopKey => key.startsWith(OF_SHOP);

/** Why a system did not do what was asked: what is wrong, and what to do about it. */
export function useSentence(): (sentence: MerchantSentence) => { heading: string; body: string } {
  const { t } = useTranslation();
  const nameOf = useFieldName();
  return ({ key, values }) => {
    if (isOfShop(key)) {
      const code = key.slice(OF_SHOP.length) as ShopCode;
      return { heading: t(`shopError.${code}.heading`), body: t(`shopError.${code}.body`) };
    }
    const named = { ...values, field: nameOf(values.field) };
    return {
      heading: t(`warehouseError.${key}.heading`, named),
      body: t(`warehouseError.${key}.body`, named),
    };
  };
}
