import { Banner, BlockStack, Button, Card, Text } from "@shopify/polaris";
import { useState } from "react";
import { useTranslation } from "react-i18next";

/** Where all mappings are downloaded as a file. */
export function ExportCard() {
  const { t } = useTranslation();
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const download = async () => {
    setState("busy");
    try {
      await save("/app/mappings.csv", "mappings.csv");
      setState("idle");
    } catch {
      setState("failed");
    }
  };
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        <Text as="h2" variant="headingMd">
          {t("mappings.export.heading")}
        </Text>
        <Text as="p">{t("mappings.export.body")}</Text>
        {state === "failed" && <Banner tone="critical">{t("mappings.export.failed")}</Banner>}
        <Button onClick={() => void download()} loading={state === "busy"}>
          {t("mappings.export.action")}
        </Button>
      </BlockStack>
    </Card>
  );
}

/**
 * Saves what is at an address of ours as a file. A plain link would not do: inside the admin, only requests made by
 * script carry the session token.
 */
async function save(url: string, name: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the download answered ${response.status}`);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the file over once the click is done with.
  setTimeout(() => URL.revokeObjectURL(address));
}
