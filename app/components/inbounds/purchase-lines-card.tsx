import {
  BlockStack,
  Button,
  Card,
  Divider,
  InlineStack,
  Pagination,
  Text,
  TextField,
} from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { GoodsSearch } from "../goods-search.tsx";
import { usePages } from "./use-pages.ts";

/** Goods in a form. */
export interface FormLine {
  sku: string;
  description: string;
  /** As typed. */
  quantity: string;
}

/** A whole number of pieces from 1 up, of no more digits than the warehouse's integers hold. */
export const isPieces = (text: string) => /^[1-9][0-9]{0,8}$/.test(text);

/** Lines shown at once: thousands of fields would make the page slow to type in. */
const PAGE_SIZE = 50;

/** Which goods are announced: found among the warehouse's products, counted, taken out again. */
export function PurchaseLinesCard(props: {
  lines: readonly FormLine[];
  onChange(lines: FormLine[]): void;
  error: string | undefined;
}) {
  const { lines, onChange, error } = props;
  const { t } = useTranslation();
  const { shown, page, pages, setPage, pagination } = usePages(lines, PAGE_SIZE);
  const pieces = lines.reduce((sum, { quantity }) => sum + (isPieces(quantity) ? Number(quantity) : 0), 0);
  const add = (sku: string, description: string) => {
    onChange([{ sku, description, quantity: "1" }, ...lines]);
    setPage(1);
  };
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          {t("inbounds.form.goods")}
        </Text>
        {lines.length === 0 ? (
          <Text as="p" tone="subdued">
            {t("inbounds.form.goodsNone")}
          </Text>
        ) : (
          <Text as="p" tone="subdued">
            {t("inbounds.form.total", {
              count: pieces,
              skus: t("inbounds.form.skus", { count: lines.length }),
            })}
          </Text>
        )}
        {error && (
          <Text as="p" tone="critical">
            {error}
          </Text>
        )}
        {shown.map((line) => (
          <Line
            key={line.sku}
            line={line}
            onQuantity={(quantity) =>
              onChange(lines.map((one) => (one.sku === line.sku ? { ...one, quantity } : one)))
            }
            onRemove={() => onChange(lines.filter((one) => one.sku !== line.sku))}
          />
        ))}
        {pages > 1 && (
          <InlineStack align="center">
            <Pagination
              {...pagination}
              label={t("inbounds.form.page", { page, pages })}
              accessibilityLabel={t("inbounds.form.goods")}
              accessibilityLabels={{
                previous: t("inbounds.form.previous"),
                next: t("inbounds.form.next"),
              }}
            />
          </InlineStack>
        )}
        <Divider />
        <GoodsSearch
          chosen={lines.map(({ sku }) => sku)}
          onChoose={({ sku, description }) => add(sku, description)}
        />
      </BlockStack>
    </Card>
  );
}

function Line(props: { line: FormLine; onQuantity(text: string): void; onRemove(): void }) {
  const { t } = useTranslation();
  const { sku, description, quantity } = props.line;
  return (
    <InlineStack align="space-between" blockAlign="center" gap="200" wrap={false}>
      <BlockStack>
        <Text as="span" fontWeight="semibold" breakWord>
          {sku}
        </Text>
        <Text as="span" tone="subdued" breakWord>
          {description}
        </Text>
      </BlockStack>
      <InlineStack gap="200" blockAlign="center" wrap={false}>
        <div className="quantity-field">
          <TextField
            label={t("inbounds.form.quantity", { sku })}
            labelHidden
            type="integer"
            min={1}
            autoComplete="off"
            value={quantity}
            onChange={props.onQuantity}
            error={isPieces(quantity) ? false : t("inbounds.fault.not-a-count")}
          />
        </div>
        <Button onClick={props.onRemove} accessibilityLabel={t("inbounds.form.removeOne", { sku })}>
          {t("inbounds.form.remove")}
        </Button>
      </InlineStack>
    </InlineStack>
  );
}
