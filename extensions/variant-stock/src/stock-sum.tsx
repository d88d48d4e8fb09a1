import type { StockSumAnswer } from "../../../app/extension-answers.ts";

type SkuAnswer = StockSumAnswer["skus"][number];

/** What can be sold, term by term; of a kit for each SKU, with what each makes and which limits it. */
export function StockSum({ sum: { skus, sellable, limitedBy } }: { sum: StockSumAnswer }) {
  const { translate } = shopify.i18n;
  const isKit = skus.length > 1 || skus.some(({ units }) => units > 1);
  const isLimited = skus.some(({ makes }) => makes !== skus[0]?.makes);
  return (
    <s-stack gap="small-200">
      {skus.map((sku) => (
        <s-paragraph key={sku.sku}>{isKit ? `${sku.sku}: ${partOf(sku)}` : inWords(sku)}</s-paragraph>
      ))}
      {isKit && (
        <s-paragraph>
          {`${translate("term.sellable")} ${plain(sellable)}`}
          {isLimited && ` · ${translate("components.limits", { sku: limitedBy })}`}
        </s-paragraph>
      )}
    </s-stack>
  );

  function partOf(sku: SkuAnswer): string {
    const makes = translate("components.makes", { units: plain(Math.max(0, sku.makes)) });
    return `${inWords(sku)} · ${makes}`;
  }
}

function inWords({ lines, sellable }: SkuAnswer): string {
  const { translate } = shopify.i18n;
  const parts = lines.map(
    ({ term, units }) => `${translate(`term.${term}`)} ${term === "stock" ? plain(units) : signed(units)}`,
  );
  return [...parts, `${translate("term.sellable")} ${plain(sellable)}`].join(" · ");
}

const signed = (units: number) => `${units < 0 ? "−" : "+"}${shopify.i18n.formatNumber(Math.abs(units))}`;
const plain = (units: number) => (units < 0 ? signed(units) : shopify.i18n.formatNumber(units));
