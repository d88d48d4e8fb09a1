import type { VariantStockAnswer } from "../../../app/extension-answers.ts";
import { Fact } from "../../shared/frame.tsx";
import { ageInWords } from "./age-in-words.ts";

/** What a mapped variant is at the warehouse, both sides' figures, and what follows from them. */
export function StockFacts({ shown }: { shown: VariantStockAnswer }) {
  const { translate } = shopify.i18n;
  const { goods, warehouseStock, onHand, looked, written, now } = shown;
  return (
    <>
      <s-stack direction="inline" gap="large">
        <Fact name={translate("goods.name")}>{goods.map(inWords).join(", ")}</Fact>
        <Fact name={translate("warehouse")}>{figure(warehouseStock, "unknownThere")}</Fact>
        <Fact name={translate("onHand")}>{figure(onHand, "notStocked")}</Fact>
        <Fact name={translate("looked.name")}>
          {looked ? ageInWords(Date.parse(now) - Date.parse(looked.at)) : translate("looked.never")}
        </Fact>
      </s-stack>
      {looked && <s-paragraph>{translate(`verdict.${looked.verdict}`)}</s-paragraph>}
      {written !== "yes" && <s-paragraph>{translate(`written.${written}`)}</s-paragraph>}
    </>
  );

  function figure(pieces: number | null, without: string): string {
    if (pieces !== null) return shopify.i18n.formatNumber(pieces);
    return looked ? translate(without) : "–";
  }
}

/** Most are one piece of one SKU; a kit's parts each say how many, and how many there are. */
function inWords(
  part: VariantStockAnswer["goods"][number],
  _: number,
  all: VariantStockAnswer["goods"],
): string {
  const { translate, formatNumber } = shopify.i18n;
  const { sku, quantity, stock } = part;
  if (all.length === 1 && quantity === 1) return sku;
  return translate("goods.part", {
    ...{ sku, quantity: formatNumber(quantity) },
    stock: stock === null ? "–" : formatNumber(stock),
  });
}
