import type { WarehouseAnswer } from "./answers.ts";
import type { Except, Row } from "./table.ts";

/** These come after a write was done, and reading shows it. */
const AFTER_CREATION: Except<WarehouseAnswer> = {
  HTML: "processed",
  empty: "processed",
  truncated: "processed",
  "wrong types": "processed",
  "missing fields": "processed",
  nulls: "processed",
  "very large": "processed",
};
/** What was changed is not known then. */
const NOT_UNDERSTOOD: Except<WarehouseAnswer> = {
  "wrong types": "quarantined",
  "missing fields": "quarantined",
  nulls: "quarantined",
  "very large": "quarantined",
};
/** Of these answers only the status counts. */
const STATUS_COUNTS = AFTER_CREATION;

/** Calls of the app to the warehouse, by `operationId` of its document; and `check`, which asks for its first products. */
export const WAREHOUSE_TABLE = {
  listProducts: {
    record: "the warehouse's products, for an import",
    permanent: "named",
    transient: "repeated",
  },
  createProduct: { unused: "products are created several at a time" },
  createProducts: {
    record: "a product that the merchant wants at the warehouse",
    permanent: "refused",
    transient: "refused",
    except: AFTER_CREATION,
  },
  getProduct: {
    record: "a product whose stock an event asks for",
    permanent: "quarantined",
    transient: "retried",
    absent: "refused",
  },
  "getProduct, typed": {
    record: "a SKU that is not stored and that the merchant typed or uploaded",
    permanent: "told",
    transient: "told",
  },
  updateProduct: {
    record: "a product that was changed in Shopify, or that the merchant wants updated",
    permanent: "quarantined",
    transient: "retried",
    absent: "processed",
  },
  deleteProduct: {
    record: "a product that the merchant deletes",
    permanent: "told",
    transient: "told",
    absent: "processed",
    except: STATUS_COUNTS,
  },
  listInbounds: {
    record: "the inbounds that changed lately",
    permanent: "named",
    transient: "repeated",
  },
  createInbound: {
    record: "the inbound of a return",
    permanent: "refused",
    transient: "retried",
    absent: "refused",
    except: AFTER_CREATION,
  },
  getInbound: {
    record: "an inbound that an event names",
    permanent: "quarantined",
    transient: "retried",
    absent: "processed",
  },
  updateInbound: {
    record: "an incoming shipment that the merchant changed",
    permanent: "refused",
    transient: "retried",
    absent: "refused",
    except: NOT_UNDERSTOOD,
  },
  deleteInbound: {
    record: "an incoming shipment that the merchant deleted",
    permanent: "refused",
    transient: "retried",
    absent: "processed",
    except: STATUS_COUNTS,
  },
  getLabel: {
    record: "the label of a return",
    permanent: "shown",
    transient: "retried",
    absent: "shown",
    except: {
      HTML: "shown",
      empty: "shown",
      truncated: "shown",
      "wrong types": "processed",
      "missing fields": "processed",
      nulls: "processed",
    },
  },
  listLines: {
    record: "the lines of an incoming shipment, to find one whose creation was not answered",
    permanent: "refused",
    transient: "retried",
    absent: "refused",
    except: {
      "wrong types": "retried",
      "missing fields": "retried",
      nulls: "retried",
      "very large": "quarantined",
    },
  },
  createLine: {
    record: "a line of an incoming shipment",
    permanent: "refused",
    transient: "retried",
    absent: "refused",
    except: AFTER_CREATION,
  },
  getLine: { unused: "lines come with their inbound" },
  updateLine: {
    record: "a line of an incoming shipment whose quantity the merchant changed",
    permanent: "refused",
    transient: "retried",
    absent: "refused",
    except: NOT_UNDERSTOOD,
  },
  deleteLine: {
    record: "a line of an incoming shipment that the merchant removed",
    permanent: "refused",
    transient: "retried",
    absent: "processed",
    except: STATUS_COUNTS,
  },
  registerSubscription: {
    record: "one kind of event",
    permanent: "refused",
    transient: "repeated",
    absent: "refused",
    except: { "409": "processed", ...STATUS_COUNTS, "very large": "refused" },
  },
  check: {
    record: "the first products, to find out whether the warehouse works",
    permanent: "outage",
    transient: "outage",
  },
} satisfies Record<string, Row<WarehouseAnswer>>;
