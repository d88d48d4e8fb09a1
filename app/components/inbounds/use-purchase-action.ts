import { useTranslation } from "react-i18next";
import type { AskPurchaseOutcome, PurchaseRequest } from "../../domain/inbounds/ask-about-purchase.ts";
import { purchaseUrl } from "../purchase-url.ts";
import { useAsking } from "../use-asking.ts";

/** Asks something about a purchase. */
export function usePurchaseAction(ref: string, onDone?: () => void) {
  const { t } = useTranslation();
  const { send, busy } = useAsking<AskPurchaseOutcome>({
    action: purchaseUrl(ref),
    tell: ({ outcome }) => ({ message: t(`inbounds.done.${outcome}`), isError: outcome !== "asked" }),
    onDone,
  });
  return { send: (request: PurchaseRequest) => send(request), busy };
}
