import type { Simulated } from "./field.ts";
import { activateInventory } from "./objects/activate-inventory.ts";
import { bulkOperations } from "./objects/bulk-operations.ts";
import { changeReturns } from "./objects/change-returns.ts";
import { customers } from "./objects/customers.ts";
import { disposeGoods } from "./objects/dispose-goods.ts";
import { flow } from "./objects/flow.ts";
import { fulfillments } from "./objects/fulfillments.ts";
import { inventory } from "./objects/inventory.ts";
import { locations } from "./objects/locations.ts";
import { media } from "./objects/media.ts";
import { metafields } from "./objects/metafields.ts";
import { nodes } from "./objects/nodes.ts";
import { orders } from "./objects/orders.ts";
import { products } from "./objects/products.ts";
import { createReturns } from "./objects/create-returns.ts";
import { returnSteps } from "./objects/return-steps.ts";
import { returns } from "./objects/returns.ts";
import { reverseOrders } from "./objects/reverse-orders.ts";
import { reverseDeliveries } from "./objects/reverse-deliveries.ts";
import { setInventoryQuantities } from "./objects/set-quantities.ts";
import { shop } from "./objects/shop.ts";
import { stagedUploads } from "./objects/staged-uploads.ts";

const objects: Simulated[] = [
  shop,
  locations,
  products,
  media,
  metafields,
  inventory,
  setInventoryQuantities,
  activateInventory,
  stagedUploads,
  bulkOperations,
  orders,
  fulfillments,
  customers,
  returns,
  createReturns,
  returnSteps,
  changeReturns,
  disposeGoods,
  reverseOrders,
  reverseDeliveries,
  flow,
];

/** Everything of the Admin API this sandbox plays. Another kind of object is another file and a line above. */
export const simulated: Simulated[] = [...objects, nodes(objects)];
