import {
  BlockStack,
  Card,
  EmptySearchResult,
  IndexTable,
  Link,
  Text,
  useBreakpoints,
} from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { OtherInboundPage, OtherInboundRow } from "../../domain/inbounds/other/list-other-inbounds.ts";
import { purchaseUrl } from "../purchase-url.ts";
import { useDay } from "../use-day.ts";
import { useListPages } from "../use-list-pages.ts";
import { InboundSearch, type InboundSearchProps } from "./inbound-search.tsx";
import { PurchaseStageBadge } from "./purchase-badges.tsx";
import { useInboundType } from "./use-inbound-type.ts";

/** Inbounds that were made at the warehouse or in another system, to be looked through and found. */
export function OtherInboundTable(props: OtherInboundPage & InboundSearchProps) {
  const { rows, previous, next, tab, search, views } = props;
  const { t } = useTranslation();
  const { smDown } = useBreakpoints();
  const pagination = useListPages({ previous, next });
  const none = search === "" ? "noneElsewhere" : "noneOf";
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
          { title: t("inbounds.column.reference") },
          { title: t("inbounds.column.type") },
          { title: t("inbounds.column.expected") },
          { title: t("inbounds.column.announced"), alignment: "end" },
          { title: t("inbounds.column.received"), alignment: "end" },
          { title: t("inbounds.column.stage") },
        ]}
        pagination={pagination}
      >
        {rows.map((row, position) => (
          <IndexTable.Row key={row.ref} id={row.ref} position={position}>
            <Inbound row={row} stacked={smDown} />
          </IndexTable.Row>
        ))}
      </IndexTable>
    </Card>
  );
}

function Inbound({ row, stacked }: { row: OtherInboundRow; stacked: boolean }) {
  const { t, i18n } = useTranslation();
  const inWords = useDay();
  const typeOf = useInboundType();
  const number = new Intl.NumberFormat(i18n.language);
  const { ref, supplierRef, announced, good, defective } = row;
  const received = t(defective > 0 ? "receipts.goodDefective" : "receipts.good", { good, defective });
  const type = typeOf(row.type);
  const expected = row.expectedOn ? inWords(row.expectedOn) : t("unknown");
  const name = (
    <BlockStack>
      <Link dataPrimaryLink monochrome removeUnderline url={purchaseUrl(ref)}>
        <Text as="span" fontWeight="semibold" breakWord>
          {supplierRef || ref}
        </Text>
      </Link>
      {supplierRef !== "" && (
        <Text as="span" tone="subdued" variant="bodySm" breakWord>
          {ref}
        </Text>
      )}
    </BlockStack>
  );
  const stage = <PurchaseStageBadge stage={row.stage} />;
  if (stacked)
    return (
      <div className="stacked-row">
        <BlockStack gap="100" inlineAlign="start">
          {name}
          <Text as="span">{[type, expected].join(" · ")}</Text>
          <Text as="span" tone="subdued">
            {t("inbounds.figures", { received, announced })}
          </Text>
          {stage}
        </BlockStack>
      </div>
    );
  return (
    <>
      <IndexTable.Cell className="wrapping-cell">{name}</IndexTable.Cell>
      <IndexTable.Cell>{type}</IndexTable.Cell>
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
  );
}
