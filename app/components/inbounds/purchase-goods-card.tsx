import {
  Badge,
  BlockStack,
  Box,
  Card,
  IndexTable,
  InlineStack,
  Text,
  useBreakpoints,
} from "@shopify/polaris";
import { useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { ShownGoods } from "../../domain/inbounds/show-goods.ts";

type Goods = ShownGoods["goods"][number];

const FINDINGS = ["short", "over", "unknown", "defective", "unclear", "awaited"] as const;
const TONE = {
  short: "critical",
  over: "warning",
  unknown: "warning",
  defective: "warning",
  unclear: "warning",
  awaited: undefined,
} as const;

/** What was announced against what came in, SKU by SKU: what is not as announced first. */
export function PurchaseGoodsCard({ detail }: { detail: ShownGoods }) {
  const { t } = useTranslation();
  const { smDown } = useBreakpoints();
  const [, setParams] = useSearchParams();
  const { goods, page, pages, sums } = detail;
  const turn = (to: number) => setParams({ page: String(to) }, { preventScrollReset: true });
  return (
    <Card padding="0">
      <Box padding="400">
        <BlockStack gap="200">
          <Text as="h2" variant="headingMd">
            {t("inbounds.detail.goods")}
          </Text>
          <Text as="p" tone="subdued">
            {t("inbounds.detail.progress", {
              came: sums.announced - sums.short - sums.awaited,
              announced: sums.announced,
            })}
          </Text>
          <Findings of={sums} />
        </BlockStack>
      </Box>
      <IndexTable
        condensed={smDown}
        selectable={false}
        itemCount={goods.length}
        resourceName={t("inbounds.detail.resource", { returnObjects: true })}
        headings={[
          { title: t("inbounds.detail.column.sku") },
          { title: t("inbounds.detail.column.announced"), alignment: "end" },
          { title: t("inbounds.detail.column.good"), alignment: "end" },
          { title: t("inbounds.detail.column.defective"), alignment: "end" },
          { title: t("inbounds.detail.column.finding") },
        ]}
        {...(pages > 1 && {
          pagination: {
            hasPrevious: page > 1,
            onPrevious: () => turn(page - 1),
            hasNext: page < pages,
            onNext: () => turn(page + 1),
          },
        })}
      >
        {goods.map((one, position) => (
          <Row key={one.sku} goods={one} position={position} stacked={smDown} />
        ))}
      </IndexTable>
    </Card>
  );
}

function Row({ goods, position, stacked }: { goods: Goods; position: number; stacked: boolean }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const { sku, description, announced, good, defective } = goods;
  const name = (
    <BlockStack>
      <Text as="span" fontWeight="semibold" breakWord>
        {sku}
      </Text>
      <Text as="span" tone="subdued" variant="bodySm" breakWord>
        {description}
      </Text>
    </BlockStack>
  );
  return (
    <IndexTable.Row id={sku} position={position}>
      {stacked ? (
        <div className="stacked-row">
          <BlockStack gap="100">
            {name}
            <Text as="span" tone="subdued">
              {t("inbounds.detail.figures", { announced, good, defective })}
            </Text>
            <Findings of={goods} />
          </BlockStack>
        </div>
      ) : (
        <>
          <IndexTable.Cell className="wrapping-cell">{name}</IndexTable.Cell>
          {[announced, good, defective].map((pieces, column) => (
            <IndexTable.Cell key={column}>
              <Text as="span" alignment="end" numeric>
                {number.format(pieces)}
              </Text>
            </IndexTable.Cell>
          ))}
          <IndexTable.Cell className="wrapping-cell">
            <Findings of={goods} />
          </IndexTable.Cell>
        </>
      )}
    </IndexTable.Row>
  );
}

/** In what it differs from what was announced; that it does not, where nothing is awaited any more. */
function Findings({ of }: { of: Record<(typeof FINDINGS)[number], number> }) {
  const { t } = useTranslation();
  const found = FINDINGS.filter((finding) => of[finding] > 0);
  return (
    <InlineStack gap="100">
      {found.length === 0 && <Badge tone="success">{t("inbounds.detail.finding.complete")}</Badge>}
      {found.map((finding) => (
        <Badge key={finding} tone={TONE[finding]}>
          {t(`inbounds.detail.finding.${finding}`, { count: of[finding] })}
        </Badge>
      ))}
    </InlineStack>
  );
}
