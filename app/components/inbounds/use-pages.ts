import { useState } from "react";

/** Leafs through a list that is there already; a page that is no more shows the last one. */
export function usePages<Item>(items: readonly Item[], size: number) {
  const [asked, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(items.length / size));
  const page = Math.min(asked, pages);
  return {
    ...{ page, pages, setPage },
    shown: items.slice((page - 1) * size, page * size),
    pagination: {
      hasPrevious: page > 1,
      onPrevious: () => setPage(page - 1),
      hasNext: page < pages,
      onNext: () => setPage(page + 1),
    },
  };
}
