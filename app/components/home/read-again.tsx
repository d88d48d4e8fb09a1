import { useAppBridge } from "@shopify/app-bridge-react";
import { useFetcher } from "@remix-run/react";
import { Button } from "@shopify/polaris";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { AskForImportOutcome } from "../../domain/catalog/import/ask-for-import.ts";

/** Has both catalogues read again. */
export function ReadAgain({ disabled = false }: { disabled?: boolean }) {
  const { t } = useTranslation();
  const bridge = useAppBridge();
  const { state, data, submit } = useFetcher<AskForImportOutcome>();
  useEffect(() => {
    if (data?.outcome === "asked") void bridge.toast.show(t("home.variants.asked"));
  }, [data, bridge, t]);
  return (
    <Button
      disabled={disabled}
      loading={state !== "idle"}
      onClick={() => submit(null, { method: "post", action: "/app?index" })}
    >
      {t("home.variants.again")}
    </Button>
  );
}
