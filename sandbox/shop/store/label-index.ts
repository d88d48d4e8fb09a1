/** Finds rows by a label that may be missing, repeated or changed: SKUs and barcodes. */
export interface LabelIndex {
  /** Upper and lower case are one, as in Shopify's search. Who needs exactness compares the rows. */
  find(label: string): ReadonlySet<number>;
  change(id: number, labels: { from?: string | null; to?: string | null }): void;
}

const none: ReadonlySet<number> = new Set();

export function createLabelIndex(): LabelIndex {
  const ids = new Map<string, Set<number>>();
  return {
    find: (label) => ids.get(label.toLowerCase()) ?? none,
    change(id, { from, to }) {
      if (from) {
        const key = from.toLowerCase();
        const holders = ids.get(key);
        holders?.delete(id);
        if (holders?.size === 0) ids.delete(key);
      }
      if (to) {
        const key = to.toLowerCase();
        const holders = ids.get(key);
        if (holders) holders.add(id);
        else ids.set(key, new Set([id]));
      }
    },
  };
}
