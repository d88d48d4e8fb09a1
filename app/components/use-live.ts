import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** How old what a merchant looks at may get. */
const EVERY_MS = 2000;

/** Keeps the page's data fresh while somebody can see it. */
export function useLive(): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return undefined;
    const timer = setTimeout(() => {
      if (document.visibilityState === "visible") revalidate();
    }, EVERY_MS);
    return () => clearTimeout(timer);
  }, [revalidate, state]);
}
