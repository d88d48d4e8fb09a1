import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { useRouter } from "./use-router.ts";

/** How old what a merchant looks at may get. */
const EVERY_MS = 2_000;
/** An answer that takes longer will not come: the way to it broke without a word, as when a laptop changes networks. */
const LOST_MS = 20_000;

/** Keeps the page's data fresh while somebody can see it. */
export function useLive(): void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const router = useRouter();
  // Reading again while a page is on its way would call that page off and ask for it anew.
  const stays = navigation.state === "idle";
  const everyMs = state === "idle" ? EVERY_MS : LOST_MS;
  useEffect(() => {
    if (!stays) return undefined;
    // Again and again, not once: of a hidden page nothing is read, and then nothing changes that would bring us back here.
    const timer = setInterval(() => {
      // Asked of the router: between a click and the next rendering, this timer still runs.
      const isIdle = router.state.navigation.state === "idle";
      if (isIdle && document.visibilityState === "visible") revalidate();
    }, everyMs);
    return () => clearInterval(timer);
  }, [router, revalidate, stays, everyMs]);
}
