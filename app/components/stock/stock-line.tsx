import { BlockStack, Box, InlineStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

/** A line of a sum: what it is called, its quantity, and below what it means. */
export function StockLine(props: { label: string; value: string; strong?: boolean; children?: ReactNode }) {
  const weight = props.strong && { fontWeight: "semibold" as const };
  return (
    <BlockStack>
      <InlineStack align="space-between" gap="200" wrap={false}>
        <Text as="span" {...weight}>
          {props.label}
        </Text>
        <Box minWidth="fit-content">
          <Text as="span" numeric {...weight}>
            {props.value}
          </Text>
        </Box>
      </InlineStack>
      {props.children && (
        <Text as="span" tone="subdued" variant="bodySm" breakWord>
          {props.children}
        </Text>
      )}
    </BlockStack>
  );
}
