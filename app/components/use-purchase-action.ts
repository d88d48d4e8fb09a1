import { useAppBridge } from "@shopify/app-bridge-react";
import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { AskPurchaseOutcome } from "../domain/inbounds/ask-about-purchase.ts";
import { purchaseUrl } from "./purchase-url.ts";

/** Asks something about a purchase, and tells what came of it in a message of the admin's; `onDone` hears of it too. */
export function usePurchaseAction(ref: string, onDone?: () => void) {
  const { t } = useTranslation();
  const bridge = useAppBridge();
  const { data, state, submit } = useFetcher<AskPurchaseOutcome>();
  useEffect(() => {
    if (!data) return;
    void bridge.toast.show(t(`inbounds.done.${data.outcome}`), { isError: data.outcome !== "asked" });
    onDone?.();
  }, [data]); // eslint-disable-line react-hooks/exhaustive-deps -- Once for each answer.
  return {
    send: (what: "delete" | "again" | "leave") =>
      submit({ what }, { method: "post", action: purchaseUrl(ref), encType: "application/json" }),
    busy: state !== "idle",
  };
}
