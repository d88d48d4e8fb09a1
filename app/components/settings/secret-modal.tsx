import { BlockStack, Modal, Text } from "@shopify/polaris";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Secrets } from "../../domain/connection/judge-secrets.ts";
import { SecretField } from "../secret-field.tsx";
import { SentenceBanner } from "../sentence-banner.tsx";
import { useConnectionAction } from "./use-connection-action.ts";

/** Takes another access token or webhook key in the place of the present one, and says what comes of that. */
export function SecretModal({ secret, onClose }: { secret: keyof Secrets; onClose(): void }) {
  const { t } = useTranslation();
  const { send, busy, answer } = useConnectionAction(onClose);
  const [value, setValue] = useState("");
  const save = () => send({ intent: secret, [secret]: value });
  return (
    <Modal
      open
      onClose={onClose}
      title={t(`connect.change.${secret}.heading`)}
      primaryAction={{ content: t("connect.change.save"), loading: busy, onAction: save }}
      secondaryActions={[{ content: t("connect.change.cancel"), onAction: onClose }]}
    >
      <Modal.Section>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <BlockStack gap="300">
            {answer?.outcome === "warehouse-failed" && <SentenceBanner sentence={answer.sentence} />}
            <Text as="p">{t(`connect.change.${secret}.body`)}</Text>
            <SecretField
              {...{ secret, value, onChange: setValue }}
              fault={answer?.outcome === "invalid" ? answer.fault : undefined}
            />
          </BlockStack>
        </form>
      </Modal.Section>
    </Modal>
  );
}
