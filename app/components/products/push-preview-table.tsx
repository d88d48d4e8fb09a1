import {
  BlockStack,
  Card,
  EmptySearchResult,
  IndexTable,
  InlineStack,
  Link,
  Tabs,
  Text,
  useBreakpoints,
} from "@shopify/polaris";
import { useNavigate } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { PreviewRow } from "../../domain/catalog/push/preview-push.ts";
import { variantName } from "../variant-name.ts";

const LISTS = ["sent", "skipped"] as const;
export type PreviewList = (typeof LISTS)[number];

/** What is sent to the warehouse for each product, field by field; or why it is not. */
export function PushPreviewTable(props: {
  rows: PreviewRow[];
  show: PreviewList;
  /** Addresses of the other list and of the pages. */
  urlOf(change: { show?: PreviewList; after?: string | null }): string;
  first: boolean;
  next: string | null;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { smDown } = useBreakpoints();
  const { rows, show, urlOf, first, next } = props;
  const columns =
    show === "sent"
      ? (["product", "sku", "description", "barcode", "weight", "size", "links"] as const)
      : (["product", "sku", "reason"] as const);
  const [firstColumn, ...others] = columns.map((column) => ({ title: t(`push.column.${column}`) }));
  return (
    <Card padding="0">
      <Tabs
        tabs={LISTS.map((one) => ({ id: one, content: t(`push.show.${one}`) }))}
        selected={LISTS.indexOf(show)}
        onSelect={(index) => navigate(urlOf({ show: LISTS[index] ?? "sent" }))}
      />
      <IndexTable
        condensed={smDown}
        selectable={false}
        itemCount={rows.length}
        resourceName={t("push.resource", { returnObjects: true })}
        emptyState={<EmptySearchResult title={t("push.none.heading")} description={t("push.none.body")} />}
        headings={[firstColumn ?? { title: "" }, ...others]}
        pagination={{
          hasPrevious: !first,
          onPrevious: () => navigate(-1),
          hasNext: next !== null,
          onNext: () => navigate(urlOf({ after: next })),
        }}
      >
        {rows.map((row, position) => (
          <IndexTable.Row key={row.variantId} id={row.variantId} position={position}>
            {smDown ? <Stacked row={row} /> : <Cells row={row} />}
          </IndexTable.Row>
        ))}
      </IndexTable>
    </Card>
  );
}

function Cells({ row }: { row: PreviewRow }) {
  const { t } = useTranslation();
  const fields = useFields(row);
  const texts =
    "skip" in row
      ? [row.sku ?? t("unknown"), t(`push.skip.${row.skip}`)]
      : [row.sku, fields.description, fields.barcode, fields.weight, fields.size];
  return (
    <>
      <IndexTable.Cell className="wrapping-cell">
        <Name row={row} />
      </IndexTable.Cell>
      {texts.map((text, index) => (
        <IndexTable.Cell key={index} className="wrapping-cell">
          {text}
        </IndexTable.Cell>
      ))}
      {"send" in row && (
        <IndexTable.Cell>
          <Links row={row} />
        </IndexTable.Cell>
      )}
    </>
  );
}

function Stacked({ row }: { row: PreviewRow }) {
  const { t } = useTranslation();
  const { description, barcode, weight, size } = useFields(row);
  return (
    <div className="stacked-row">
      <BlockStack gap="100">
        <Name row={row} />
        <Text as="span">{row.sku ?? t("unknown")}</Text>
        <Text as="span" tone="subdued">
          {"skip" in row
            ? t(`push.skip.${row.skip}`)
            : [description, barcode, weight, size].filter((text) => text !== t("unknown")).join(" · ")}
        </Text>
        <Links row={row} />
      </BlockStack>
    </div>
  );
}

function Name({ row }: { row: PreviewRow }) {
  const { t } = useTranslation();
  const leftOut = "leftOut" in row ? row.leftOut.map((field) => t(`push.field.${field}`)) : [];
  return (
    <BlockStack>
      <Text as="span" fontWeight="semibold" breakWord>
        {variantName(row)}
      </Text>
      {leftOut.length > 0 && (
        <Text as="span" variant="bodySm" tone="caution">
          {t("push.without", { fields: leftOut.join(", ") })}
        </Text>
      )}
    </BlockStack>
  );
}

function Links({ row }: { row: PreviewRow }) {
  const { t } = useTranslation();
  if (!("send" in row)) return null;
  const { url, imageUrl } = row.send;
  return (
    <InlineStack gap="200">
      {url && (
        <Link url={url} target="_blank">
          {t("push.page")}
        </Link>
      )}
      {imageUrl && (
        <Link url={imageUrl} target="_blank">
          {t("push.image")}
        </Link>
      )}
    </InlineStack>
  );
}

/** A product's fields as they are read. */
function useFields(row: PreviewRow) {
  const { t, i18n } = useTranslation();
  const unknown = t("unknown");
  const send: Partial<Extract<PreviewRow, { send: unknown }>["send"]> = "send" in row ? row.send : {};
  const number = new Intl.NumberFormat(i18n.language);
  const side = (value: number | undefined) => (value === undefined ? unknown : number.format(value));
  const { description = unknown, barcode = unknown, weight, width, height, length } = send;
  const measured = [width, height, length].some((value) => value !== undefined);
  return {
    description,
    barcode,
    weight: weight === undefined ? unknown : t("push.grams", { value: weight }),
    size: measured
      ? t("push.millimetres", { width: side(width), height: side(height), length: side(length) })
      : unknown,
  };
}
