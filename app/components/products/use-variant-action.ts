import { useFetcher } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { VariantAnswer } from "./variant-answer.ts";
import { variantUrl } from "../variant-url.ts";

/** Asks something of a variant's page; `failed` says in words why it did not do it. */
export function useVariantAction(variantId: string) {
  const { t } = useTranslation();
  const { data, state, submit } = useFetcher<VariantAnswer>();
  return {
    send: (body: Parameters<typeof submit>[0]) =>
      submit(body, { method: "post", action: variantUrl(variantId), encType: "application/json" }),
    busy: state !== "idle",
    answer: data,
    failed: data && inWords(data),
  };

  function inWords(answer: VariantAnswer): string | undefined {
    switch (answer.outcome) {
      case "mapped":
      case "relinked":
      case "started":
        return undefined;
      case "unknown-sku":
        return t("variant.unknownSku", { sku: answer.sku });
      case "sku-not-checked":
        return t("variant.skuNotChecked", { sku: answer.sku });
      default:
        return t("products.outdated");
    }
  }
}
