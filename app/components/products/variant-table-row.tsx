import { BlockStack, IndexTable, InlineStack, Link, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { goodsInWords } from "../../domain/catalog/goods-in-words.ts";
import type { VariantRow } from "../../domain/catalog/list-variants.ts";
import { stockOfVariant } from "../../domain/stock/mirror/decide-stock.ts";
import { StateBadge } from "../state-badge.tsx";
import { TakeSuggestion } from "./take-suggestion.tsx";
import { variantName } from "../variant-name.ts";
import { variantUrl } from "../variant-url.ts";

/** One variant: how it stands to the warehouse, a link to its page, and what is suggested in one click. */
export function VariantTableRow({
  row,
  position,
  stacked,
  selected,
}: {
  row: VariantRow;
  position: number;
  stacked: boolean;
  selected: boolean;
}) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const figure = (value: number | null) => (value === null ? t("unknown") : number.format(value));
  const warehouse = figure(stockOfVariant(row.components) ?? null);
  const onHand = row.tracked ? figure(row.onHand) : t("products.untracked");
  const name = (
    <Link dataPrimaryLink monochrome removeUnderline url={variantUrl(row.variantId)}>
      <Text as="span" fontWeight="semibold">
        {variantName(row)}
      </Text>
    </Link>
  );
  return (
    <IndexTable.Row id={row.variantId} position={position} selected={selected}>
      {stacked ? (
        <div className="stacked-row">
          <BlockStack gap="100">
            <InlineStack align="space-between" gap="200">
              {name}
              <StateBadge state={row.state} />
            </InlineStack>
            <SkuLabel row={row} />
            <Text as="span" tone="subdued">
              {t("products.figures", { warehouse, onHand })}
            </Text>
            <OneClick row={row} />
          </BlockStack>
        </div>
      ) : (
        <>
          <IndexTable.Cell className="wrapping-cell">{name}</IndexTable.Cell>
          <IndexTable.Cell className="wrapping-cell">
            <SkuLabel row={row} />
          </IndexTable.Cell>
          <IndexTable.Cell>
            <Text as="span" alignment="end" numeric>
              {warehouse}
            </Text>
          </IndexTable.Cell>
          <IndexTable.Cell>
            <Text as="span" alignment="end" numeric>
              {onHand}
            </Text>
          </IndexTable.Cell>
          <IndexTable.Cell>
            <InlineStack gap="200" blockAlign="center" wrap={false}>
              <StateBadge state={row.state} />
              <OneClick row={row} />
            </InlineStack>
          </IndexTable.Cell>
        </>
      )}
    </IndexTable.Row>
  );
}

function SkuLabel({ row }: { row: VariantRow }) {
  const { t } = useTranslation();
  const goods = goodsInWords(row.components);
  return (
    <BlockStack>
      <Text as="span">{row.sku ?? t("unknown")}</Text>
      {goods && goods !== row.sku && (
        <Text as="span" tone="subdued" variant="bodySm">
          {t("products.mappedTo", { sku: goods })}
        </Text>
      )}
      {row.state === "suggested" && row.suggestedSku && (
        <Text as="span" tone="subdued" variant="bodySm">
          {t(row.suggestedFrom ? "products.maybeAgain" : "products.maybe", { sku: row.suggestedSku })}
        </Text>
      )}
    </BlockStack>
  );
}

/** A suggestion to be taken, or a gone variant's mapping to be given on. */
function OneClick({ row }: { row: VariantRow }) {
  const { variantId, state, suggestedSku, suggestedFrom, heir } = row;
  if (state === "suggested" && suggestedFrom)
    return <TakeSuggestion variant={row} suggestion={{ from: suggestedFrom }} />;
  if (state === "suggested" && suggestedSku)
    return <TakeSuggestion variant={row} suggestion={{ sku: suggestedSku }} />;
  if (heir) return <TakeSuggestion variant={{ ...row, variantId: heir }} suggestion={{ from: variantId }} />;
  return null;
}
