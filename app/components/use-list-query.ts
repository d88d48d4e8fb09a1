import { useSearchParams } from "@remix-run/react";

/** Changes what the address asks for. A page's cursor belongs to one question, so any other question starts over. */
export function useListQuery() {
  const [, setParams] = useSearchParams();
  return (change: Partial<Record<"state" | "search" | "after" | "before", string | null>>) =>
    setParams((before) => {
      const params = new URLSearchParams(before);
      params.delete("after");
      params.delete("before");
      for (const [name, value] of Object.entries(change)) {
        if (value) params.set(name, value);
        else params.delete(name);
      }
      return params;
    });
}
