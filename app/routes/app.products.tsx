import {
  BlockStack,
  Card,
  EmptySearchResult,
  IndexFilters,
  IndexFiltersMode,
  IndexTable,
  InlineStack,
  Page,
  Text,
  useBreakpoints,
  useSetIndexFiltersMode,
} from "@shopify/polaris";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { NextStepCard } from "../components/next-step-card.tsx";
import { StateBadge, VARIANT_STATES } from "../components/state-badge.tsx";
import { useLive } from "../components/use-live.ts";
import { variantName } from "../components/variant-name.ts";
import { listVariants, type VariantRow } from "../domain/catalog/list-variants.ts";
import { loadConnection } from "../domain/connection/load-connection.ts";

/** Anything else in the address is ignored rather than refused: it may be an old bookmark. */
const querySchema = z.object({
  state: z.enum(VARIANT_STATES).optional().catch(undefined),
  search: z.string().max(200).optional().catch(undefined),
  after: z.string().optional(),
  before: z.string().optional(),
});

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { session } = await services.shopify.authenticate.admin(request);
  const ctx = services.openShop(session.shop);
  const query = querySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const [page, connection] = await Promise.all([listVariants(ctx, query), loadConnection(ctx)]);
  return { ...page, state: query.state, search: query.search ?? "", connected: Boolean(connection) };
}

export default function Products() {
  useLive();
  const { t } = useTranslation();
  const { connected } = useLoaderData<typeof loader>();
  return (
    <Page title={t("products.title")} fullWidth>
      {connected ? (
        <VariantTable />
      ) : (
        <NextStepCard
          heading={t("products.notRead.heading")}
          action={t("products.notRead.action")}
          url="/app/connect"
        />
      )}
    </Page>
  );
}

function VariantTable() {
  const { t } = useTranslation();
  const { rows, previous, next } = useLoaderData<typeof loader>();
  const { smDown } = useBreakpoints();
  const go = useQuery();
  return (
    <Card padding="0">
      <Filters />
      <IndexTable
        condensed={smDown}
        selectable={false}
        itemCount={rows.length}
        resourceName={t("products.resource", { returnObjects: true })}
        emptyState={
          <EmptySearchResult title={t("products.none.heading")} description={t("products.none.body")} />
        }
        headings={[
          { title: t("products.column.product") },
          { title: t("products.column.sku") },
          { title: t("products.column.warehouse"), alignment: "end" },
          { title: t("products.column.onHand"), alignment: "end" },
          { title: t("products.column.state") },
        ]}
        pagination={{
          hasPrevious: previous !== null,
          onPrevious: () => go({ before: previous }),
          hasNext: next !== null,
          onNext: () => go({ after: next }),
        }}
      >
        {rows.map((row, position) => (
          <Row key={row.variantId} row={row} position={position} stacked={smDown} />
        ))}
      </IndexTable>
    </Card>
  );
}

function Row({ row, position, stacked }: { row: VariantRow; position: number; stacked: boolean }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const figure = (value: number | null) => (value === null ? t("products.unknown") : number.format(value));
  const warehouse = figure(warehouseStock(row));
  const onHand = row.tracked ? figure(row.onHand) : t("products.untracked");
  const name = (
    <Text as="span" fontWeight="semibold" breakWord>
      {variantName(row)}
    </Text>
  );
  return (
    <IndexTable.Row id={row.variantId} position={position}>
      {stacked ? (
        <div className="stacked-row">
          <BlockStack gap="100">
            <InlineStack align="space-between" gap="200">
              {name}
              <StateBadge state={row.state} />
            </InlineStack>
            <SkuLabel row={row} />
            <Text as="span" tone="subdued">
              {t("products.figures", { warehouse, onHand })}
            </Text>
          </BlockStack>
        </div>
      ) : (
        <>
          <IndexTable.Cell>{name}</IndexTable.Cell>
          <IndexTable.Cell>
            <SkuLabel row={row} />
          </IndexTable.Cell>
          <IndexTable.Cell>
            <Text as="span" alignment="end" numeric>
              {warehouse}
            </Text>
          </IndexTable.Cell>
          <IndexTable.Cell>
            <Text as="span" alignment="end" numeric>
              {onHand}
            </Text>
          </IndexTable.Cell>
          <IndexTable.Cell>
            <StateBadge state={row.state} />
          </IndexTable.Cell>
        </>
      )}
    </IndexTable.Row>
  );
}

