import { TextField } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { SecretFault, Secrets } from "../domain/connection/judge-secrets.ts";

/** Where a token or key is typed. What is saved is never shown in it. */
export function SecretField(props: {
  secret: keyof Secrets;
  value: string;
  onChange(value: string): void;
  fault: SecretFault | undefined;
}) {
  const { secret, value, onChange, fault } = props;
  const { t } = useTranslation();
  return (
    <TextField
      name={secret}
      value={value}
      onChange={onChange}
      label={t(`connect.${secret}`)}
      helpText={t(`connect.${secret}Help`)}
      error={fault && t(`connect.fault.${fault}`)}
      type="password"
      autoComplete="off"
      requiredIndicator
    />
  );
}
