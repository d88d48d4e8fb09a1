import { useEffect, useRef, type ReactNode, type RefObject } from "react";

/**
 * Around Polaris's tabs. Where they do not fit, Polaris puts the button that opens the others among them without saying
 * that it is one of them, which screen readers then do not find.
 */
export function TabRow(props: { children: ReactNode; row?: RefObject<HTMLDivElement> }) {
  const own = useRef<HTMLDivElement>(null);
  const { children, row = own } = props;
  useEffect(() => {
    for (const button of row.current?.querySelectorAll("[role=tablist] button:not([role])") ?? []) {
      button.setAttribute("role", "tab");
      button.setAttribute("aria-selected", "false");
    }
  });
  return <div ref={row}>{children}</div>;
}
