import { BlockStack, Card, FormLayout, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

/** Fields that belong together, under a heading. */
export function FormSection({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {heading}
        </Text>
        <FormLayout>{children}</FormLayout>
      </BlockStack>
    </Card>
  );
}
