import { BlockStack, Card, Text } from "@shopify/polaris";
import { DownloadButton } from "./download-button.tsx";

/** Where something is downloaded as a file. */
export function ExportCard(props: {
  heading: string;
  body: string;
  url: string;
  name: string;
  action: string;
  failed: string;
}) {
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        <Text as="h2" variant="headingMd">
          {props.heading}
        </Text>
        <Text as="p">{props.body}</Text>
        <DownloadButton url={props.url} name={props.name} label={props.action} failed={props.failed} />
      </BlockStack>
    </Card>
  );
}
