import { useLocation, useNavigate } from "@remix-run/react";
import { useCallback } from "react";
import { useRouter, wantedLocation } from "./use-router.ts";

type Name = "state" | "tab" | "search" | "verdict" | "from" | "until" | "after" | "before";

interface Begun {
  /** The parameter that follows what is typed into its field. */
  typed?: Name;
  /** The parameters that a click set. What was typed into their fields before is dropped. */
  clicked: readonly string[];
}

/**
 * Navigations that a list began, by the state of their locations. The browser's history keeps a copy of that state, so
 * an entry that the back button returns to isn't among them.
 */
const begun = new WeakMap<object, Begun>();

/** How the list began the navigation to a location; `undefined` when a link, the back button or a redirect did. */
export const begunBy = ({ state }: { state: unknown }): Begun | undefined =>
  begun.get(Object(state) as object);

/**
 * Changes the query of a list in the address, over the address that was asked for last: two changes both apply, however
 * late the page of the first is drawn. A cursor belongs to one query, so any other query starts at the first page.
 *
 * @param options.stay keeps the position on the screen, for a list that isn't the first thing on its page
 * @returns a function that takes the parameters to set, and the one among them that is being typed
 */
export function useListQuery({ stay = false }: { stay?: boolean } = {}) {
  const router = useRouter();
  const navigate = useNavigate();
  const drawn = useLocation();
  return useCallback(
    (change: Partial<Record<Name, string | null>>, typed?: Name) => {
      const landed = router.state.location;
      // The next page is here, and this list is only still to be seen.
      if (landed.pathname !== drawn.pathname) return;
      const wanted = wantedLocation(router);
      const before = paramsOf(wanted.pathname === landed.pathname ? wanted : landed);
      const isPage = Boolean(change.after ?? change.before);
      // The cursors belong to the query of the list that is drawn. Another query is on its way, and has pages of its own.
      if (isPage && queryOf(before) !== queryOf(paramsOf(drawn))) return;
      const params = new URLSearchParams(before);
      for (const [name, value] of Object.entries(change)) {
        if (value) params.set(name, value);
        else params.delete(name);
      }
      if (isPage || queryOf(params) !== queryOf(before))
        for (const name of CURSORS) if (!change[name]) params.delete(name);
      const state = {};
      begun.set(state, typed ? { typed, clicked: [] } : { clicked: Object.keys(change) });
      // All pauses of one search share one entry in the browser's history.
      const isSameSearch = typed !== undefined && begunBy(landed)?.typed === typed;
      const isSame = params.toString() === paramsOf(landed).toString();
      const search = params.toString();
      navigate({ search }, { state, preventScrollReset: stay, replace: isSame || isSameSearch });
    },
    [router, navigate, drawn, stay],
  );
}

const CURSORS = ["after", "before"] as const;

const paramsOf = ({ search }: { search: string }) => new URLSearchParams(search);

/** What is asked of the list, without which page of it. */
function queryOf(params: URLSearchParams): string {
  const query = new URLSearchParams(params);
  for (const name of CURSORS) query.delete(name);
  query.sort();
  return query.toString();
}
