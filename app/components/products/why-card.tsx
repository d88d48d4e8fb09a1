import { Banner, BlockStack, Button, Card, InlineStack, Link, List, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { goodsInWords } from "../../domain/catalog/goods-in-words.ts";
import type { NamedVariant } from "../../domain/catalog/mapping/plan-words.ts";
import type { VariantDetail } from "../../domain/catalog/read-variant.ts";
import { TakeSuggestion } from "./take-suggestion.tsx";
import { UsedBy } from "../used-by.tsx";
import { useVariantAction } from "./use-variant-action.ts";
import { variantName } from "../variant-name.ts";
import { createUrl, variantUrl } from "../variant-url.ts";

/** Why a variant stands to the warehouse as it does, in words, and the one thing to do about it. */
export function WhyCard({ variant }: { variant: VariantDetail }) {
  const { t } = useTranslation();
  const { state, reason, sku, barcode, components, rivals, candidates } = variant;
  const key = reason ?? state;
  const values = {
    sku: sku ?? "",
    barcode: barcode ?? "",
    goods: state === "mapped" ? goodsInWords(components) : (candidates[0]?.sku ?? ""),
  };
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("variant.why.heading")}
        </Text>
        <Text as="p">{t(`variant.why.${whyKey(key)}`, values)}</Text>
        {rivals.length > 0 && state === "ambiguous" && (
          <BlockStack gap="100">
            <Text as="p">{t("variant.rivals")}</Text>
            <Names variants={rivals} />
          </BlockStack>
        )}
        <Consequences variant={variant} />
        <Suggested variant={variant} />
        <Heirs variant={variant} />
        {state === "not_at_warehouse" && sku && (
          <InlineStack>
            <Button url={createUrl([variant.variantId])}>{t("variant.create")}</Button>
          </InlineStack>
        )}
      </BlockStack>
    </Card>
  );
}

type Why = Exclude<VariantDetail["state"], "suggested" | "ambiguous"> | NonNullable<VariantDetail["reason"]>;

/** Suggested and ambiguous always come with a reason. */
const whyKey = (key: VariantDetail["state"] | NonNullable<VariantDetail["reason"]>): Why =>
  key === "suggested" || key === "ambiguous" ? "several_products" : key;

function Names({ variants }: { variants: NamedVariant[] }) {
  return (
    <List>
      {variants.map((one) => (
        <List.Item key={one.variantId}>
          <Link url={variantUrl(one.variantId)}>{variantName(one)}</Link>
        </List.Item>
      ))}
    </List>
  );
}

/** What was renamed on either side, and what that means. */
function Consequences({ variant }: { variant: VariantDetail }) {
  const { t } = useTranslation();
  const { renamed, sku, components, onHand, mapping, state } = variant;
  const { send, busy, failed } = useVariantAction(variant.variantId);
  const keep = () =>
    send({ intent: "map", components: components.map(({ sku, quantity }) => ({ sku, quantity })) });
  const unknown = components.filter(({ known }) => !known);
  return (
    <>
      {renamed && (
        <Banner
          tone={mapping?.source === "sku" && sku ? "warning" : "info"}
          title={t("variant.renamed.heading")}
          {...(state === "mapped" && {
            action: { content: t("variant.renamed.keep"), loading: busy, onAction: keep },
          })}
        >
          <BlockStack gap="100">
            <Text as="p">
              {t("variant.renamed.body", {
                from: renamed.from ?? t("variant.noSku"),
                to: sku ?? t("variant.noSku"),
                goods: goodsInWords(components),
              })}
            </Text>
            {failed && <Text as="p">{failed}</Text>}
          </BlockStack>
        </Banner>
      )}
      {unknown.length > 0 && (
        <Banner
          tone="warning"
          title={t("variant.unknown.heading", { sku: unknown.map((one) => one.sku).join(", ") })}
        >
          {(onHand ?? 0) > 0
            ? t("variant.unknown.shows", { count: onHand ?? 0 })
            : t("variant.unknown.showsNothing")}
        </Banner>
      )}
    </>
  );
}

/** What it may be: each with one click to take it. */
function Suggested({ variant }: { variant: VariantDetail }) {
  const { t } = useTranslation();
  const { state, former, candidates, components } = variant;
  const unknown = components.length === 1 && components.some(({ known }) => !known);
  if (state === "suggested" && former)
    return (
      <Choice
        text={t("variant.former", { former: variantName(former), goods: goodsInWords(former.components) })}
        action={<TakeSuggestion variant={variant} suggestion={{ from: former.variantId }} />}
      />
    );
  if (candidates.length === 0 || state === "bundle" || state === "ignored" || variant.goneAt) return null;
  // Of a variant that is mapped, other goods are of interest only when its own have vanished.
  if (state === "mapped" && !unknown) return null;
  return (
    <BlockStack gap="200">
      <Text as="p">{t("variant.candidates")}</Text>
      {candidates.map((goods) => (
        <Choice
          key={goods.sku}
          text={t("variant.goods", { ...goods, stock: goods.stock ?? t("unknown") })}
          more={<UsedBy goods={goods} />}
          action={
            <TakeSuggestion
              variant={variant}
              suggestion={{ sku: goods.sku }}
              label={t(state === "suggested" ? "products.confirm" : "variant.mapThis")}
            />
          }
        />
      ))}
    </BlockStack>
  );
}

function Choice({ text, more, action }: { text: string; more?: ReactNode; action: ReactNode }) {
  return (
    <InlineStack align="space-between" blockAlign="center" gap="200">
      <BlockStack>
        <Text as="span" breakWord>
          {text}
        </Text>
        {more}
      </BlockStack>
      {action}
    </InlineStack>
  );
}

/** Of a variant that is gone: what it is mapped to still, and who may take that over. */
function Heirs({ variant }: { variant: VariantDetail }) {
  const { t } = useTranslation();
  const { send, busy, failed } = useVariantAction(variant.variantId);
  if (!variant.goneAt) return null;
  return (
    <BlockStack gap="200">
      <Text as="p">{t("variant.remembered", { goods: goodsInWords(variant.components) })}</Text>
      {failed && <Banner tone="warning">{failed}</Banner>}
      {variant.heirs.map((heir) => (
        <Choice
          key={heir.variantId}
          text={t("variant.heir", { heir: variantName(heir) })}
          action={
            <Button
              loading={busy}
              onClick={() => send({ intent: "relink-heir", heir: heir.variantId })}
              accessibilityLabel={t("products.ofVariant", {
                action: t("products.relink"),
                variant: variantName(heir),
              })}
            >
              {t("products.relink")}
            </Button>
          }
        />
      ))}
    </BlockStack>
  );
}
