import {
  Badge,
  BlockStack,
  Box,
  Card,
  IndexTable,
  InlineStack,
  Link,
  Text,
  useBreakpoints,
} from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ReturnLine } from "../../domain/returns/return-lines.ts";
import { variantName } from "../variant-name.ts";
import { variantUrl } from "../variant-url.ts";

/** What was sent back: what it is to both sides, and what has become of it. */
export function ReturnLinesCard({ lines }: { lines: ReturnLine[] }) {
  const { t } = useTranslation();
  const { smDown } = useBreakpoints();
  return (
    <Card padding="0">
      <Box padding="400">
        <Text as="h2" variant="headingMd">
          {t("returns.lines.heading")}
        </Text>
      </Box>
      <IndexTable
        condensed={smDown}
        selectable={false}
        itemCount={lines.length}
        resourceName={{ singular: t("returns.lines.item"), plural: t("returns.lines.heading") }}
        emptyState={
          <Text as="p" alignment="center">
            {t("returns.lines.none")}
          </Text>
        }
        headings={[
          { title: t("returns.lines.item") },
          { title: t("returns.lines.goods") },
          { title: t("returns.lines.returned"), alignment: "end" },
          { title: t("returns.lines.good"), alignment: "end" },
          { title: t("returns.lines.defective"), alignment: "end" },
          { title: t("returns.lines.disposed") },
        ]}
      >
        {lines.map((line, position) => (
          <Row key={line.id} line={line} position={position} stacked={smDown} />
        ))}
      </IndexTable>
    </Card>
  );
}

function Row({ line, position, stacked }: { line: ReturnLine; position: number; stacked: boolean }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const { quantity, good, defective } = line;
  return (
    <IndexTable.Row id={line.id} position={position}>
      {stacked ? (
        <div className="stacked-row">
          <BlockStack gap="100">
            <What line={line} />
            <Goods line={line} />
            <Text as="span" tone="subdued">
              {t("returns.lines.figures", { returned: quantity, good, defective })}
            </Text>
            <Disposed line={line} />
          </BlockStack>
        </div>
      ) : (
        <>
          <IndexTable.Cell className="wrapping-cell">
            <What line={line} />
          </IndexTable.Cell>
          <IndexTable.Cell className="wrapping-cell">
            <Goods line={line} />
          </IndexTable.Cell>
          {[quantity, good, defective].map((pieces, column) => (
            <IndexTable.Cell key={column}>
              <Text as="span" alignment="end" numeric>
                {number.format(pieces)}
              </Text>
            </IndexTable.Cell>
          ))}
          <IndexTable.Cell className="wrapping-cell">
            <Disposed line={line} />
          </IndexTable.Cell>
        </>
      )}
    </IndexTable.Row>
  );
}

function What({ line: { title, variantTitle, soldSku, components } }: { line: ReturnLine }) {
  const { t } = useTranslation();
  const isSame = components.length === 1 && components[0]?.sku === soldSku;
  return (
    <BlockStack>
      <Text as="span" fontWeight="semibold">
        {variantName({ productTitle: title || t("returns.lines.unnamed"), variantTitle })}
      </Text>
      {soldSku && !isSame && (
        <Text as="span" tone="subdued" variant="bodySm">
          {t("returns.lines.sold", { sku: soldSku })}
        </Text>
      )}
    </BlockStack>
  );
}

/** Its SKU at the warehouse, the parts of a kit, or why there is none. */
function Goods({ line: { goods, components, variantId, isSent } }: { line: ReturnLine }) {
  const { t } = useTranslation();
  if (goods !== "mapped")
    return (
      <InlineStack gap="200" blockAlign="center">
        <Badge tone={goods === "ignored" ? undefined : "warning"}>{t(`returns.lines.state.${goods}`)}</Badge>
        {goods === "unmapped" && variantId && <Link url={variantUrl(variantId)}>{t("returns.do.map")}</Link>}
      </InlineStack>
    );
  return (
    <BlockStack>
      {components.map(({ sku, quantity }) => (
        <Text as="span" key={sku}>
          {quantity === 1 ? sku : t("returns.lines.part", { sku, quantity })}
        </Text>
      ))}
      {!isSent && (
        <div>
          <Badge>{t("returns.lines.elsewhere")}</Badge>
        </div>
      )}
    </BlockStack>
  );
}

const DISPOSITIONS = ["RESTOCKED", "NOT_RESTOCKED", "PROCESSING_REQUIRED", "MISSING"] as const;

function Disposed({ line: { disposed } }: { line: ReturnLine }) {
  const { t } = useTranslation();
  const some = DISPOSITIONS.filter((type) => disposed[type] > 0);
  if (some.length === 0) return null;
  return (
    <Text as="span">
      {some.map((type) => t(`returns.lines.${type}`, { pieces: disposed[type] })).join(", ")}
    </Text>
  );
}
