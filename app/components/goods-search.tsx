import { BlockStack, Button, InlineStack, Text, TextField } from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Goods } from "../domain/catalog/describe-goods.ts";
import type { WarehouseProductsAnswer } from "../domain/catalog/search-warehouse-products.ts";
import { UsedBy } from "./used-by.tsx";

/** How long the typing has to pause before it is looked for, in milliseconds. */
const PAUSE_MS = 300;

/** Looks for the warehouse's products and lets one be chosen at a time. */
export function GoodsSearch({
  chosen,
  onChoose,
}: {
  chosen: readonly string[];
  onChoose(goods: Goods): void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const { data, load, state } = useFetcher<WarehouseProductsAnswer>();
  useEffect(() => {
    if (typed.trim() === "") return undefined;
    const look = () => load(`/app/warehouse-products?${new URLSearchParams({ search: typed }).toString()}`);
    const timer = setTimeout(look, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, load]);
  const products = typed.trim() !== "" && data?.outcome === "found" ? data.products : [];
  // Until the answer to this text is here, the products of the last one stay, and can't be added.
  const isAnswered = data?.search === typed;
  return (
    <BlockStack gap="300">
      <TextField
        label={t("variant.search.label")}
        placeholder={t("variant.search.placeholder")}
        autoComplete="off"
        value={typed}
        onChange={setTyped}
        clearButton
        onClearButtonClick={() => setTyped("")}
        loading={state !== "idle"}
      />
      <div aria-live="polite">
        {typed.trim() !== "" && isAnswered && products.length === 0 && (
          <Text as="p" tone="subdued">
            {t(data.outcome === "found" ? "variant.search.none" : "variant.search.notAsked")}
          </Text>
        )}
      </div>
      {products.map((goods) => (
        <InlineStack key={goods.sku} align="space-between" blockAlign="center" gap="200" wrap={false}>
          <BlockStack>
            <Text as="span" fontWeight="semibold" breakWord>
              {goods.sku}
            </Text>
            <Text as="span" tone="subdued" breakWord>
              {t("variant.stocked", {
                description: goods.description,
                stock: goods.stock ?? t("unknown"),
              })}
            </Text>
            <UsedBy goods={goods} />
          </BlockStack>
          <Button
            disabled={!isAnswered || chosen.includes(goods.sku)}
            onClick={() => onChoose(goods)}
            accessibilityLabel={t("variant.search.addOne", { sku: goods.sku })}
          >
            {t("variant.search.add")}
          </Button>
        </InlineStack>
      ))}
    </BlockStack>
  );
}
