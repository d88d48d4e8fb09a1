import { Badge, BlockStack, Button, IndexTable, InlineStack, Link, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ActivityRow } from "../../domain/activity/list-activity.ts";
import type { Thing } from "../../domain/activity/name-things.ts";
import { purchaseUrl } from "../purchase-url.ts";
import { returnUrl } from "../return-url.ts";
import { useActivityWords } from "./use-activity-words.ts";
import { useMoment } from "../use-moment.ts";
import { variantName } from "../variant-name.ts";
import { variantUrl } from "../variant-url.ts";

/** One thing that happened: what it was, what it was about, and when. */
export function ActivityTableRow(props: {
  row: ActivityRow;
  position: number;
  stacked: boolean;
  retry: { busy: boolean; send(id: string): void };
}) {
  const { row, position, stacked, retry } = props;
  const { t } = useTranslation();
  const moment = useMoment();
  const inWords = useActivityWords();
  const { title, badge, ...words } = inWords(row);
  const staff = row.staffId === null ? "" : t("timeline.staff", { staffId: row.staffId });
  const more = [words.more, staff].filter(Boolean).join(" · ");
  const isFailed = row.told.source === "hint" && row.told.failure?.retryAt === null;
  const what = (
    <BlockStack gap="050">
      <InlineStack gap="200" blockAlign="center">
        <Text as="span" fontWeight="medium" breakWord>
          {title}
        </Text>
        {badge && <Badge tone={badge.tone}>{badge.content}</Badge>}
      </InlineStack>
      {more !== "" && (
        <Text as="span" tone="subdued" variant="bodySm" breakWord>
          {more}
        </Text>
      )}
      {isFailed && (
        <InlineStack>
          <Button
            size="slim"
            loading={retry.busy}
            accessibilityLabel={t("activity.update.retryOf", { what: title })}
            onClick={() => retry.send(row.id)}
          >
            {t("activity.update.retry")}
          </Button>
        </InlineStack>
      )}
    </BlockStack>
  );
  const about = row.thing && <ThingLink thing={row.thing} />;
  const area = (
    <Text as="span" tone="subdued">
      {t(`activity.area.${row.area}`)}
    </Text>
  );
  const when = (
    <Text as="span" tone="subdued" numeric>
      <time dateTime={row.at.toISOString()}>{moment(row.at)}</time>
    </Text>
  );
  return (
    <IndexTable.Row id={row.id} position={position}>
      {stacked ? (
        <div className="stacked-row">
          <BlockStack gap="100">
            {what}
            {about}
            <InlineStack gap="200">
              {area}
              {when}
            </InlineStack>
          </BlockStack>
        </div>
      ) : (
        <>
          <IndexTable.Cell className="wrapping-cell">{what}</IndexTable.Cell>
          <IndexTable.Cell className="wrapping-cell">{about}</IndexTable.Cell>
          <IndexTable.Cell>{area}</IndexTable.Cell>
          <IndexTable.Cell>{when}</IndexTable.Cell>
        </>
      )}
    </IndexTable.Row>
  );
}

/** Where a thing is looked at; what has no page of its own is looked for among the products. */
function ThingLink({ thing }: { thing: Thing }) {
  const { url, name } = pageOf(thing);
  const text = (
    <Text as="span" breakWord>
      {name}
    </Text>
  );
  return url === null ? (
    text
  ) : (
    <Link monochrome url={url}>
      {text}
    </Link>
  );
}

function pageOf(thing: Thing): { url: string | null; name: string } {
  const among = (text: string) => `/app/products?search=${encodeURIComponent(text)}`;
  switch (thing.of) {
    case "variant":
      return { url: variantUrl(thing.variantId), name: variantName(thing) };
    case "product":
      return { url: among(thing.title), name: thing.title };
    case "sku":
      return { url: among(thing.sku), name: thing.sku };
    case "return":
      return { url: returnUrl(thing.returnId), name: thing.name };
    case "purchase":
      return { url: purchaseUrl(thing.ref), name: thing.supplier || thing.supplierRef };
    case "unknown":
      return { url: null, name: thing.name };
  }
}
