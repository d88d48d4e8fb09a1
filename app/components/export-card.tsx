import { BlockStack, Card, Text } from "@shopify/polaris";
import { DownloadButton } from "./download-button.tsx";

/** Where a page's whole matter is downloaded as a file. */
export function ExportCard({
  of,
  words,
}: {
  of: "inventory" | "mappings" | "stock";
  words: Record<"heading" | "body" | "action" | "failed", string>;
}) {
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        <Text as="h2" variant="headingMd">
          {words.heading}
        </Text>
        <Text as="p">{words.body}</Text>
        <DownloadButton
          url={`/app/${of}.csv`}
          name={`${of}.csv`}
          label={words.action}
          failed={words.failed}
        />
      </BlockStack>
    </Card>
  );
}
