import type { VariantState } from "@prisma/client";
import { BlockStack, Card, Divider, InlineStack, Link, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { CardHeading } from "./card-heading.tsx";
import { Fact } from "../fact.tsx";
import { ReadAgain } from "./read-again.tsx";
import { StateBadge, VARIANT_STATES } from "../state-badge.tsx";
import { When } from "../when.tsx";

/** How many variants stand how to the warehouse. */
export function VariantsCard(props: {
  variants: Record<VariantState, number>;
  total: number;
  /** When both catalogues were last read whole. */
  importedAt: Date | null;
  /** Whether they are being read. */
  reading: boolean;
  now: Date;
}) {
  const { variants, total, importedAt, reading, now } = props;
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading
          title={t("home.variants.heading")}
          link={{ content: t("home.variants.see"), url: "/app/products" }}
        />
        <Fact label={t("home.variants.total")}>{number.format(total)}</Fact>
        {VARIANT_STATES.map((state) => (
          <InlineStack key={state} align="space-between" blockAlign="center">
            <StateBadge state={state} />
            <Link
              url={`/app/products?state=${state}`}
              removeUnderline
              accessibilityLabel={t("labelled", {
                label: t(`state.${state}`),
                value: number.format(variants[state]),
              })}
            >
              {number.format(variants[state])}
            </Link>
          </InlineStack>
        ))}
        {importedAt && (
          <>
            <Divider />
            <InlineStack align="space-between" blockAlign="center">
              <Text as="span" tone="subdued">
                {t("home.variants.read")} <When at={importedAt} now={now} />
              </Text>
              <ReadAgain disabled={reading} />
            </InlineStack>
          </>
        )}
      </BlockStack>
    </Card>
  );
}
