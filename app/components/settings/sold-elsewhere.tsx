import { BlockStack, ChoiceList, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { RECOMMENDED_SAFETY_STOCK, type Sharing } from "../../domain/connection/warehouse-account.ts";
import type { StockForm } from "../../domain/stock/settings/read-stock-form.ts";

/** Asks whether others sell from the warehouse's stock. Where that is recognized, the answer is Yes and stays so. */
export function SoldElsewhere(props: {
  value: StockForm["soldElsewhere"];
  sharing: Sharing | null;
  error?: string | undefined;
  onChange(value: string): void;
}) {
  const { sharing, error, onChange } = props;
  const { t } = useTranslation();
  const isRecognized = sharing === "recognized";
  const value = isRecognized ? "yes" : props.value;
  const recommended = t("sharedAccount.body", { count: RECOMMENDED_SAFETY_STOCK });
  return (
    <BlockStack gap="200">
      <ChoiceList
        name="soldElsewhere"
        title={t("soldElsewhere.question")}
        disabled={isRecognized}
        choices={[
          { value: "yes", label: t("soldElsewhere.yes") },
          { value: "no", label: t("soldElsewhere.no") },
        ]}
        selected={[value]}
        onChange={([chosen]) => onChange(chosen ?? "")}
        error={error}
      />
      {value === "yes" && (
        <Text as="p">
          {[isRecognized && t("soldElsewhere.recognized"), recommended].filter(Boolean).join(" ")}
        </Text>
      )}
    </BlockStack>
  );
}
