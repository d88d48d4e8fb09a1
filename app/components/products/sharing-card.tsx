import { Banner, BlockStack, Card, ChoiceList, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { VariantDetail } from "../../domain/catalog/read-variant.ts";
import { useVariantAction } from "./use-variant-action.ts";
import { variantName } from "../variant-name.ts";

/** Goods that other variants are mapped to as well, and who shows their stock. */
export function SharingCard({ variant }: { variant: VariantDetail }) {
  const { t } = useTranslation();
  const shared = variant.components.filter(({ mappedTo }) => mappedTo.length > 1);
  if (shared.length === 0 || variant.goneAt) return null;
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          {t("variant.sharing.heading")}
        </Text>
        {variant.sharing === "undecided" && (
          <Banner tone="warning" title={t("variant.sharing.undecided.heading")}>
            {t("variant.sharing.undecided.body")}
          </Banner>
        )}
        {variant.sharing === "nothing" && <Banner tone="info">{t("variant.sharing.nothing")}</Banner>}
        {shared.map((goods) => (
          <Policy key={goods.sku} goods={goods} of={variant.variantId} />
        ))}
      </BlockStack>
    </Card>
  );
}

const SAME = "same";

function Policy({ goods, of }: { goods: VariantDetail["components"][number]; of: string }) {
  const { t } = useTranslation();
  const { send, busy, failed } = useVariantAction(of);
  const { sku, sharing, mappedTo } = goods;
  const selected = sharing?.policy === "primary" ? (sharing.primaryVariantId ?? "") : (sharing?.policy ?? "");
  const choose = ([choice]: string[]) => {
    if (choice === undefined || choice === selected) return;
    send(
      choice === SAME
        ? { intent: "share-same", sku }
        : { intent: "share-primary", sku, primaryVariantId: choice },
    );
  };
  return (
    <ChoiceList
      title={t("variant.sharing.of", { sku })}
      selected={[selected]}
      onChange={choose}
      disabled={busy}
      error={failed ?? ""}
      choices={[
        { value: SAME, label: t("variant.sharing.same"), helpText: t("variant.sharing.sameHelp") },
        ...mappedTo.map((one) => ({
          value: one.variantId,
          label: t("variant.sharing.primary", { variant: variantName(one) }),
          helpText: t("variant.sharing.primaryHelp"),
        })),
      ]}
    />
  );
}
