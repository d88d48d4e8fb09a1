import { Link, Text } from "@shopify/polaris";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { Goods } from "../domain/catalog/describe-goods.ts";
import { variantName } from "./variant-name.ts";
import { variantUrl } from "./variant-url.ts";

/** The variants that use an SKU; on the page of one of them (`of`), the others, with links to their pages. */
export function UsedBy({
  goods,
  of,
}: {
  goods: Goods;
  of?: { variantId: string; components: { sku: string }[] };
}) {
  const { t } = useTranslation();
  const shown = goods.usedBy.filter(({ variantId }) => variantId !== of?.variantId);
  if (shown.length === 0) return null;
  const usesIt = of?.components.some(({ sku }) => sku === goods.sku) ?? false;
  const more = goods.users - (usesIt ? 1 : 0) - shown.length;
  return (
    <Text as="p" tone="subdued" variant="bodySm" breakWord>
      {t(of ? "variant.alsoUsedBy" : "variant.usedBy")}{" "}
      {shown.map((one, index) => (
        <Fragment key={one.variantId}>
          {index > 0 && ", "}
          {of ? <Link url={variantUrl(one.variantId)}>{variantName(one)}</Link> : variantName(one)}
        </Fragment>
      ))}
      {more > 0 && ` ${t("words.more", { count: more })}`}
    </Text>
  );
}
