import { BlockStack, Link, Text } from "@shopify/polaris";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { SkuLine, SkuSum, StockSum, Wait } from "../../domain/stock/report/get-stock-sums.ts";
import { useMoment } from "../use-moment.ts";
import { variantName } from "../variant-name.ts";
import { variantUrl } from "../variant-url.ts";
import { StockLine } from "./stock-line.tsx";
import { useSumWords } from "./use-sum-words.ts";

/** What the warehouse has of one SKU, what of it is spoken for, and what can be sold. */
export function SkuSumLines({
  sku,
  mode,
  isUnknown,
}: {
  sku: SkuSum;
  mode: StockSum["mode"];
  /** The warehouse does not know the SKU. */
  isUnknown: boolean;
}) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { value, plain } = useSumWords();
  return (
    <BlockStack gap="200">
      {sku.lines.map((line) => (
        <StockLine
          key={line.term}
          label={t(`stock.term.${line.term}`)}
          value={line.term === "stock" && isUnknown ? t("stock.why.unknown") : value(line)}
        >
          {hintOf(line)}
        </StockLine>
      ))}
      <StockLine strong label={t("stock.term.sellable")} value={plain(sku.sellable)} />
      {sku.sharedUntil && (
        <Text as="p" tone="subdued" variant="bodySm" breakWord>
          {t("stock.why.shared", { sku: sku.sku, until: moment(sku.sharedUntil) })}
        </Text>
      )}
    </BlockStack>
  );

  function hintOf({ term }: SkuLine) {
    switch (term) {
      case "stock":
      case "safetyStock":
        return null;
      case "promised":
        return <PromisedTo sku={sku} />;
      case "dispatchedAhead":
      case "unavailable":
        return t(`stock.why.${term}`);
      case "awaitingDispatch":
        return (
          <>
            {t(`stock.why.awaiting.${mode}`)} {sku.wait && inWords(sku.wait)}
          </>
        );
    }
  }

  function inWords({ since, until, isPaused }: Wait): string {
    if (until) {
      const times = { since: moment(since), until: moment(until) };
      return t(isPaused ? "stock.why.wait.paused" : "stock.why.wait.until", times);
    }
    return t(isPaused ? "stock.why.wait.ships" : "stock.why.wait.open", { since: moment(since) });
  }
}

function PromisedTo({ sku: { promisedTo, promisedToMore } }: { sku: SkuSum }) {
  const { t } = useTranslation();
  const { variants, units } = promisedToMore;
  return (
    <>
      {promisedTo.map((one, index) => (
        <Fragment key={one.variantId}>
          {index > 0 && ", "}
          {one.isThis ? (
            t("stock.why.promisedTo.this", { units: one.units })
          ) : (
            <Link url={variantUrl(one.variantId)}>
              {t("stock.why.promisedTo.other", { name: variantName(one), units: one.units })}
            </Link>
          )}
        </Fragment>
      ))}
      {variants > 0 && `, ${t("stock.why.promisedTo.more", { count: variants, units })}`}
    </>
  );
}
