import { Badge, BlockStack, IndexTable, InlineStack, Link, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ReturnRow } from "../../domain/returns/list-returns.ts";
import { ReturnStageBadge } from "./return-stage-badge.tsx";
import { returnUrl } from "../return-url.ts";
import { When } from "../when.tsx";
import { useWaitingWords } from "./use-waiting-words.ts";

/** One return: how far it is, what has come of it, and what it needs of a person. */
export function ReturnTableRow(props: {
  row: ReturnRow;
  position: number;
  stacked: boolean;
  selected: boolean;
  now: Date;
}) {
  const { row, position, stacked, selected, now } = props;
  const { t } = useTranslation();
  const { received, returned } = row;
  const label = t(`returns.labelState.${row.label}`);
  const age = (
    <Text as="span" tone="subdued">
      <When at={row.createdAt} now={now} />
    </Text>
  );
  const name = (
    <BlockStack>
      <Link dataPrimaryLink monochrome removeUnderline url={returnUrl(row.returnId)}>
        <Text as="span" fontWeight="semibold">
          {row.name}
        </Text>
      </Link>
      <Text as="span" tone="subdued" variant="bodySm">
        {t("returns.ofOrder", { order: row.orderName })}
      </Text>
    </BlockStack>
  );
  return (
    <IndexTable.Row id={row.returnId} position={position} selected={selected}>
      {stacked ? (
        <div className="stacked-row">
          <BlockStack gap="100">
            <InlineStack align="space-between" gap="200" wrap={false}>
              {name}
              <ReturnStageBadge stage={row.stage} />
            </InlineStack>
            <Text as="span" tone="subdued">
              {t("returns.figures", { received, returned, label })} · <When at={row.createdAt} now={now} />
            </Text>
            <NeedBadges row={row} />
            <WaitingFor row={row} />
          </BlockStack>
        </div>
      ) : (
        <>
          <IndexTable.Cell className="wrapping-cell">{name}</IndexTable.Cell>
          <IndexTable.Cell>{age}</IndexTable.Cell>
          <IndexTable.Cell>
            <ReturnStageBadge stage={row.stage} />
          </IndexTable.Cell>
          <IndexTable.Cell>{label}</IndexTable.Cell>
          <IndexTable.Cell>
            <Text as="span" alignment="end" numeric>
              {t("returns.pieces", { received, returned })}
            </Text>
          </IndexTable.Cell>
          <IndexTable.Cell className="wrapping-cell">
            <NeedBadges row={row} />
            <WaitingFor row={row} />
          </IndexTable.Cell>
        </>
      )}
    </IndexTable.Row>
  );
}

/** What it waits for, where nobody has to do anything about it. */
function WaitingFor({ row: { waiting } }: { row: ReturnRow }) {
  const inWords = useWaitingWords();
  if (waiting.state !== "waiting") return null;
  const { what, when } = inWords(waiting);
  return (
    <Text as="span" tone="subdued">
      {when === null ? what : `${what}, ${when}`}
    </Text>
  );
}

/** The first of what it needs, and how much more there is. */
function NeedBadges({ row: { needs } }: { row: ReturnRow }) {
  const { t } = useTranslation();
  const [first, ...others] = needs;
  if (!first) return null;
  return (
    <InlineStack gap="100">
      <Badge tone="warning">{t(`returns.need.${first}.short`)}</Badge>
      {others.length > 0 && <Badge>{t("returns.more", { count: others.length })}</Badge>}
    </InlineStack>
  );
}
