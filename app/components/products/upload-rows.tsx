import { BlockStack, EmptySearchResult, IndexTable, Text, useBreakpoints } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { goodsInWords } from "../../domain/catalog/goods-in-words.ts";
import type { UploadPage, UploadRow } from "../../domain/catalog/upload/read-upload.ts";
import { useListQuery } from "../use-list-query.ts";
import { variantName } from "../variant-name.ts";
import { VerdictBadge } from "./verdict-badge.tsx";

/** The rows of an uploaded file, each with what became of it and why. */
export function UploadRows({ page: { rows, previous, next } }: { page: UploadPage }) {
  const { t } = useTranslation();
  const { smDown } = useBreakpoints();
  const go = useListQuery({ stay: true });
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
        { title: t("mappings.column.row") },
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
  /** Stacked, no heading stands above a cell. */
  const labelled = (column: "asked" | "now", value: string) =>
    stacked ? t("labelled", { label: t(`mappings.column.${column}`), value }) : value;
  const cells = [
    // The heading is the spreadsheet's first row.
    <Text key="row" as="span" numeric tone="subdued">
      {stacked && `${t("mappings.column.row")} `}
      {number.format(row.line + 1)}
    </Text>,
    <Text key="variant" as="span" fontWeight="semibold" breakWord>
      {named(row) ?? t("mappings.word.nothing")}
    </Text>,
    <Text key="asked" as="span" breakWord>
      {labelled("asked", useAsked(row))}
    </Text>,
    <Text key="now" as="span" breakWord>
      {labelled("now", goodsInWords(row.components) || t("mappings.word.nothing"))}
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

function useAsked({ asked: { decision, sku, quantity } }: UploadRow): string {
  const { t } = useTranslation();
  if (decision === "unmapped" || decision === "ignored") return t(`mappings.word.${decision}`);
  return sku ? goodsInWords([{ sku, quantity: quantity || 1 }]) : t("mappings.word.nothing");
}

/** Why the row has its verdict. */
function useReason({ verdict, asked }: UploadRow): string {
  const { t } = useTranslation();
  if (asked.why) return t(`mappings.why.${asked.why}`);
  return t(`mappings.verdictHint.${verdict}`);
}
