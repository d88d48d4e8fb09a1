import { BlockStack, Button, FormLayout, Text } from "@shopify/polaris";
import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Secrets } from "../../domain/connection/judge-secrets.ts";
import type { ConnectionView } from "../../domain/connection/read-connection.ts";
import { KeyStand } from "../key-stand.tsx";
import { SecretField } from "../secret-field.tsx";
import { SentenceBanner } from "../sentence-banner.tsx";
import type { SetupAnswer } from "../home/setup-answer.ts";
import { Why } from "./why.tsx";

/** The first step: the keys of the warehouse account, tried before they are saved. */
export function SetupConnect(props: {
  connection: ConnectionView | null;
  answer: SetupAnswer | undefined;
  now: Date;
}) {
  const { connection, answer, now } = props;
  const { t } = useTranslation();
  return (
    <BlockStack gap="300">
      <Text as="p">{t(connection ? "setup.step.connect.done" : "setup.step.connect.body")}</Text>
      {connection ? (
        <BlockStack gap="300" inlineAlign="start">
          <KeyStand webhookKey={connection.webhookKey} now={now} />
          <Button url="/app/connect">{t("setup.step.connect.change")}</Button>
        </BlockStack>
      ) : (
        <ConnectForm answer={answer} />
      )}
      <Why>{t("setup.step.connect.why")}</Why>
    </BlockStack>
  );
}

function ConnectForm({ answer }: { answer: SetupAnswer | undefined }) {
  const { t } = useTranslation();
  const busy = useNavigation().state !== "idle";
  const [values, setValues] = useState<Secrets>({ accessToken: "", webhookKey: "" });
  const faults = answer?.outcome === "invalid" ? answer.faults : {};
  const field = (secret: keyof Secrets) => ({
    ...{ secret, value: values[secret], fault: faults[secret] },
    onChange: (value: string) => setValues((before) => ({ ...before, [secret]: value })),
  });
  return (
    <BlockStack gap="300">
      {answer?.outcome === "warehouse-failed" && <SentenceBanner sentence={answer.sentence} />}
      <Form method="post">
        <input type="hidden" name="intent" value="connect" />
        <FormLayout>
          <SecretField {...field("accessToken")} />
          <SecretField {...field("webhookKey")} />
          <Button submit variant="primary" loading={busy}>
            {t("connect.save")}
          </Button>
        </FormLayout>
      </Form>
    </BlockStack>
  );
}
