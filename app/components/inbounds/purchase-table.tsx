import {
  Badge,
  BlockStack,
  Card,
  EmptySearchResult,
  IndexTable,
  InlineStack,
  Link,
  Text,
  useBreakpoints,
} from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { PurchasePage, PurchaseRow } from "../../domain/inbounds/list-purchases.ts";
import { InboundSearch, type InboundSearchProps } from "./inbound-search.tsx";
import { LateBadge, PurchaseStageBadge } from "./purchase-badges.tsx";
import { purchaseUrl } from "../purchase-url.ts";
import { useDay } from "../use-day.ts";
import { useListPages } from "../use-list-pages.ts";

/** The goods that were announced, to be looked through and found. */
export function PurchaseTable(props: PurchasePage & InboundSearchProps) {
  const { rows, previous, next, tab, search, views } = props;
  const { t } = useTranslation();
  const { smDown } = useBreakpoints();
  const pagination = useListPages({ previous, next });
  const none = tab !== undefined || search !== "" ? "noneOf" : "none";
  return (
    <Card padding="0">
      <InboundSearch {...{ tab, search, views }} />
      <IndexTable
        condensed={smDown}
        selectable={false}
        itemCount={rows.length}
        resourceName={t("inbounds.resource", { returnObjects: true })}
        emptyState={
          <EmptySearchResult title={t(`inbounds.${none}.heading`)} description={t(`inbounds.${none}.body`)} />
        }
        headings={[
          { title: t("inbounds.column.supplier") },
          { title: t("inbounds.column.expected") },
          { title: t("inbounds.column.announced"), alignment: "end" },
          { title: t("inbounds.column.received"), alignment: "end" },
          { title: t("inbounds.column.stage") },
        ]}
        pagination={pagination}
      >
        {rows.map((row, position) => (
          <Row key={row.ref} row={row} position={position} stacked={smDown} />
        ))}
      </IndexTable>
    </Card>
  );
}

function Row({ row, position, stacked }: { row: PurchaseRow; position: number; stacked: boolean }) {
  const { t, i18n } = useTranslation();
  const inWords = useDay();
  const number = new Intl.NumberFormat(i18n.language);
  const { ref, supplier, supplierRef, announced, good, defective } = row;
  const received = t(defective > 0 ? "receipts.goodDefective" : "receipts.good", { good, defective });
  const name = (
    <BlockStack>
      <Link dataPrimaryLink monochrome removeUnderline url={purchaseUrl(ref)}>
        <Text as="span" fontWeight="semibold" breakWord>
          {supplier || supplierRef}
        </Text>
      </Link>
      <Text as="span" tone="subdued" variant="bodySm" breakWord>
        {supplierRef}
      </Text>
    </BlockStack>
  );
  const expected = (
    <InlineStack gap="200" blockAlign="center">
      <Text as="span">{inWords(row.expectedOn)}</Text>
      <LateBadge days={row.daysLate} />
    </InlineStack>
  );
  const stage = (
    <InlineStack gap="100">
      <PurchaseStageBadge stage={row.stage} />
      {row.needsCount > 0 && <Badge tone="warning">{t("inbounds.needsYou")}</Badge>}
    </InlineStack>
  );
  return (
    <IndexTable.Row id={ref} position={position}>
      {stacked ? (
        <div className="stacked-row">
          <BlockStack gap="100">
            {name}
            {expected}
            <Text as="span" tone="subdued">
              {t("inbounds.figures", { received, announced })}
            </Text>
            {stage}
          </BlockStack>
        </div>
      ) : (
        <>
          <IndexTable.Cell className="wrapping-cell">{name}</IndexTable.Cell>
          <IndexTable.Cell>{expected}</IndexTable.Cell>
          {[number.format(announced), received].map((text, column) => (
            <IndexTable.Cell key={column}>
              <Text as="span" alignment="end" numeric>
                {text}
              </Text>
            </IndexTable.Cell>
          ))}
          <IndexTable.Cell>{stage}</IndexTable.Cell>
        </>
      )}
    </IndexTable.Row>
  );
}
