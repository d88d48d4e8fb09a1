import { BlockStack, Button, Card, Text } from "@shopify/polaris";

/** Where there is nothing to show yet: why, and the one thing to do about it. */
export function NextStepCard(props: {
  /** `h1` where the page has no title of its own. */
  as?: "h1" | "h2";
  heading: string;
  body?: string;
  action: string;
  url: string;
}) {
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        <Text as={props.as ?? "h2"} variant="headingLg">
          {props.heading}
        </Text>
        {props.body && <Text as="p">{props.body}</Text>}
        <Button variant="primary" url={props.url}>
          {props.action}
        </Button>
      </BlockStack>
    </Card>
  );
}
