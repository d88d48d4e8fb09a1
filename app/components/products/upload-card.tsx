import { Badge, BlockStack, Button, Card, InlineStack, Modal, Text } from "@shopify/polaris";
import { useNavigation, useSubmit } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApplyUploadOutcome } from "../../domain/catalog/upload/apply-upload.ts";
import type { UploadSummary } from "../../domain/catalog/upload/list-uploads.ts";
import type { UploadPage } from "../../domain/catalog/upload/read-upload.ts";
import { CHANGING, VERDICTS, type Verdict } from "../../domain/catalog/upload/upload-verdicts.ts";
import { UploadRows } from "./upload-rows.tsx";
import { useListQuery } from "../use-list-query.ts";
import { When } from "../when.tsx";

type Asked = Extract<ApplyUploadOutcome, { outcome: "ask" }>;

const STAGE_TONE = { tried: "info", applied: "success", undone: undefined } as const;

/** An uploaded file: what its rows would do or did, and where it is applied. */
export function UploadCard(props: {
  upload: UploadSummary;
  page: UploadPage;
  verdict: Verdict | undefined;
  /** A worker has to do with uploads just now. */
  busy: boolean;
  now: Date;
  /** What the merchant was asked when it was to be applied. */
  asked: Asked | undefined;
}) {
  const { upload, page, verdict, busy, now, asked } = props;
  const { t } = useTranslation();
  const [applying, setApplying] = useState(false);
  if (busy && applying) setApplying(false); // From here on a worker does it.
  const changing = CHANGING.reduce((sum, one) => sum + (upload.verdicts[one] ?? 0), 0);
  return (
    <Card padding="0">
      <div className="upload-head">
        <BlockStack gap="300">
          <InlineStack gap="200" blockAlign="center" align="space-between">
            <InlineStack gap="200" blockAlign="center">
              <Text as="h2" variant="headingMd" breakWord>
                {upload.fileName}
              </Text>
              <Badge tone={STAGE_TONE[upload.stage]}>{t(`mappings.upload.${upload.stage}`)}</Badge>
              <Text as="span" tone="subdued">
                <When at={upload.undoneAt ?? upload.appliedAt ?? upload.createdAt} now={now} />
              </Text>
            </InlineStack>
            {upload.stage === "tried" && (
              <Button variant="primary" disabled={changing === 0 || busy} onClick={() => setApplying(true)}>
                {t("mappings.upload.apply")}
              </Button>
            )}
          </InlineStack>
          {upload.stage === "tried" && (
            <Text as="p">
              {changing === 0
                ? t("mappings.upload.nothing")
                : t("mappings.upload.willChange", { count: changing })}
            </Text>
          )}
          <VerdictFilter upload={upload} chosen={verdict} />
        </BlockStack>
      </div>
      <UploadRows page={page} />
      {applying && upload.stage === "tried" && (
        <ApplyModal {...{ upload, asked, changing }} onClose={() => setApplying(false)} />
      )}
    </Card>
  );
}

function ApplyModal(props: {
  upload: UploadSummary;
  asked: Asked | undefined;
  changing: number;
  onClose: () => void;
}) {
  const { upload, asked, changing, onClose } = props;
  const { t } = useTranslation();
  const submit = useSubmit();
  const busy = useNavigation().state !== "idle";
  const apply = () =>
    submit({ intent: "apply", uploadId: upload.id, confirmed: asked ? "true" : "false" }, { method: "post" });
  return (
    <Modal
      open
      onClose={onClose}
      title={t("mappings.applyModal.heading")}
      primaryAction={{
        content: t(asked ? "mappings.applyModal.confirmAsked" : "mappings.applyModal.confirm"),
        loading: busy,
        onAction: apply,
      }}
      secondaryActions={[{ content: t("mappings.applyModal.cancel"), onAction: onClose }]}
    >
      <Modal.Section>
        <Text as="p">
          {asked ? t("work.upload.ask", asked) : t("mappings.applyModal.body", { count: changing })}
        </Text>
      </Modal.Section>
    </Modal>
  );
}

/** How many rows there are of each verdict; pressing one shows them. */
function VerdictFilter({ upload, chosen }: { upload: UploadSummary; chosen: Verdict | undefined }) {
  const { t, i18n } = useTranslation();
  const go = useListQuery({ stay: true });
  const number = new Intl.NumberFormat(i18n.language);
  const total = Object.values(upload.verdicts).reduce((sum, count) => sum + count, 0);
  const present = VERDICTS.filter((verdict) => upload.verdicts[verdict]);
  return (
    <InlineStack gap="200">
      {[undefined, ...present].map((verdict) => (
        <Button
          key={verdict ?? "all"}
          size="slim"
          pressed={verdict === chosen}
          onClick={() => go({ verdict: verdict ?? null })}
        >
          {t("labelled", {
            label: verdict ? t(`mappings.verdict.${verdict}`) : t("mappings.upload.all"),
            value: number.format(verdict ? (upload.verdicts[verdict] ?? 0) : total),
          })}
        </Button>
      ))}
    </InlineStack>
  );
}
