import { useSearchParams } from "@remix-run/react";

type Asked = "state" | "tab" | "search" | "verdict" | "from" | "until" | "after" | "before";

/**
 * Changes what the address asks a list for. A page's cursor belongs to one question, so any other question starts over.
 * A list that is not the first thing on its page stays where it is on the screen.
 */
export function useListQuery({ stay = false }: { stay?: boolean } = {}) {
  const [, setParams] = useSearchParams();
  return (change: Partial<Record<Asked, string | null>>) =>
    setParams(
      (before) => {
        const params = new URLSearchParams(before);
        params.delete("after");
        params.delete("before");
        for (const [name, value] of Object.entries(change)) {
          if (value) params.set(name, value);
          else params.delete(name);
        }
        return params;
      },
      { preventScrollReset: stay },
    );
}
