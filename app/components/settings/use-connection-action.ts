import { useTranslation } from "react-i18next";
import type { ConnectionAnswer } from "./connection-answer.ts";
import { useAsking } from "../use-asking.ts";

/** Asks something of the connection's page. What can be mended where it was entered is not told in a message. */
export function useConnectionAction(onDone?: () => void) {
  const { t } = useTranslation();
  return useAsking<ConnectionAnswer>({ action: "/app/connect", tell, onDone });

  function tell({ outcome }: ConnectionAnswer) {
    switch (outcome) {
      case "invalid":
      case "warehouse-failed":
      case "location-unknown":
        return undefined;
      case "not-connected":
      case "asked-lately":
      case "previous-changed-meanwhile":
        return { message: t(`connect.answer.${outcome}`), isError: true };
      case "token-changed":
      case "other-account":
      case "key-changed":
      case "chosen":
      case "same-location":
      case "previous-clearing":
      case "previous-restoring":
      case "previous-dismissed":
      case "asked-again":
      case "old-key-ended":
      case "disconnected":
        return { message: t(`connect.answer.${outcome}`) };
    }
  }
}
