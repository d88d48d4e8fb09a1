import { useEffect, useRef, useState } from "react";
import type { PrintLabelOutcome } from "../../domain/returns/label/print-label.ts";

export type NoLabel =
  | Exclude<PrintLabelOutcome, { outcome: "label" }>
  | { outcome: "unknown" }
  /** The browser does not print PDFs when it is asked to. */
  | { outcome: "not-printed" };

/**
 * Shows or prints the label that is at an address of ours. A link would not do: inside the admin, only requests made by
 * script carry the session token.
 */
export function useLabelFile(url: string) {
  const [busy, setBusy] = useState<"view" | "print">();
  const [failed, setFailed] = useState<NoLabel>();
  const frame = useRef<HTMLIFrameElement>(undefined);
  const clear = () => {
    if (!frame.current) return;
    URL.revokeObjectURL(frame.current.src);
    frame.current.remove();
    frame.current = undefined;
  };
  useEffect(() => clear, []);

  const have = async (what: "view" | "print", take: (address: string | null) => void) => {
    setBusy(what);
    setFailed(undefined);
    const file = await fetchLabel(url);
    setBusy(undefined);
    if (!(file instanceof Blob)) setFailed(file);
    take(file instanceof Blob ? URL.createObjectURL(file) : null);
  };
  return {
    busy,
    failed,
    view() {
      // Opened at once: after a wait the browser takes it for a window nobody asked for. Its address goes with it.
      const tab = window.open("about:blank", "_blank");
      void have("view", (address) => (address && tab ? tab.location.replace(address) : tab?.close()));
    },
    print() {
      const refuse = () => setFailed({ outcome: "not-printed" });
      // Without a viewer of its own it would save the file, and print an empty page.
      if (!navigator.pdfViewerEnabled) return refuse();
      void have("print", (address) => {
        clear();
        if (address) frame.current = printed(address, refuse);
      });
    },
  };
}

/** A frame nobody sees, which asks for the printer as soon as the label is in it. */
function printed(address: string, refuse: () => void): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  // Hidden it would print nothing.
  frame.style.cssText = "position:fixed;inset:auto 0 0 auto;width:1px;height:1px;border:0;opacity:0";
  frame.tabIndex = -1;
  frame.ariaHidden = "true";
  frame.onload = () => {
    try {
      frame.contentWindow?.focus();
      frame.contentWindow?.print();
    } catch {
      // Some viewers count as another site's, which we may not tell to print.
      refuse();
    }
  };
  frame.src = address;
  document.body.append(frame);
  return frame;
}

async function fetchLabel(url: string): Promise<Blob | NoLabel> {
  try {
    const response = await fetch(url);
    if (response.ok) return await response.blob();
    return (await response.json()) as NoLabel;
  } catch {
    return { outcome: "unknown" };
  }
}
