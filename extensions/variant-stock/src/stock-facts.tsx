import type { VariantStockAnswer } from "../../../app/extension-answers.ts";
import { Fact } from "../../shared/frame.tsx";
import { ageInWords } from "./age-in-words.ts";
import { StockSum } from "./stock-sum.tsx";

/** What a mapped variant is at the warehouse, both sides' quantities, and what follows from them. */
export function StockFacts({ shown }: { shown: VariantStockAnswer }) {
  const { translate } = shopify.i18n;
  const { components, sum, warehouseStock, onHand, looked, written, now } = shown;
  return (
    <>
      <s-stack direction="inline" gap="large">
        <Fact name={translate("components.name")}>{components.map(inWords).join(", ")}</Fact>
        <Fact name={translate("warehouse")}>{inUnits(warehouseStock, "unknownThere")}</Fact>
        <Fact name={translate("onHand")}>{inUnits(onHand, "notStocked")}</Fact>
        <Fact name={translate("looked.name")}>
          {looked ? ageInWords(Date.parse(now) - Date.parse(looked.at)) : translate("looked.never")}
        </Fact>
      </s-stack>
      {sum && <StockSum sum={sum} />}
      {looked && <s-paragraph>{translate(`verdict.${looked.verdict}`)}</s-paragraph>}
      {written !== "yes" && <s-paragraph>{translate(`written.${written}`)}</s-paragraph>}
    </>
  );

  function inUnits(units: number | null, without: string): string {
    if (units !== null) return shopify.i18n.formatNumber(units);
    return looked ? translate(without) : "–";
  }
}

/** Most are one unit of one SKU. */
function inWords({ sku, units }: VariantStockAnswer["components"][number]): string {
  const { translate, formatNumber } = shopify.i18n;
  return units === 1 ? sku : translate("components.each", { sku, units: formatNumber(units) });
}
