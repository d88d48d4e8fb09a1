import { BlockStack, Card, Divider, InlineStack, Text } from "@shopify/polaris";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { When } from "./when.tsx";

export interface Change {
  id: string;
  at: Date;
  title: string;
  /** It came to nothing, or not yet. */
  quiet?: boolean;
  more: string;
}

/** Changes of stock, the latest first. */
export function ChangesCard(props: {
  heading: string;
  changes: Change[];
  now: Date;
  /** What can be done with them. */
  action?: ReactNode;
}) {
  const { heading, changes, now, action } = props;
  const { t } = useTranslation();
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            {heading}
          </Text>
          {action}
        </InlineStack>
        {changes.length === 0 && (
          <Text as="p" tone="subdued">
            {t("changes.none")}
          </Text>
        )}
        {changes.map(({ id, at, title, quiet, more }, position) => (
          <Fragment key={id}>
            {position > 0 && <Divider />}
            <BlockStack gap="100">
              <InlineStack align="space-between" gap="200">
                <Text
                  as="span"
                  numeric
                  breakWord
                  {...(quiet ? { tone: "subdued" } : { fontWeight: "semibold" })}
                >
                  {title}
                </Text>
                <Text as="span" tone="subdued">
                  <When at={at} now={now} />
                </Text>
              </InlineStack>
              <Text as="span" tone="subdued" breakWord>
                {more}
              </Text>
            </BlockStack>
          </Fragment>
        ))}
      </BlockStack>
    </Card>
  );
}
