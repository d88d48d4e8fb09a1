import { useEffect, useRef, type ReactNode } from "react";

/**
 * Around Polaris's tabs. Where they do not fit, Polaris puts the button that opens the others among them without saying
 * that it is one of them, which screen readers then do not find.
 */
export function TabRow({ children }: { children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    for (const button of row.current?.querySelectorAll("[role=tablist] button:not([role])") ?? []) {
      button.setAttribute("role", "tab");
      button.setAttribute("aria-selected", "false");
    }
  });
  return <div ref={row}>{children}</div>;
}
