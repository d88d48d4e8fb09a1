import { useTranslation } from "react-i18next";
import type { Cause } from "../domain/stock/explain-stock.ts";
import { useMoment } from "./use-moment.ts";

const KNOWN = [
  "receipt-received",
  "inbound-status",
  "outbound-status",
  "shipment-created",
  "shipment-shipped",
  "label-status",
  "inventory_levels/update",
  "orders/create",
  "orders/cancelled",
  "orders/partially_fulfilled",
  "orders/fulfilled",
  "mapping/made",
  "look/asked",
  "return/restocked",
  "return/made-room",
] as const;

/** What led to a look or a write, in words, beside another time. An event we have no words for is named as it came. */
export function useCause(): (cause: Cause, beside: Date) => string {
  const { t } = useTranslation();
  const moment = useMoment();
  return ({ event, of, heardAt }, beside) => {
    const known = KNOWN.find((one) => one === event);
    const cause = known ? t(`stock.cause.${known}`) : event;
    const time = moment(heardAt, beside);
    return of ? t("stock.causeOf", { cause, of, time }) : t("stock.causeHeard", { cause, time });
  };
}
