import { BlockStack, Button, Card, Divider, InlineStack, Link, Pagination, Text } from "@shopify/polaris";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { ProblemPage } from "../domain/problems/list-problem-page.ts";
import type { NamedProblem } from "../domain/problems/name-variants.ts";
import { isRetriable, type ProblemKind } from "../domain/problems/problem-kinds.ts";
import { purchaseUrl } from "./purchase-url.ts";
import { useCure } from "./use-cure.ts";
import { useListPages } from "./use-list-pages.ts";
import { useObjection } from "./use-problem-words.ts";
import { returnUrl } from "./return-url.ts";
import { variantName } from "./variant-name.ts";
import { goodsLink } from "./variant-url.ts";
import { When } from "./when.tsx";

/** Problems of one kind: which goods, what was objected to, since when, and where to look at them. */
export function ProblemList({ page, now }: { page: ProblemPage; now: Date }) {
  const pages = useListPages(page);
  return (
    <Card>
      <BlockStack gap="300">
        {page.rows.map((problem, position) => (
          <Fragment key={problem.subject}>
            {position > 0 && <Divider />}
            <Problem problem={problem} now={now} />
          </Fragment>
        ))}
        {(pages.hasPrevious || pages.hasNext) && <Pagination {...pages} />}
      </BlockStack>
    </Card>
  );
}

function Problem({ problem, now }: { problem: NamedProblem; now: Date }) {
  const { t } = useTranslation();
  const objection = useObjection()(problem);
  const { kind, subject, openedAt, details } = problem;
  const { send, busy } = useCure();
  const called = details.job ? t(`problem.job.${details.job}`) : recordName(problem);
  const name = (
    <Text as="span" fontWeight="semibold" breakWord>
      {called}
    </Text>
  );
  const url = recordUrl(problem);
  return (
    <BlockStack gap="100">
      <InlineStack align="space-between" gap="200">
        {url ? (
          <Link url={url} removeUnderline>
            {name}
          </Link>
        ) : (
          name
        )}
        <Text as="span" tone="subdued">
          {t("problem.since")} <When at={openedAt} now={now} />
        </Text>
      </InlineStack>
      {objection && (
        <Text as="span" tone="subdued" breakWord>
          {objection}
        </Text>
      )}
      {isRetriable(kind) && (
        <InlineStack>
          <Button
            size="slim"
            loading={busy}
            accessibilityLabel={t("problem.do.oneOf", { name: called })}
            onClick={() => send({ intent: "retry", kind, subject })}
          >
            {t("problem.do.one")}
          </Button>
        </InlineStack>
      )}
    </BlockStack>
  );
}

/** Problems whose subject is an id; what the merchant calls the record is among the details. */
const NAMED_BY_ID: ReadonlySet<ProblemKind> = new Set([
  "return-unreadable",
  "return-undisposed",
  "shipment-unsynced",
  "product-unreadable",
]);

/** What the merchant calls the record a problem is about. */
function recordName({ kind, variant, subject, details }: NamedProblem): string {
  if (kind === "sku-renamed") {
    const change = `${details.sku} → ${details.newSku}`;
    return variant ? `${variantName(variant)} · ${change}` : change;
  }
  if (NAMED_BY_ID.has(kind)) return details.sku || subject;
  return variant ? `${variantName(variant)} · ${subject}` : subject;
}

/** Where to look at that record; null where Dockline has no page of it. */
function recordUrl(problem: NamedProblem): string | null {
  switch (problem.kind) {
    case "inbound-unreadable":
    case "product-unreadable":
    case "job-failing":
      return null;
    case "return-unreadable":
    case "return-undisposed":
      return returnUrl(problem.subject);
    case "shipment-unsynced":
      return purchaseUrl(problem.subject);
    default:
      return goodsLink(problem);
  }
}
