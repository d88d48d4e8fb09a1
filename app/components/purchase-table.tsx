import {
  Badge,
  BlockStack,
  Card,
  EmptySearchResult,
  IndexFilters,
  IndexFiltersMode,
  IndexTable,
  InlineStack,
  Link,
  Text,
  useBreakpoints,
  useSetIndexFiltersMode,
} from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { PurchasePage, PurchaseRow } from "../domain/inbounds/list-purchases.ts";
import { PURCHASE_TABS, type PurchaseTab } from "../domain/inbounds/purchase-tabs.ts";
import { LateBadge, PurchaseStageBadge } from "./purchase-badges.tsx";
import { purchaseUrl } from "./purchase-url.ts";
import { useDay } from "./use-day.ts";
import { useListQuery } from "./use-list-query.ts";
import { useTypedSearch } from "./use-typed-search.ts";

/** The goods that were announced, to be looked through and found. */
export function PurchaseTable(props: PurchasePage & { tab: PurchaseTab | undefined; search: string }) {
  const { rows, previous, next, tab, search } = props;
  const { t } = useTranslation();
  const { smDown } = useBreakpoints();
  const go = useListQuery();
  const none = tab !== undefined || search !== "" ? "noneOf" : "none";
  return (
    <Card padding="0">
      <PurchaseTabs tab={tab} search={search} />
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
        pagination={{
          hasPrevious: previous !== null,
          onPrevious: () => go({ tab: tab ?? null, before: previous }),
          hasNext: next !== null,
          onNext: () => go({ tab: tab ?? null, after: next }),
        }}
      >
        {rows.map((row, position) => (
          <Row key={row.ref} row={row} position={position} stacked={smDown} />
        ))}
      </IndexTable>
    </Card>
  );
}

function PurchaseTabs({ tab, search }: { tab: PurchaseTab | undefined; search: string }) {
  const { t } = useTranslation();
  const { mode, setMode } = useSetIndexFiltersMode(search ? IndexFiltersMode.Filtering : undefined);
  const [typed, setTyped] = useTypedSearch(search);
  const go = useListQuery();
  const tabs = [undefined, ...PURCHASE_TABS];
  return (
    <IndexFilters
      mode={mode}
      setMode={setMode}
      tabs={tabs.map((one) => ({
        id: one ?? "all",
        content: one ? t(`inbounds.tab.${one}`) : t("inbounds.all"),
        isLocked: true,
      }))}
      selected={tabs.indexOf(tab)}
      onSelect={(index) => go({ tab: tabs[index] ?? null })}
      canCreateNewView={false}
      queryValue={typed}
      queryPlaceholder={t("inbounds.search")}
      onQueryChange={setTyped}
      onQueryClear={() => setTyped("")}
      filters={[]}
      onClearAll={() => setTyped("")}
      cancelAction={{ onAction: () => setTyped("") }}
    />
  );
}

function Row({ row, position, stacked }: { row: PurchaseRow; position: number; stacked: boolean }) {
  const { t, i18n } = useTranslation();
  const inWords = useDay();
  const number = new Intl.NumberFormat(i18n.language);
  const { ref, supplier, supplierRef, announced, good, defective } = row;
  const received = t(defective > 0 ? "inbounds.receivedDefective" : "inbounds.received", { good, defective });
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
