/** What can differ between one fulfilment service and the next, where the interface's document leaves it open. */
export interface FulfilmentSettings {
  /** Where the service is reached, without a trailing slash. */
  baseUrl: string;
  /** `v3`: `{base}/fulfilment/v3/…`, as documented. `v4`: `{base}/api/fulfilment/v4/…`, as in its examples. */
  paths: "v3" | "v4";
  /** Documented once, as `/fulfilment/v4/subscriptions`, whichever style the other paths have. */
  subscriptionPath: string;
  /** The document's headings write the paths of updating and deleting a product without `fulfilment`. */
  shortProductPaths: boolean;
  /** How `include` names both `lines` and `receipts`: `lines,receipts`, or the parameter twice. */
  includeStyle: "comma" | "repeat";
  /** Products in one bulk request. */
  bulkSize: number;
  /** One attempt may take this long, in milliseconds. */
  timeOutMs: number;
}

/** The documented form; what it leaves open as explained in `docs/fulfilment-interface-notes.md`. */
export const DOCUMENTED: Omit<FulfilmentSettings, "baseUrl"> = {
  paths: "v3",
  subscriptionPath: "/fulfilment/v4/subscriptions",
  shortProductPaths: false,
  includeStyle: "comma",
  bulkSize: 100,
  timeOutMs: 10_000,
};

/** Where each resource lives. Segments are encoded already. */
export function pathsOf({ paths, subscriptionPath, shortProductPaths }: FulfilmentSettings) {
  const root = { v3: "/fulfilment/v3", v4: "/api/fulfilment/v4" }[paths];
  const short = { v3: "/v3", v4: "/api/v4" }[paths];
  return {
    products: `${root}/products`,
    bulkProducts: `${root}/bulk/products`,
    productToChange: `${shortProductPaths ? short : root}/products`,
    inbounds: `${root}/inbounds`,
    subscriptions: subscriptionPath,
  };
}
