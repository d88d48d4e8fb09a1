import { useAppBridge } from "@shopify/app-bridge-react";
import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";

type Submit = ReturnType<typeof useFetcher>["submit"];

export interface Asking<Answer> {
  /** The page that is asked, from wherever. */
  action: string;
  /** What came of it, in words; nothing where the page shows it. */
  tell(answer: Answer): { message: string; isError?: boolean } | undefined;
  /** Hears of every answer that was told. */
  onDone?: (() => void) | undefined;
}

/**
 * Asks a page for something. What came of it is told in a message of the admin's, because what was clicked is often gone
 * by then.
 */
export function useAsking<Answer>({ action, tell, onDone }: Asking<Answer>) {
  const bridge = useAppBridge();
  const { data, state, submit } = useFetcher<Answer>();
  const answer = data as Answer | undefined;
  useEffect(() => {
    const told = answer && tell(answer);
    if (!told) return;
    void bridge.toast.show(told.message, { isError: told.isError ?? false });
    onDone?.();
  }, [answer]); // oxlint-disable-line react/exhaustive-deps -- Once for each answer.
  return {
    send: (body: Parameters<Submit>[0]) =>
      submit(body, { method: "post", action, encType: "application/json" }),
    busy: state !== "idle",
    answer,
  };
}
