import {
  Badge,
  BlockStack,
  Button,
  Card,
  EmptySearchResult,
  IndexTable,
  InlineStack,
  Modal,
  Text,
  useBreakpoints,
} from "@shopify/polaris";
import { useNavigation, useSearchParams, useSubmit } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApplyUploadOutcome } from "../domain/catalog/apply-upload.ts";
import type { UploadSummary } from "../domain/catalog/list-uploads.ts";
import type { UploadPage, UploadRow } from "../domain/catalog/read-upload.ts";
import { CHANGING, VERDICTS, type Verdict } from "../domain/catalog/upload-verdicts.ts";
import { variantName } from "./variant-name.ts";
import { VerdictBadge } from "./verdict-badge.tsx";
import { When } from "./when.tsx";

type Asked = Extract<ApplyUploadOutcome, { outcome: "ask" }>;

const STAGE_TONE = { tried: "info", applied: "success", undone: undefined } as const;

/** An uploaded file: what its rows would do or did, and where it is applied. */
export function UploadCard(props: {
  upload: UploadSummary;
  page: UploadPage;
  verdict: Verdict | undefined;
  now: Date;
  /** What the merchant was asked when it was to be applied. */
  asked: Asked | undefined;
}) {
  const { upload, page, verdict, now, asked } = props;
  const { t } = useTranslation();
  const [applying, setApplying] = useState(false);
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
              <Button variant="primary" disabled={changing === 0} onClick={() => setApplying(true)}>
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
      <RowTable page={page} />
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
          {asked ? t("mappings.applyModal.ask", asked) : t("mappings.applyModal.body", { count: changing })}
        </Text>
      </Modal.Section>
    </Modal>
  );
}

/** How many rows there are of each verdict; pressing one shows them. */
function VerdictFilter({ upload, chosen }: { upload: UploadSummary; chosen: Verdict | undefined }) {
  const { t, i18n } = useTranslation();
  const go = useRows();
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
          {`${verdict ? t(`mappings.verdict.${verdict}`) : t("mappings.upload.all")}: ${number.format(
            verdict ? (upload.verdicts[verdict] ?? 0) : total,
          )}`}
        </Button>
      ))}
    </InlineStack>
  );
}

function RowTable({ page: { rows, previous, next } }: { page: UploadPage }) {
  const { t } = useTranslation();
  const { smDown } = useBreakpoints();
  const go = useRows();
  return (
    <IndexTable
      condensed={smDown}
      selectable={false}
      itemCount={rows.length}
      resourceName={t("mappings.resource", { returnObjects: true })}
      emptyState={
        <EmptySearchResult title={t("mappings.none.heading")} description={t("mappings.none.body")} />
      }
      headings={[
        { title: t("mappings.column.row"), alignment: "end" },
        { title: t("mappings.column.variant") },
        { title: t("mappings.column.asked") },
        { title: t("mappings.column.now") },
        { title: t("mappings.column.verdict") },
      ]}
      pagination={{
        hasPrevious: previous !== null,
        onPrevious: () => go({ before: String(previous) }),
        hasNext: next !== null,
        onNext: () => go({ after: String(next) }),
      }}
    >
      {rows.map((row, position) => (
        <Row key={row.line} row={row} position={position} stacked={smDown} />
      ))}
    </IndexTable>
  );
}

function Row({ row, position, stacked }: { row: UploadRow; position: number; stacked: boolean }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const cells = [
    // The heading is the spreadsheet's first row.
    <Text key="row" as="span" alignment={stacked ? "start" : "end"} numeric tone="subdued">
      {number.format(row.line + 1)}
    </Text>,
    <Text key="variant" as="span" fontWeight="semibold" breakWord>
      {named(row) ?? t("mappings.word.nothing")}
    </Text>,
    <Text key="asked" as="span" breakWord>
      {useAsked(row)}
    </Text>,
    <Text key="now" as="span" breakWord>
      {goods(row.components) || t("mappings.word.nothing")}
    </Text>,
    <BlockStack key="verdict" gap="100" inlineAlign="start">
      <VerdictBadge verdict={row.verdict} />
      <Text as="span" tone="subdued" variant="bodySm" breakWord>
        {useReason(row)}
      </Text>
    </BlockStack>,
  ];
  return (
    <IndexTable.Row id={String(row.line)} position={position}>
      {stacked ? (
        <div className="stacked-row">
          <BlockStack gap="100">{cells}</BlockStack>
        </div>
      ) : (
        cells.map((cell) => (
          <IndexTable.Cell key={cell.key} className="wrapping-cell">
            {cell}
          </IndexTable.Cell>
        ))
      )}
    </IndexTable.Row>
  );
}

function named({ productTitle, variantTitle, asked }: UploadRow): string | null {
  if (productTitle !== null) return variantName({ productTitle, variantTitle });
  return asked.variant || asked.shopSku || null;
}

const goods = (parts: readonly { sku: string; quantity: number | string }[]) =>
  parts.map(({ sku, quantity }) => (String(quantity) === "1" ? sku : `${quantity} × ${sku}`)).join(" + ");

function useAsked({ asked: { decision, sku, quantity } }: UploadRow): string {
  const { t } = useTranslation();
  if (decision === "unmapped" || decision === "ignored") return t(`mappings.word.${decision}`);
  return sku ? goods([{ sku, quantity: quantity || 1 }]) : t("mappings.word.nothing");
}

/** Why the row has its verdict. */
function useReason({ verdict, asked, owner }: UploadRow): string {
  const { t } = useTranslation();
  if (asked.why) return t(`mappings.why.${asked.why}`);
  if (owner) return t("mappings.takenBy", { variant: variantName(owner) });
  return t(`mappings.verdictHint.${verdict}`);
}

/** Changes which rows are shown. A page's cursor belongs to one verdict, so another one starts over. */
function useRows() {
  const [, setParams] = useSearchParams();
  return (change: Partial<Record<"verdict" | "after" | "before", string | null>>) =>
    setParams(
      (before) => {
        const params = new URLSearchParams(before);
        params.delete("after");
        params.delete("before");
        for (const [name, value] of Object.entries(change)) {
          if (value) params.set(name, value);
          else params.delete(name);
        }
        return params;
      },
      { preventScrollReset: true },
    );
}
