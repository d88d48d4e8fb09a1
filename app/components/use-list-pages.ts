import { useListQuery } from "./use-list-query.ts";

/** The two arrows below a list that is read page by page; `previous` and `next` are cursors, null where there is no more. */
export function useListPages(
  { previous, next }: { previous: string | null; next: string | null },
  options?: { stay?: boolean },
) {
  const go = useListQuery(options);
  return {
    hasPrevious: previous !== null,
    onPrevious: () => go({ before: previous }),
    hasNext: next !== null,
    onNext: () => go({ after: next }),
  };
}
