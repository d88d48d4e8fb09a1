import { BlockStack, Button, Card, Divider, InlineStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Secrets } from "../../domain/connection/judge-secrets.ts";
import type { ConnectionView } from "../../domain/connection/read-connection.ts";
import { KeyStand } from "../key-stand.tsx";
import { SecretModal } from "./secret-modal.tsx";
import { useConnectionAction } from "./use-connection-action.ts";
import { useDialog } from "./use-dialog.ts";
import { useMoment } from "../use-moment.ts";

/** The keys of the warehouse account, each changed by itself and none ever shown. */
export function AccountCard({ webhookKey, now }: Pick<ConnectionView, "webhookKey"> & { now: Date }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { send, busy } = useConnectionAction();
  const { oldUntil } = webhookKey;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("connect.account")}
        </Text>
        <Secret secret="accessToken">
          <Text as="span" tone="subdued">
            {t("connect.kept")}
          </Text>
        </Secret>
        <Divider />
        <Secret secret="webhookKey">
          <KeyStand webhookKey={webhookKey} now={now} />
        </Secret>
        {webhookKey.refused && <Text as="p">{t("problem.webhook-key-refused.body")}</Text>}
        {oldUntil && (
          <BlockStack gap="200" inlineAlign="start">
            <Text as="p">{t("connect.oldKey.until", { time: moment(oldUntil) })}</Text>
            <Button loading={busy} onClick={() => send({ intent: "end-old-key" })}>
              {t("connect.oldKey.end")}
            </Button>
          </BlockStack>
        )}
      </BlockStack>
    </Card>
  );
}

function Secret({ secret, children }: { secret: keyof Secrets; children: ReactNode }) {
  const { t } = useTranslation();
  const { isOpen, open, close, openerId } = useDialog();
  return (
    <InlineStack align="space-between" blockAlign="center" gap="200">
      <BlockStack gap="100" inlineAlign="start">
        <Text as="h3" variant="headingSm">
          {t(`connect.${secret}`)}
        </Text>
        {children}
      </BlockStack>
      <Button id={openerId} accessibilityLabel={t(`connect.change.${secret}.heading`)} onClick={open}>
        {t("connect.change.action")}
      </Button>
      {isOpen && <SecretModal secret={secret} onClose={close} />}
    </InlineStack>
  );
}
