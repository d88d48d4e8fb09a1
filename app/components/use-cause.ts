import { useTranslation } from "react-i18next";
import { isStockEvent } from "../domain/events/translate-hint.ts";
import { isReturnCause } from "../domain/stock/report/return-causes.ts";
import type { Cause } from "../domain/stock/report/explain-stock.ts";
import { plainWord } from "./plain-word.ts";
import { useMoment } from "./use-moment.ts";

/** What led to a look or a write, in words, beside another time. */
export function useCause(): (cause: Cause, beside: Date) => string {
  const { t } = useTranslation();
  const moment = useMoment();
  return ({ event, of, heardAt }, beside) => {
    const cause = isStockEvent(event) || isReturnCause(event) ? t(`stock.cause.${event}`) : plainWord(event);
    const time = moment(heardAt, beside);
    return of ? t("stock.causeOf", { cause, of, time }) : t("stock.causeHeard", { cause, time });
  };
}
