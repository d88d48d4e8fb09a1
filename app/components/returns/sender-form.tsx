import { Banner, BlockStack, Button, TextField } from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ChangeSenderOutcome } from "../../domain/returns/announce/change-sender.ts";
import type { SenderField } from "../../domain/inbounds/sender.ts";
import type { ReadSenderOutcome } from "../../domain/returns/announce/read-sender.ts";
import type { SenderRule } from "../../domain/returns/announce/sender-form.ts";
import { SenderRefused } from "./sender-refused.tsx";
import { useFieldName, useSentence } from "../use-sentence.ts";

/** The sender, field by field, each held to its limit while it is typed; nothing is ever cut. */
export function SenderForm({
  url,
  read,
}: {
  url: string;
  read: Extract<ReadSenderOutcome, { outcome: "read" }>;
}) {
  const { t } = useTranslation();
  const nameOf = useFieldName();
  const { data, state, Form } = useFetcher<ChangeSenderOutcome>();
  const [values, setValues] = useState<Partial<Record<SenderField, string>>>(read.sender);
  return (
    <Form method="post" action={url}>
      <BlockStack gap="300">
        {read.rules.map((rule) => (
          <TextField
            key={rule.field}
            name={rule.field}
            label={nameOf(rule.field)}
            value={values[rule.field] ?? ""}
            onChange={(value) => setValues((before) => ({ ...before, [rule.field]: value }))}
            autoComplete="off"
            requiredIndicator={rule.isNeeded}
            helpText={lengthOf(rule)}
            error={faultOf(rule)}
          />
        ))}
        {data && state === "idle" && <Outcome result={data} />}
        <Button submit variant="primary" loading={state !== "idle"}>
          {t(read.from === "order" ? "returns.sender.save" : "returns.sender.send")}
        </Button>
      </BlockStack>
    </Form>
  );

  function lengthOf({ field, limit }: SenderRule): string | undefined {
    const { length } = values[field]?.trim() ?? "";
    return limit === null ? undefined : t("returns.sender.limit", { length, limit });
  }

  function faultOf({ field, limit, isNeeded }: SenderRule): string | undefined {
    const { length } = values[field]?.trim() ?? "";
    if (isNeeded && length === 0) return t("returns.sender.missing");
    if (limit === null || length <= limit) return undefined;
    return t("returns.sender.tooLong", { over: length - limit, limit });
  }
}

function Outcome({ result }: { result: ChangeSenderOutcome }) {
  const { t } = useTranslation();
  const inWords = useSentence();
  switch (result.outcome) {
    case "kept":
    case "sent":
      return (
        <Banner tone="success" title={t(`returns.sender.${result.outcome}.heading`)}>
          {t(`returns.sender.${result.outcome}.body`)}
        </Banner>
      );
    case "invalid":
      return <Banner tone="critical" title={t("returns.sender.invalid")} />;
    case "refused": {
      const { heading, body } = inWords(result.sentence);
      return (
        <Banner tone="critical" title={heading}>
          {t("returns.sender.refused")} {body}
        </Banner>
      );
    }
    default:
      return <SenderRefused refusal={result} />;
  }
}
