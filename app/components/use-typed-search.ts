import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { begunBy, useListQuery } from "./use-list-query.ts";
import { useRouter, wantedLocation } from "./use-router.ts";

/** The pause in the typing after which the list is asked, in milliseconds. A request for every letter makes the table flicker. */
export const PAUSE_MS = 300;

/**
 * The text of a search field, or of another field that narrows a list. The address follows the text when the typing
 * pauses. The text follows the address when anything else changes that: a tab, a link, the back button.
 *
 * @param search the value the list was read with
 */
export function useTypedSearch(search: string, name: "search" | "from" | "until" = "search") {
  const go = useListQuery();
  const router = useRouter();
  const { pathname } = useLocation();
  const [text, setText] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (valueIn(wantedLocation(router), name) !== typed) go({ [name]: typed }, name);
    }, PAUSE_MS);
  };
  useEffect(() => {
    let last = wantedLocation(router).key;
    const stop = router.subscribe(() => {
      const wanted = wantedLocation(router);
      if (wanted.key === last) return;
      last = wanted.key;
      const own = begunBy(wanted);
      if (own && !own.clicked.includes(name)) return;
      clearTimeout(timer.current);
      setText(wanted.pathname === pathname ? valueIn(wanted, name) : undefined);
    });
    return () => {
      stop();
      clearTimeout(timer.current);
    };
  }, [router, name, pathname]);
  return [text ?? search, type] as const;
}

const valueIn = (location: { search: string }, name: string) =>
  new URLSearchParams(location.search).get(name) ?? "";
