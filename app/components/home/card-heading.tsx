import { Button, InlineStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

/** What a card is about, how that stands, and where there is more of it. */
export function CardHeading(props: {
  title: string;
  badge?: ReactNode;
  link: { content: string; url: string };
}) {
  return (
    <InlineStack align="space-between" blockAlign="center">
      <InlineStack gap="200" blockAlign="center">
        <Text as="h2" variant="headingMd">
          {props.title}
        </Text>
        {props.badge}
      </InlineStack>
      <Button variant="plain" url={props.link.url}>
        {props.link.content}
      </Button>
    </InlineStack>
  );
}
