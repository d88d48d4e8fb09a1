import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";

/** Tells the set-up guide, once shown, that the merchant has what would change in front of them. */
export function ReportSeen() {
  const { submit } = useFetcher();
  useEffect(
    () => submit({ intent: "report-seen" }, { method: "post", action: "/app/setup" }),
    [], // oxlint-disable-line react/exhaustive-deps -- Once, when it is shown.
  );
  return null;
}
