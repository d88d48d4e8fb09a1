import { useEffect, useState } from "react";
import { useListQuery } from "./use-list-query.ts";

/**
 * The text in the search field, or in another by which a list is narrowed. The address follows it when the typing pauses, because asking for every letter would
 * make the table flicker under the merchant's hands; it follows the address when a link or the back button changes that.
 */
export function useTypedSearch(search: string, name: "search" | "from" | "until" = "search") {
  const go = useListQuery();
  const [typed, setTyped] = useState(search);
  const [asked, setAsked] = useState<string>();
  const [seen, setSeen] = useState(search);
  if (search !== seen) {
    setSeen(search);
    if (search !== asked) setTyped(search);
    setAsked(undefined);
  }
  useEffect(() => {
    // Once asked, it waits for the answer however long that takes: asking again would call the first question off.
    if (typed === search || typed === asked) return undefined;
    const timer = setTimeout(() => {
      setAsked(typed);
      go({ [name]: typed });
    }, 300);
    return () => clearTimeout(timer);
  }, [typed, search, asked, go, name]);
  return [typed, setTyped] as const;
}
