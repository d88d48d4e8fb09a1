import { useAppBridge } from "@shopify/app-bridge-react";
import { useRevalidator } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { List, SavedView, SaveViewOutcome } from "../domain/views/saved-views.ts";

/** Changes the views above a list; true when it is done. What is in the way is told in a message of the admin's. */
export function useViews(list: List) {
  const { t } = useTranslation();
  const bridge = useAppBridge();
  const { revalidate } = useRevalidator();
  async function ask(body: object): Promise<boolean> {
    const outcome = await send({ ...body, list }).catch(() => "failed" as const);
    if (outcome !== "saved") void bridge.toast.show(t(`views.${outcome}`), { isError: true });
    revalidate();
    return outcome === "saved";
  }
  return {
    save: (view: SavedView) => ask({ intent: "save", ...view }),
    rename: (name: string, to: string) => ask({ intent: "rename", name, to }),
    remove: (name: string) => ask({ intent: "delete", name }),
  };
}

async function send(body: object): Promise<SaveViewOutcome> {
  const headers = { "content-type": "application/json" };
  const response = await fetch("/app/views", { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`the views answered ${response.status}`);
  return (await response.json()) as SaveViewOutcome;
}
