import { SaveBar, useAppBridge } from "@shopify/app-bridge-react";
import {
  Banner,
  BlockStack,
  Button,
  ButtonGroup,
  Card,
  Divider,
  InlineStack,
  Text,
  TextField,
} from "@shopify/polaris";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Goods } from "../../domain/catalog/describe-goods.ts";
import type { VariantDetail } from "../../domain/catalog/read-variant.ts";
import { GoodsSearch } from "../goods-search.tsx";
import { useVariantAction } from "./use-variant-action.ts";
import { variantName } from "../variant-name.ts";

interface Part {
  goods: Goods;
  /** As typed. */
  quantity: string;
}

const partsOf = ({ components }: VariantDetail): Part[] =>
  components.map(({ quantity, ...goods }) => ({ goods, quantity: String(quantity) }));

const isCount = (text: string) => /^[1-9][0-9]{0,8}$/.test(text);

/** Which goods a variant is made of, to be changed by hand and saved as a whole. */
export function MappingCard({ variant }: { variant: VariantDetail }) {
  const { t } = useTranslation();
  const bridge = useAppBridge();
  const { send, busy, answer, failed } = useVariantAction(variant.variantId);
  // Until something is changed here, what is saved is shown as it changes.
  const [draft, setDraft] = useState<Part[]>();
  const [seen, setSeen] = useState(answer);
  const [asking, setAsking] = useState(false);
  if (answer !== seen) {
    setSeen(answer);
    setAsking(answer?.outcome === "taken");
    if (answer?.outcome === "mapped") setDraft(undefined);
  }
  useEffect(() => {
    if (answer?.outcome === "mapped") void bridge.toast.show(t("variant.saved"));
  }, [answer, bridge, t]);

  const parts = draft ?? partsOf(variant);
  const change = (next: Part[]) => {
    setDraft(next);
    setAsking(false);
  };
  const add = (goods: Goods) =>
    change([...parts.filter((part) => part.goods.sku !== goods.sku), { goods, quantity: "1" }]);
  const savable = parts.length > 0 && parts.every(({ quantity }) => isCount(quantity));
  const save = (sharing?: "same" | "primary") =>
    send({
      intent: "map",
      components: parts.map(({ goods, quantity }) => ({ sku: goods.sku, quantity: Number(quantity) })),
      ...(sharing && { sharing }),
    });
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          {t("variant.mapping.heading")}
        </Text>
        {failed && !asking && draft && <Banner tone="critical">{failed}</Banner>}
        {asking && answer?.outcome === "taken" && (
          <AskSharing
            sku={answer.sku}
            by={variantName(answer.by)}
            busy={busy}
            onChoose={save}
            onCancel={() => setAsking(false)}
          />
        )}
        {parts.length === 0 && (
          <Text as="p" tone="subdued">
            {t("variant.mapping.none")}
          </Text>
        )}
        {parts.map((part) => (
          <PartRow
            key={part.goods.sku}
            part={part}
            of={variant.variantId}
            onQuantity={(quantity) => change(parts.map((one) => (one === part ? { ...one, quantity } : one)))}
            onRemove={() => change(parts.filter((one) => one !== part))}
          />
        ))}
        <Divider />
        <GoodsSearch chosen={parts.map(({ goods }) => goods.sku)} onChoose={add} />
        {draft && parts.length === 0 && <Text as="p">{t("variant.mapping.empty")}</Text>}
      </BlockStack>
      <SaveBar id="mapping" open={draft !== undefined}>
        {/* Shopify's save bar reads these off and shows buttons of its own. */}
        <button variant="primary" onClick={() => save()} disabled={!savable || busy} type="button">
          {t("variant.mapping.save")}
        </button>
        <button type="button" onClick={() => setDraft(undefined)}>
          {t("variant.mapping.discard")}
        </button>
      </SaveBar>
    </Card>
  );
}

function PartRow(props: { part: Part; of: string; onQuantity(text: string): void; onRemove(): void }) {
  const { t } = useTranslation();
  const { goods, quantity } = props.part;
  const others = goods.mappedTo.filter(({ variantId }) => variantId !== props.of);
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
      {others.length > 0 && (
        <Text as="p" tone="caution" variant="bodySm">
          {t("variant.alsoMappedTo", { variants: others.map(variantName).join(", ") })}
        </Text>
      )}
    </BlockStack>
  );
}

function AskSharing(props: {
  sku: string;
  by: string;
  busy: boolean;
  onChoose(sharing: "same" | "primary"): void;
  onCancel(): void;
}) {
  const { t } = useTranslation();
  const { sku, by, busy } = props;
  return (
    <Banner tone="warning" title={t("variant.taken.heading", { sku, by })}>
      <BlockStack gap="300">
        <Text as="p">{t("variant.taken.body")}</Text>
        <ButtonGroup>
          <Button disabled={busy} onClick={() => props.onChoose("same")}>
            {t("variant.taken.same")}
          </Button>
          <Button disabled={busy} onClick={() => props.onChoose("primary")}>
            {t("variant.taken.primary")}
          </Button>
          <Button variant="plain" onClick={props.onCancel}>
            {t("variant.taken.cancel")}
          </Button>
        </ButtonGroup>
      </BlockStack>
    </Banner>
  );
}
