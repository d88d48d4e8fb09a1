import { BlockStack, Card, FormLayout, Text, TextField } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { PurchaseField } from "../../domain/inbounds/purchase-content.ts";
import type { PurchaseForm } from "../../domain/inbounds/read-purchase-form.ts";
import { useFieldName } from "../use-sentence.ts";

const DELIVERY = ["senderName", "supplierRef", "expectedReceiveDate"] as const;
/** What stands side by side where there is room. */
const ADDRESS = [
  ["senderEmail", "senderPhonenumber"],
  ["senderAddressLine1", "senderAddressLine2"],
  ["senderPostCode", "senderCity", "senderCountryCode"],
] as const;

/** Who sends the goods, and when they are expected. What is too long is said while it is typed; nothing is ever cut. */
export function PurchaseFieldsCard(props: {
  values: PurchaseForm["fields"];
  limits: PurchaseForm["limits"];
  onChange(field: PurchaseField, value: string): void;
  /** What is wrong with a field, in words. */
  errorOf(field: PurchaseField): string | undefined;
}) {
  const { values, limits, onChange, errorOf } = props;
  const { t } = useTranslation();
  const nameOf = useFieldName();
  const help: Partial<Record<PurchaseField, string>> = {
    supplierRef: t("inbounds.form.refHelp"),
    senderCountryCode: t("inbounds.form.countryHelp"),
  };
  const field = (name: PurchaseField) => (
    <TextField
      key={name}
      label={name === "senderName" ? t("inbounds.form.supplier") : nameOf(name)}
      type={name === "expectedReceiveDate" ? "date" : "text"}
      value={values[name]}
      onChange={(value) => onChange(name, value)}
      autoComplete="off"
      requiredIndicator={(DELIVERY as readonly PurchaseField[]).includes(name)}
      helpText={[help[name], lengthOf(name)].filter(Boolean).join(" ")}
      error={errorOf(name)}
    />
  );
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          {t("inbounds.form.delivery")}
        </Text>
        <FormLayout>{DELIVERY.map(field)}</FormLayout>
        <BlockStack gap="100">
          <Text as="h3" variant="headingSm">
            {t("inbounds.form.address")}
          </Text>
          <Text as="p" tone="subdued">
            {t("inbounds.form.addressHelp")}
          </Text>
        </BlockStack>
        <FormLayout>
          {ADDRESS.map((group) => (
            <FormLayout.Group key={group[0]} condensed={group.length > 2}>
              {group.map(field)}
            </FormLayout.Group>
          ))}
        </FormLayout>
      </BlockStack>
    </Card>
  );

  /** Said when it gets near. */
  function lengthOf(name: PurchaseField): string | undefined {
    const [limit, length] = [limits[name], values[name].length];
    return limit !== undefined && length > limit * 0.8
      ? t("inbounds.form.length", { length, limit })
      : undefined;
  }
}
