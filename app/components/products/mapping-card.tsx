import { SaveBar, useAppBridge } from "@shopify/app-bridge-react";
import { Banner, BlockStack, Button, Card, Divider, InlineStack, Text, TextField } from "@shopify/polaris";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Goods } from "../../domain/catalog/describe-goods.ts";
import type { VariantDetail } from "../../domain/catalog/read-variant.ts";
import { GoodsSearch } from "../goods-search.tsx";
import { useDraft } from "../use-draft.ts";
import { useVariantAction } from "./use-variant-action.ts";
import { UsedBy } from "../used-by.tsx";

interface Part {
  goods: Goods;
  /** As typed. */
  quantity: string;
}

const partsOf = ({ components }: VariantDetail): Part[] =>
  components.map(({ quantity, ...goods }) => ({ goods, quantity: String(quantity) }));

const componentsOf = (parts: readonly Part[]) =>
  parts.map(({ goods, quantity }) => ({ sku: goods.sku, quantity: Number(quantity) }));

/** A changed mapping, and the one it was made from. */
interface Draft {
  parts: Part[];
  began: Part[];
}

const isCount = (text: string) => /^[1-9][0-9]{0,8}$/.test(text);

/** Which goods a variant is made of, to be changed by hand and saved as a whole. */
export function MappingCard({ variant }: { variant: VariantDetail }) {
  const { t } = useTranslation();
  const bridge = useAppBridge();
  const { send, busy, answer, failed } = useVariantAction(variant.variantId);
  const isSaved = answer?.outcome === "mapped";
  // Until something is changed here, what is saved is shown as it changes.
  const { draft, setDraft, saved, noteSent } = useDraft<Draft>({
    ...{ answer, isSaved, isBusy: busy },
    rebase: ({ parts }, { parts: began }) => ({ parts, began }),
  });
  useEffect(() => {
    if (isSaved) void bridge.toast.show(t("variant.saved"));
  }, [answer]); // oxlint-disable-line react/exhaustive-deps -- Once for each answer.

  const stored = saved?.parts ?? partsOf(variant);
  const { parts, began } = draft ?? { parts: stored, began: stored };
  const change = (to: Part[]) => setDraft({ parts: to, began });
  const add = (goods: Goods) =>
    change([...parts.filter((part) => part.goods.sku !== goods.sku), { goods, quantity: "1" }]);
  const savable = parts.length > 0 && parts.every(({ quantity }) => isCount(quantity));
  const save = () => {
    noteSent();
    send({ intent: "map", components: componentsOf(parts), replaces: componentsOf(began) });
  };
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          {t("variant.mapping.heading")}
        </Text>
        {failed && draft && <Banner tone="critical">{failed}</Banner>}
        {parts.length === 0 && (
          <Text as="p" tone="subdued">
            {t("variant.mapping.none")}
          </Text>
        )}
        {parts.map((part) => (
          <PartRow
            key={part.goods.sku}
            part={part}
            of={variant}
            onQuantity={(quantity) => change(parts.map((one) => (one === part ? { ...one, quantity } : one)))}
            onRemove={() => change(parts.filter((one) => one !== part))}
          />
        ))}
        {parts.some(({ goods }) => goods.usedBy.some(({ variantId }) => variantId !== variant.variantId)) && (
          <Text as="p" tone="subdued">
            {t("variant.mapping.shared")}
          </Text>
        )}
        <Divider />
        <GoodsSearch chosen={parts.map(({ goods }) => goods.sku)} onChoose={add} />
        {draft && parts.length === 0 && <Text as="p">{t("variant.mapping.empty")}</Text>}
      </BlockStack>
      <SaveBar id="mapping" open={draft !== undefined}>
        {/* Shopify's save bar reads these off and shows buttons of its own. */}
        <button variant="primary" onClick={save} disabled={!savable || busy} type="button">
          {t("variant.mapping.save")}
        </button>
        <button type="button" onClick={() => setDraft(undefined)}>
          {t("variant.mapping.discard")}
        </button>
      </SaveBar>
    </Card>
  );
}

function PartRow(props: { part: Part; of: VariantDetail; onQuantity(text: string): void; onRemove(): void }) {
  const { t } = useTranslation();
  const { goods, quantity } = props.part;
  return (
    <BlockStack gap="100">
      <InlineStack align="space-between" blockAlign="center" gap="200" wrap={false}>
        <BlockStack>
          <Text as="span" fontWeight="semibold" breakWord>
            {goods.sku}
          </Text>
          <Text as="span" tone="subdued" breakWord>
            {goods.known
              ? t("variant.stocked", {
                  description: goods.description,
                  stock: goods.stock ?? t("unknown"),
                })
              : t("variant.notKnown")}
          </Text>
        </BlockStack>
        <InlineStack gap="200" blockAlign="center" wrap={false}>
          <div className="quantity-field">
            <TextField
              label={t("variant.mapping.quantity", { sku: goods.sku })}
              labelHidden
              type="integer"
              min={1}
              autoComplete="off"
              value={quantity}
              onChange={props.onQuantity}
              error={isCount(quantity) ? false : t("variant.mapping.notACount")}
            />
          </div>
          <Button
            onClick={props.onRemove}
            accessibilityLabel={t("variant.mapping.removeOne", { sku: goods.sku })}
          >
            {t("variant.mapping.remove")}
          </Button>
        </InlineStack>
      </InlineStack>
      <UsedBy goods={goods} of={props.of} />
    </BlockStack>
  );
}