/** How many pieces of it the warehouse has: of a kit, as many as can be put together. */
function warehouseStock({ components }: VariantRow): number | null {
  if (components.length === 0 || components.some(({ stock }) => stock === null)) return null;
  return Math.min(...components.map(({ stock, quantity }) => Math.floor((stock ?? 0) / quantity)));
}

function SkuLabel({ row }: { row: VariantRow }) {
  const { t } = useTranslation();
  const goods = row.components
    .map(({ sku, quantity }) => (quantity === 1 ? sku : `${quantity} × ${sku}`))
    .join(" + ");
  return (
    <BlockStack>
      <Text as="span">{row.sku ?? t("products.unknown")}</Text>
      {goods && goods !== row.sku && (
        <Text as="span" tone="subdued" variant="bodySm">
          {t("products.mappedTo", { sku: goods })}
        </Text>
      )}
    </BlockStack>
  );
}

function Filters() {
  const { t } = useTranslation();
  const { state, search } = useLoaderData<typeof loader>();
  const { mode, setMode } = useSetIndexFiltersMode(search ? IndexFiltersMode.Filtering : undefined);
  const [typed, setTyped] = useTypedSearch(search);
  const go = useQuery();
  const states = [undefined, ...VARIANT_STATES];
  return (
    <IndexFilters
      mode={mode}
      setMode={setMode}
      tabs={states.map((one) => ({
        id: one ?? "all",
        content: one ? t(`state.${one}`) : t("products.all"),
        isLocked: true,
      }))}
      selected={states.indexOf(state)}
      onSelect={(index) => go({ state: states[index] ?? null })}
      canCreateNewView={false}
      queryValue={typed}
      queryPlaceholder={t("products.search")}
      onQueryChange={setTyped}
      onQueryClear={() => setTyped("")}
      filters={[]}
      onClearAll={() => setTyped("")}
      cancelAction={{ onAction: () => setTyped("") }}
    />
  );
}

/**
 * The text in the search field. The address follows it when the typing pauses, because asking for every letter would
 * make the table flicker under the merchant's hands; it follows the address when a link or the back button changes that.
 */
function useTypedSearch(search: string) {
  const go = useQuery();
  const [typed, setTyped] = useState(search);
  const [asked, setAsked] = useState<string>();
  const [seen, setSeen] = useState(search);
  if (search !== seen) {
    setSeen(search);
    if (search !== asked) setTyped(search);
    setAsked(undefined);
  }
  useEffect(() => {
    // Once asked, it waits for the answer however long that takes: asking again would call the first question off.
    if (typed === search || typed === asked) return undefined;
    const timer = setTimeout(() => {
      setAsked(typed);
      go({ search: typed });
    }, 300);
    return () => clearTimeout(timer);
  }, [typed, search, asked, go]);
  return [typed, setTyped] as const;
}

/** Changes what the address asks for. A page's cursor belongs to one question, so any other question starts over. */
function useQuery() {
  const [, setParams] = useSearchParams();
  return (change: Partial<Record<"state" | "search" | "after" | "before", string | null>>) =>
    setParams((before) => {
      const params = new URLSearchParams(before);
      params.delete("after");
      params.delete("before");
      for (const [name, value] of Object.entries(change)) {
        if (value) params.set(name, value);
        else params.delete(name);
      }
      return params;
    });
}
