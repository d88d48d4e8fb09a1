export interface Row {
  id: number;
}

/** Rows found by id at once and listed in the order of their ids, which is the order they were made in. */
export interface Table<T extends Row> {
  get(id: number): T | undefined;
  all(): readonly T[];
  /** Ids only grow, so a new row belongs at the end. */
  add(row: T): void;
  remove(id: number): void;
}

export function createTable<T extends Row>(saved: readonly T[] = []): Table<T> {
  const rows = [...saved].sort((a, b) => a.id - b.id);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    get: (id) => byId.get(id),
    all: () => rows,
    add(row) {
      rows.push(row);
      byId.set(row.id, row);
    },
    remove(id) {
      if (!byId.delete(id)) return;
      rows.splice(firstAtOrAfter(rows, id), 1);
    },
  };
}

/** Binary search: a shop may hold 100,000 variants. */
function firstAtOrAfter(rows: readonly Row[], id: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as Row).id < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
