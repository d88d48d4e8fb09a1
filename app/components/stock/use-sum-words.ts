import { useTranslation } from "react-i18next";
import type { SkuLine, SkuSum, StockSum } from "../../domain/stock/report/get-stock-sums.ts";

/** The sum from which a variant's quantity follows, in words. */
export function useSumWords() {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  /** What is added or subtracted, with its sign. */
  const signed = (units: number) => `${units < 0 ? "−" : "+"}${number.format(Math.abs(units))}`;
  /** What is there, not what is added. */
  const plain = (units: number) => (units < 0 ? signed(units) : number.format(units));
  const value = ({ term, units }: SkuLine) => (term === "stock" ? plain(units) : signed(units));
  return {
    signed,
    plain,
    value,
    /** One SKU's sum in a sentence. */
    sentence({ lines, sellable }: SkuSum): string {
      const parts = lines.map((line) => `${t(`stock.term.${line.term}`)} ${value(line)}`);
      return [...parts, `${t("stock.term.sellable")} ${plain(sellable)}`].join(" · ");
    },
    /** How many units of a kit each of its SKUs makes, and which limits them. */
    limits({ skus, limitedBy }: StockSum): string {
      const parts = skus
        .map(({ sku, sellable, makes }) =>
          t("stock.why.makes", { count: Math.max(0, sellable), sku, makes: Math.max(0, makes) }),
        )
        .join("; ");
      const isLimited = skus.some(({ makes }) => makes !== skus[0]?.makes);
      return isLimited ? t("stock.why.limits", { parts, sku: limitedBy }) : parts;
    },
  };
}
