import {
  BlockStack,
  Card,
  EmptySearchResult,
  IndexTable,
  Link,
  Text,
  useBreakpoints,
} from "@shopify/polaris";
import { useNavigate } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { ComparedProduct } from "../../domain/catalog/update/described-products.ts";
import { variantName } from "../variant-name.ts";
import { variantUrl } from "../variant-url.ts";
import { useValueWords } from "./use-value-words.ts";

/** What would change at the warehouse for each product, field by field. */
export function UpdatePreviewTable(props: {
  rows: ComparedProduct[];
  first: boolean;
  next: string | null;
  urlOf(after: string | null): string;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { smDown } = useBreakpoints();
  const { rows, first, next, urlOf } = props;
  return (
    <Card padding="0">
      <IndexTable
        condensed={smDown}
        selectable={false}
        itemCount={rows.length}
        resourceName={t("update.resource", { returnObjects: true })}
        emptyState={
          <EmptySearchResult title={t("update.none.heading")} description={t("update.none.body")} />
        }
        headings={[
          { title: t("update.column.product") },
          { title: t("update.column.sku") },
          { title: t("update.column.changes") },
        ]}
        pagination={{
          hasPrevious: !first,
          onPrevious: () => navigate(-1),
          hasNext: next !== null,
          onNext: () => navigate(urlOf(next)),
        }}
      >
        {rows.map((row, position) => (
          <IndexTable.Row key={row.sku} id={row.sku} position={position}>
            <Product row={row} stacked={smDown} />
          </IndexTable.Row>
        ))}
      </IndexTable>
    </Card>
  );
}

function Product({ row, stacked }: { row: ComparedProduct; stacked: boolean }) {
  const { changeOf } = useValueWords();
  const name = (
    <Link dataPrimaryLink monochrome removeUnderline url={variantUrl(row.variantId)}>
      <Text as="span" fontWeight="semibold" breakWord>
        {variantName(row)}
      </Text>
    </Link>
  );
  const changes = row.differences.map((difference) => (
    <Text key={difference.field} as="span" breakWord {...(stacked && { tone: "subdued" })}>
      {changeOf(difference)}
    </Text>
  ));
  if (stacked)
    return (
      <div className="stacked-row">
        <BlockStack gap="100">
          {name}
          <Text as="span">{row.sku}</Text>
          {changes}
        </BlockStack>
      </div>
    );
  return (
    <>
      <IndexTable.Cell className="wrapping-cell">{name}</IndexTable.Cell>
      <IndexTable.Cell className="wrapping-cell">{row.sku}</IndexTable.Cell>
      <IndexTable.Cell className="wrapping-cell">
        <BlockStack gap="050">{changes}</BlockStack>
      </IndexTable.Cell>
    </>
  );
}
