import { Badge, Banner, BlockStack, Button, Card, Link, List, Text, Thumbnail } from "@shopify/polaris";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { VariantDetail } from "../../domain/catalog/read-variant.ts";
import {
  COMPARED_FIELDS,
  type ComparedField,
  type FieldValue,
  type ProductValues,
} from "../../domain/catalog/update/compare-product.ts";
import { UpdateModal } from "./update-modal.tsx";
import { isLink, useValueWords } from "./use-value-words.ts";
import { useWhyNotUpdated } from "./use-why-not-updated.ts";

/** What the store and the warehouse know of a product, side by side, and what differs. */
export function ValuesCard({ variant }: { variant: VariantDetail }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { values, components } = variant;
  const { products, differences, isCompared } = values;
  const words = useValueWords();
  const unread = components.filter(({ sku, known }) => known && !products.some((one) => one.sku === sku));
  if (products.length + unread.length === 0) return null;
  const isWaiting = values.update?.state === "waiting";
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          {t("compare.heading")}
        </Text>
        <UpdateBanner variant={variant} />
        {differences.length > 0 && (
          <BlockStack gap="300" inlineAlign="start">
            <List>
              {differences.map((difference) => (
                <List.Item key={difference.field}>
                  <Text as="span" breakWord>
                    {words.differenceOf(difference)}
                  </Text>
                </List.Item>
              ))}
            </List>
            <Button onClick={() => setAsking(true)} disabled={isWaiting}>
              {t("variant.update")}
            </Button>
          </BlockStack>
        )}
        {isCompared && differences.length === 0 && <Badge tone="success">{t("compare.same")}</Badge>}
        {!isCompared && products.length > 0 && (
          <Text as="p" tone="subdued">
            {t("compare.notAlone")}
          </Text>
        )}
        {products.map((product) => (
          <BlockStack key={product.sku} gap="200">
            {products.length > 1 && (
              <Text as="h3" variant="headingSm" breakWord>
                {product.sku}
              </Text>
            )}
            <ValuesTable store={values.store} warehouse={product.values} />
          </BlockStack>
        ))}
        {unread.map(({ sku }) => (
          <Text key={sku} as="p" tone="subdued" breakWord>
            {t("compare.notRead", { sku })}
          </Text>
        ))}
      </BlockStack>
      {asking && <UpdateModal variant={variant} onClose={() => setAsking(false)} />}
    </Card>
  );
}

/** What became of the last update, where that is not seen in the values. */
function UpdateBanner({ variant: { values } }: { variant: VariantDetail }) {
  const { t } = useTranslation();
  const whyNot = useWhyNotUpdated();
  const { update, differences } = values;
  if (update?.state === "waiting") return <Banner>{t("update.why.waiting")}</Banner>;
  // What differs no more needs no explanation.
  if (!update || !("left" in update) || differences.length === 0) return null;
  return <Banner tone="warning">{whyNot(update)}</Banner>;
}

function ValuesTable({ store, warehouse }: { store: ProductValues; warehouse: ProductValues }) {
  const { t } = useTranslation();
  const { nameOf } = useValueWords();
  return (
    <table className="values-table">
      <thead>
        <tr>
          <th scope="col">
            <Text as="span" visuallyHidden>
              {t("compare.field")}
            </Text>
          </th>
          <th scope="col">{t("compare.store")}</th>
          <th scope="col">{t("compare.warehouse")}</th>
        </tr>
      </thead>
      <tbody>
        {COMPARED_FIELDS.map((field) => (
          <tr key={field}>
            <th scope="row">{nameOf(field)}</th>
            <td>
              <Value field={field} value={store[field]} side="store" />
            </td>
            <td>
              <Value field={field} value={warehouse[field]} side="warehouse" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ValueProps {
  field: ComparedField;
  value: FieldValue | null;
  side: "store" | "warehouse";
}

function Value({ field, value, side }: ValueProps) {
  const { t } = useTranslation();
  const { valueOf } = useValueWords();
  if (value === null) return <span className="not-set">{t("compare.none")}</span>;
  if (!isLink(field) || typeof value !== "string") return valueOf(field, value);
  // What the warehouse shows may be any text; only what is an address of the web becomes one here.
  if (!value.startsWith("https://")) return value;
  if (field === "imageUrl")
    return <Thumbnail source={value} alt={t(`compare.pictureIn.${side}`)} size="small" />;
  return (
    <Link url={value} target="_blank">
      {t(`compare.pageIn.${side}`)}
    </Link>
  );
}
