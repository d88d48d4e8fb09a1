import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** How old what a merchant looks at may get. */
const EVERY_MS = 2000;

/** Keeps the page's data fresh while somebody can see it. */
export function useLive(): void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  // Reading again while a page is on its way would call that page off and ask for it anew.
  const idle = state === "idle" && navigation.state === "idle";
  useEffect(() => {
    if (!idle) return undefined;
    const timer = setTimeout(() => {
      if (document.visibilityState === "visible") revalidate();
    }, EVERY_MS);
    return () => clearTimeout(timer);
  }, [revalidate, idle]);
}
