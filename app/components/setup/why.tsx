import { BlockStack, Button, Collapsible, Text } from "@shopify/polaris";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

/** What something is good for, for those who ask. */
export function Why({ children }: { children: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Button
        variant="plain"
        disclosure={open ? "up" : "down"}
        ariaExpanded={open}
        ariaControls={id}
        onClick={() => setOpen(!open)}
      >
        {t("setup.why")}
      </Button>
      <Collapsible id={id} open={open}>
        <Text as="p" tone="subdued">
          {children}
        </Text>
      </Collapsible>
    </BlockStack>
  );
}
