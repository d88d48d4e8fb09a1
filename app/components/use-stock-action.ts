import { useTranslation } from "react-i18next";
import type { StockAnswer } from "./stock-answer.ts";
import { useAsking } from "./use-asking.ts";

/** Asks something of the stock page. */
export function useStockAction(onDone?: () => void) {
  const { t } = useTranslation();
  return useAsking<StockAnswer>({ action: "/app/stock", tell, onDone });

  function tell(answer: StockAnswer) {
    switch (answer.outcome) {
      case "preview":
      case "other-jumps":
      case "comparing":
      case "not-connected":
        return undefined;
      case "live":
      case "confirmed":
        return { message: t(`stock.done.${answer.outcome}`, { count: answer.count }) };
      case "refused":
        return { message: t("stock.done.refused", { reason: answer.reason }), isError: true };
      case "needsPlan":
        return { message: t("stock.plan.refused"), isError: true };
      case "liveAll":
      case "paused":
      case "resumed":
      case "tracked":
      case "kept":
        return { message: t(`stock.done.${answer.outcome}`) };
    }
  }
}
