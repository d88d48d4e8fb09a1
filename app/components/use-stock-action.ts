import { useAppBridge } from "@shopify/app-bridge-react";
import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { StockAnswer } from "./stock-answer.ts";

type Body = Parameters<ReturnType<typeof useFetcher>["submit"]>[0];

/**
 * Asks something of the stock page, from wherever. What came of it is told in a message of the admin's, because what was
 * clicked is often gone by then; `onDone` hears of it too, unless nothing was done.
 */
export function useStockAction(onDone?: () => void) {
  const { t } = useTranslation();
  const bridge = useAppBridge();
  const { data, state, submit } = useFetcher<StockAnswer>();
  useEffect(() => {
    const told = data && inWords(data);
    if (!told) return;
    void bridge.toast.show(told, { isError: data.outcome === "refused" });
    if (data.outcome !== "refused") onDone?.();
  }, [data]); // eslint-disable-line react-hooks/exhaustive-deps -- Once for each answer.
  return {
    send: (body: Body) => submit(body, { method: "post", action: "/app/stock", encType: "application/json" }),
    busy: state !== "idle",
    answer: data,
  };

  function inWords(answer: StockAnswer): string | undefined {
    switch (answer.outcome) {
      case "preview":
      case "more-stopped":
        return undefined;
      case "live":
      case "allowed":
        return t(`stock.done.${answer.outcome}`, { count: answer.count });
      case "refused":
        return t("stock.done.refused", { reason: answer.reason });
      case "liveAll":
      case "paused":
      case "resumed":
      case "tracked":
      case "kept":
        return t(`stock.done.${answer.outcome}`);
    }
  }
}
