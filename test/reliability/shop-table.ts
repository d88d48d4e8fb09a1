import type { ShopAnswer } from "./answers.ts";
import type { Except, Row } from "./table.ts";

/** The answer of success holds nothing that can be changed so. */
const NO_VALUES: Except<ShopAnswer> = {
  "wrong types": "processed",
  "missing fields": "processed",
  nulls: "processed",
};

/** These come after a write was done, and reading shows it. */
const AFTER_WRITE: Except<ShopAnswer> = {
  "wrong types": "processed",
  "missing fields": "processed",
  nulls: "processed",
  "very large": "processed",
  "nulls beside errors": "processed",
  "data beside ACCESS_DENIED": "processed",
};

/** Shopify took it; whatever it says besides is not read. */
const STATUS_COUNTS: Except<ShopAnswer> = {
  HTML: "processed",
  empty: "processed",
  truncated: "processed",
  "wrong types": "processed",
  "missing fields": "processed",
  nulls: "processed",
  "very large": "processed",
};

/** Calls of the app to Shopify, by the names of their operations. */
export const SHOP_TABLE = {
  Locations: { record: "the locations that the merchant chooses from", permanent: "told", transient: "told" },
  ShopTimeZone: { record: "the store's time zone", permanent: "skipped", transient: "skipped" },
  GrantedScopes: {
    record: "the app's permissions, to find out whether Shopify works",
    permanent: "outage",
    transient: "outage",
  },
  ActivePlans: { record: "the store's plan", permanent: "named", transient: "repeated" },
  RunBulkQuery: {
    record: "the export of all variants",
    permanent: "named",
    transient: "repeated",
    userErrors: "named",
  },
  CancelBulkQuery: {
    record: "an export that nobody waits for any more",
    permanent: "skipped",
    transient: "skipped",
    userErrors: "skipped",
  },
  BulkOperationState: { record: "the state of an export", permanent: "named", transient: "repeated" },
  StockLevels: {
    record: "an item whose quantity an event asks for",
    permanent: "quarantined",
    transient: "retried",
  },
  FulfillmentsOfOrders: {
    record: "an order that was fulfilled: its quantities say what left",
    permanent: "skipped",
    transient: "skipped",
  },
  FulfillmentsOfChangedOrders: {
    record: "all orders that changed: their quantities say what left",
    permanent: "skipped",
    transient: "skipped",
  },
  MoreFulfilledLines: {
    record: "a fulfillment of many lines",
    permanent: "skipped",
    transient: "skipped",
  },
  ActivateInventory: {
    record: "an item that is stocked at the location",
    permanent: "quarantined",
    transient: "retried",
    userErrors: "refused",
    except: AFTER_WRITE,
  },
  TrackInventory: {
    record: "an item that the merchant has tracked",
    permanent: "told",
    transient: "told",
    userErrors: "told",
    except: NO_VALUES,
  },
  SetQuantities: {
    record: "an item whose quantity is written",
    permanent: "quarantined",
    transient: "retried",
    userErrors: "quarantined",
    except: AFTER_WRITE,
  },
  ShippedFrom: {
    record: "a return whose location is not known yet",
    permanent: "quarantined",
    transient: "retried",
  },
  MoreShippedLines: {
    record: "a return from a parcel of many lines",
    permanent: "quarantined",
    transient: "retried",
  },
  ReturnById: { record: "a return", permanent: "quarantined", transient: "retried" },
  MoreReturnLines: { record: "a return of many lines", permanent: "quarantined", transient: "retried" },
  MoreReverseOrders: { record: "a return of many parcels", permanent: "quarantined", transient: "retried" },
  MoreReverseOrderLines: {
    record: "a return of many lines in one parcel",
    permanent: "quarantined",
    transient: "retried",
  },
  OpenReturns: { record: "all open returns", permanent: "named", transient: "repeated" },
  ReturnsOfOrder: { record: "an order of many returns", permanent: "skipped", transient: "skipped" },
  ApproveReturn: {
    record: "a return that is requested",
    permanent: "quarantined",
    transient: "retried",
    userErrors: "refused",
    except: NO_VALUES,
  },
  CloseReturn: {
    record: "a return that is completed",
    permanent: "quarantined",
    transient: "retried",
    userErrors: "refused",
    except: NO_VALUES,
  },
  ProcessReturn: {
    record: "the units of a return that came back",
    permanent: "quarantined",
    transient: "retried",
    userErrors: "refused",
    except: NO_VALUES,
  },
  StageUpload: {
    record: "where the label of a return is put",
    permanent: "quarantined",
    transient: "retried",
    userErrors: "shown",
  },
  AttachLabel: {
    record: "the label of a return",
    permanent: "quarantined",
    transient: "retried",
    userErrors: "refused",
  },
  UpdateLabel: {
    record: "a label that takes the place of another",
    permanent: "quarantined",
    transient: "retried",
    userErrors: "refused",
  },
  Dispose: {
    record: "the units of a return that the warehouse received",
    permanent: "quarantined",
    transient: "retried",
    userErrors: "refused",
  },
  LabelsOfReturns: {
    record: "the addresses of an order's labels",
    permanent: "skipped",
    transient: "skipped",
  },
  FireFlowTrigger: {
    record: "a workflow of the merchant's",
    permanent: "skipped",
    transient: "skipped",
    userErrors: "skipped",
    except: {
      "429 with Retry-After": "repeated",
      "429 without Retry-After": "repeated",
      THROTTLED: "repeated",
    },
  },
  VariantsOfProduct: {
    record: "a product that an event names",
    permanent: "quarantined",
    transient: "retried",
  },
  token: {
    record: "the next access token",
    answers: "plain",
    permanent: "outage",
    transient: "outage",
  },
  "bulk result": {
    record: "the file of an export",
    answers: "plain",
    permanent: "ended",
    transient: "repeated",
    account: "ended",
    except: {
      // It is shorter then than Shopify has said.
      "wrong types": "repeated",
      "missing fields": "repeated",
      nulls: "repeated",
      "very large": "named",
    },
  },
  "label storage": {
    record: "the file of a label",
    answers: "plain",
    permanent: "shown",
    transient: "retried",
    account: "shown",
    except: STATUS_COUNTS,
  },
} satisfies Record<string, Row<ShopAnswer>>;
