import { useAppBridge } from "@shopify/app-bridge-react";
import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { ReturnAnswer } from "./return-answer.ts";

type Body = Parameters<ReturnType<typeof useFetcher>["submit"]>[0];

/** Asks something about returns, and tells what came of it in a message of the admin's; `onDone` hears of it too. */
export function useReturnAction(onDone?: () => void) {
  const { t } = useTranslation();
  const bridge = useAppBridge();
  const { data, state, submit } = useFetcher<ReturnAnswer>();
  useEffect(() => {
    if (!data) return;
    const told =
      data.outcome === "announced"
        ? t("returns.done.announced", { count: data.count })
        : t(`returns.done.${data.outcome}`);
    void bridge.toast.show(told);
    onDone?.();
  }, [data]); // eslint-disable-line react-hooks/exhaustive-deps -- Once for each answer.
  return {
    send: (body: Body) =>
      submit(body, { method: "post", action: "/app/returns", encType: "application/json" }),
    busy: state !== "idle",
  };
}
