import { InlineStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

/** What something is called and what it is, at the two ends of a line. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <InlineStack align="space-between" gap="200">
      <Text as="span" tone="subdued">
        {label}
      </Text>
      <Text as="span" breakWord>
        {children}
      </Text>
    </InlineStack>
  );
}
