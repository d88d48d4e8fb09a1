import { Badge, BlockStack, Card, InlineStack, Link, Text, Thumbnail } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { VariantDetail } from "../../domain/catalog/read-variant.ts";
import { Fact } from "../fact.tsx";
import { plainWord } from "../plain-word.ts";
import { When } from "../when.tsx";

/** What the shop shows of a variant. */
export function VariantFactsCard({ variant, now }: { variant: VariantDetail; now: Date }) {
  const { t } = useTranslation();
  const { sku, barcode, weight, width, height, length, tracked, onHand, goneAt, mapping } = variant;
  // What was last known of a product that is gone would lead to a page there is no more.
  const product = goneAt ? null : variant.product;
  const sides = [length, width, height];
  const unknown = t("unknown");
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack gap="300" blockAlign="center">
          {product?.imageUrl && <Thumbnail source={product.imageUrl} alt="" size="medium" />}
          <BlockStack gap="100" inlineAlign="start">
            <Text as="h2" variant="headingMd">
              {t("variant.facts.heading")}
            </Text>
            {product && <Badge>{statusOf(product.status)}</Badge>}
          </BlockStack>
        </InlineStack>
        <Fact label={t("products.column.sku")}>{sku ?? unknown}</Fact>
        <Fact label={t("variant.facts.barcode")}>{barcode ?? unknown}</Fact>
        <Fact label={t("products.column.onHand")}>
          {tracked ? (onHand ?? unknown) : t("products.untracked")}
        </Fact>
        <Fact label={t("variant.facts.follows")}>{variant.follows ?? unknown}</Fact>
        <Fact label={t("variant.facts.weight")}>
          {weight === null ? unknown : t("variant.facts.grams", { count: weight })}
        </Fact>
        <Fact label={t("variant.facts.size")}>
          {sides.every((side) => side === null)
            ? unknown
            : t("variant.facts.millimetres", { sides: sides.map((side) => side ?? unknown).join(" × ") })}
        </Fact>
        {mapping && (
          <Fact label={t(`variant.facts.mappedBy.${mapping.source}`)}>
            <When at={mapping.mappedAt} now={now} />
          </Fact>
        )}
        {goneAt && (
          <Fact label={t("variant.facts.gone")}>
            <When at={goneAt} now={now} />
          </Fact>
        )}
        {product?.url && (
          <Link url={product.url} target="_blank">
            {t("variant.facts.see")}
          </Link>
        )}
      </BlockStack>
    </Card>
  );

  function statusOf(status: string): string {
    switch (status) {
      case "ACTIVE":
      case "DRAFT":
      case "ARCHIVED":
      case "UNLISTED":
        return t(`variant.status.${status}`);
      default:
        return plainWord(status);
    }
  }
}
