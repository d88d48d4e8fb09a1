import { Badge, BlockStack, Button, IndexTable, InlineStack, Text, useBreakpoints } from "@shopify/polaris";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FileLine, LineVerdict } from "../../domain/inbounds/read-lines-file.ts";
import { usePages } from "./use-pages.ts";

const PAGE_SIZE = 50;

/** The rows of a file of goods, each with its verdict and why; to be narrowed to one verdict. */
export function PurchaseFileRows({ lines }: { lines: FileLine[] }) {
  const { t, i18n } = useTranslation();
  const { smDown } = useBreakpoints();
  const [verdict, setVerdict] = useState<LineVerdict>();
  const { shown, setPage, pagination } = usePages(
    verdict ? lines.filter((line) => line.verdict === verdict) : lines,
    PAGE_SIZE,
  );
  const number = new Intl.NumberFormat(i18n.language);
  const counts = Map.groupBy(lines, (line) => line.verdict);
  const choose = (one: LineVerdict | undefined) => {
    setVerdict(one);
    setPage(1);
  };
  return (
    <BlockStack gap="300">
      <InlineStack gap="200">
        {[undefined, ...counts.keys()].map((one) => (
          <Button key={one ?? "all"} size="slim" pressed={one === verdict} onClick={() => choose(one)}>
            {t("labelled", {
              label: one ? t(`inbounds.file.verdict.${one}`) : t("inbounds.file.all"),
              value: number.format(one ? (counts.get(one)?.length ?? 0) : lines.length),
            })}
          </Button>
        ))}
      </InlineStack>
      <IndexTable
        condensed={smDown}
        selectable={false}
        itemCount={shown.length}
        headings={[
          { title: t("inbounds.file.column.row") },
          { title: t("inbounds.file.column.sku") },
          { title: t("inbounds.file.column.quantity"), alignment: "end" },
          { title: t("inbounds.file.column.verdict") },
        ]}
        pagination={pagination}
      >
        {shown.map((line, position) => (
          <Row key={line.row} line={line} position={position} stacked={smDown} />
        ))}
      </IndexTable>
    </BlockStack>
  );
}

function Row({ line, position, stacked }: { line: FileLine; position: number; stacked: boolean }) {
  const { t } = useTranslation();
  const { row, sku, description, quantity } = line;
  const goods = (
    <BlockStack>
      <Text as="span" fontWeight="semibold" breakWord>
        {sku}
      </Text>
      <Text as="span" tone="subdued" variant="bodySm" breakWord>
        {description}
      </Text>
    </BlockStack>
  );
  const verdict = (
    <BlockStack gap="100" inlineAlign="start">
      <Badge tone={line.verdict === "good" ? "success" : "warning"}>
        {t(`inbounds.file.verdict.${line.verdict}`)}
      </Badge>
      <Text as="span" tone="subdued" variant="bodySm" breakWord>
        {t(`inbounds.file.hint.${line.verdict}`)}
      </Text>
    </BlockStack>
  );
  return (
    <IndexTable.Row id={String(row)} position={position}>
      {stacked ? (
        <div className="stacked-row">
          <BlockStack gap="100">
            <Text as="span" tone="subdued">
              {t("inbounds.file.row", { row })} · {t("inbounds.file.pieces", { quantity })}
            </Text>
            {goods}
            {verdict}
          </BlockStack>
        </div>
      ) : (
        <>
          <IndexTable.Cell>
            <Text as="span" numeric tone="subdued">
              {row}
            </Text>
          </IndexTable.Cell>
          <IndexTable.Cell className="wrapping-cell">{goods}</IndexTable.Cell>
          <IndexTable.Cell>
            <Text as="span" alignment="end" numeric breakWord>
              {quantity}
            </Text>
          </IndexTable.Cell>
          <IndexTable.Cell className="wrapping-cell">{verdict}</IndexTable.Cell>
        </>
      )}
    </IndexTable.Row>
  );
}
