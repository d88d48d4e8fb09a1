import { useTranslation } from "react-i18next";
import { isStockEvent } from "../../domain/events/translate-hint.ts";

/** What an event of the warehouse or the shop says, in words; one newer than our texts is named as it came. */
export function useEventWord(): (event: string) => string {
  const { t, i18n } = useTranslation();
  return (event) => {
    if (isStockEvent(event)) return t(`stock.cause.${event}`);
    const known = [`timeline.word.event.${event}`, `activity.event.${event}`].find((key) => i18n.exists(key));
    // Which key it is depends on what came in, so its type cannot be told.
    return known ? String(t(known as never)) : event;
  };
}
