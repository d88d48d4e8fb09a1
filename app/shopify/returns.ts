import type { AdminApi } from "./admin-api.ts";
import { nextCursor } from "./next-cursor.ts";
import {
  MoreReturnLinesDocument,
  MoreReverseOrderLinesDocument,
  MoreReverseOrdersDocument,
  ReturnByIdDocument,
  type ReturnByIdQuery,
  type ReturnLinesFragment,
  type ReverseOrdersFragment,
  type SenderAddressFragment,
} from "./generated/operations.ts";

export type ReturnStatus = NonNullable<ReturnByIdQuery["return"]>["status"];
export type DispositionType =
  ReverseOrdersFragment["nodes"][number]["lineItems"]["nodes"][number]["dispositions"][number]["type"];

/** What can become of a returned piece. */
export const DISPOSITION_TYPES = [
  "RESTOCKED",
  "NOT_RESTOCKED",
  "PROCESSING_REQUIRED",
  "MISSING",
] as const satisfies DispositionType[];

/** A return with all its pages put together. */
export interface ShopReturn {
  id: string;
  /** #1001-R1 */
  name: string;
  status: ReturnStatus;
  createdAt: Date;
  /** Pieces sent back in all. */
  pieces: number;
  /** Null for one that was never a request. */
  approvedAt: Date | null;
  order: { id: string; name: string };
  /** Whoever may be the sender, the likeliest first; null unless asked for. */
  shopper: Shopper | null;
  /** Exchange items are still to be processed, which sends them. */
  isExchangeOpen: boolean;
  lines: ShopReturnLine[];
  /** None while it is only asked for. */
  reverseOrders: ReverseOrder[];
}

export interface ShopReturnLine {
  id: string;
  quantity: number;
  /** Of the quantity, what nobody has processed yet. */
  unprocessed: number;
  /** In the shopper's or the merchant's words; may be empty. */
  note: string;
  /** What it was sold as; null when the shop does not know what was sent back (`unverified`). */
  sold: SoldGoods | null;
}

export interface SoldGoods {
  fulfillmentLineItemId: string;
  title: string;
  variantTitle: string | null;
  /** The SKU it had then. */
  sku: string | null;
  /** Null for a custom item, and for a variant that is gone. */
  variantId: string | null;
}

/** What is to come back together. A return may have several. */
export interface ReverseOrder {
  id: string;
  isOpen: boolean;
  lines: ReverseOrderLine[];
  deliveries: Delivery[];
}

export interface ReverseOrderLine {
  id: string;
  quantity: number;
  /** By which it belongs to the return's lines; null with an unverified one. */
  fulfillmentLineItemId: string | null;
  dispositions: { type: DispositionType; quantity: number }[];
}

export interface Delivery {
  id: string;
  /** When the shop last changed its label, as it writes times; null when it has none. */
  labelChangedAt: string | null;
  trackingNumber: string | null;
}

/** Everything about a shopper that a sender may be made of. Never kept, never logged. */
export interface Shopper {
  name: string | null;
  email: string | null;
  phone: string | null;
  /** Shipping, billing, then the customer's own. */
  addresses: SenderAddressFragment[];
}

/** What of a return is fetched. */
interface ReturnRequest {
  id: string;
  /** The sender, too. */
  withShopper: boolean;
  /** Ends the fetch early. */
  signal?: AbortSignal | undefined;
}

/**
 * One return as the shop shows it now.
 * @returns null when the shop shows none of this id (also: its order is older than the app may see).
 * @throws ShopifyError
 */
export async function readReturn(admin: AdminApi, request: ReturnRequest): Promise<ShopReturn | null> {
  const { id, withShopper, signal } = request;
  const { return: found } = await admin.request(
    ReturnByIdDocument,
    { id, withSender: withShopper },
    { signal },
  );
  return found ? readWhole(admin, { ...request, found }) : null;
}

type FoundReturn = NonNullable<ReturnByIdQuery["return"]>;

async function readWhole(
  admin: AdminApi,
  { id, found, withShopper, signal }: ReturnRequest & { found: FoundReturn },
): Promise<ShopReturn> {
  const { returnLineItems, reverseFulfillmentOrders } = found;
  const [lines, reverseOrders] = await Promise.all([
    allPages(returnLineItems, async (after) => {
      const more = await admin.request(MoreReturnLinesDocument, { id, after }, { signal });
      return more.return?.returnLineItems;
    }),
    allPages(reverseFulfillmentOrders, async (after) => {
      const more = await admin.request(MoreReverseOrdersDocument, { id, after }, { signal });
      return more.return?.reverseFulfillmentOrders;
    }),
  ]);
  return {
    ...{ id: found.id, name: found.name, status: found.status },
    createdAt: new Date(found.createdAt),
    pieces: found.totalQuantity,
    approvedAt: found.requestApprovedAt ? new Date(found.requestApprovedAt) : null,
    order: { id: found.order.id, name: found.order.name },
    shopper: withShopper ? shopperOf(found.order) : null,
    isExchangeOpen: isExchangeOpen(found.exchangeLineItems),
    lines: lines.map(lineOf),
    reverseOrders: await Promise.all(reverseOrders.map((one) => reverseOrderOf(admin, one, signal))),
  };
}

/** More lines than are read are taken for open. */
function isExchangeOpen({ pageInfo, nodes }: FoundReturn["exchangeLineItems"]): boolean {
  return pageInfo.hasNextPage || nodes.some(({ unprocessedQuantity }) => unprocessedQuantity > 0);
}

interface Page<Node> {
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  nodes: Node[];
}

/** The nodes of a first page and of those behind it. A page that is gone ends the list. */
export async function allPages<Node>(
  first: Page<Node>,
  next: (after: string | null) => Promise<Page<Node> | null | undefined>,
): Promise<Node[]> {
  const nodes = [...first.nodes];
  let after = nextCursor(first.pageInfo, null);
  while (after !== null) {
    const page = await next(after);
    nodes.push(...(page?.nodes ?? []));
    after = page ? nextCursor(page.pageInfo, after) : null;
  }
  return nodes;
}

function shopperOf(order: NonNullable<ReturnByIdQuery["return"]>["order"]): Shopper {
  const { customer } = order;
  const addresses = [order.shippingAddress, order.billingAddress, customer?.defaultAddress];
  return {
    name: customer?.displayName ?? null,
    email: order.email ?? customer?.defaultEmailAddress?.emailAddress ?? null,
    phone: order.phone ?? customer?.defaultPhoneNumber?.phoneNumber ?? null,
    addresses: addresses.flatMap((address) => address ?? []),
  };
}

function lineOf(node: ReturnLinesFragment["nodes"][number]): ShopReturnLine {
  const { id, quantity, unprocessedQuantity: unprocessed, returnReasonNote: note } = node;
  if (node.__typename !== "ReturnLineItem") return { id, quantity, unprocessed, note, sold: null };
  const { id: fulfillmentLineItemId, lineItem } = node.fulfillmentLineItem;
  const { title, variantTitle, sku, variant } = lineItem;
  return {
    ...{ id, quantity, unprocessed, note },
    sold: { fulfillmentLineItemId, title, variantTitle, sku, variantId: variant?.id ?? null },
  };
}

async function reverseOrderOf(
  admin: AdminApi,
  { id, status, lineItems, reverseDeliveries }: ReverseOrdersFragment["nodes"][number],
  signal: AbortSignal | undefined,
): Promise<ReverseOrder> {
  const lines = await allPages(lineItems, async (after) => {
    const more = await admin.request(MoreReverseOrderLinesDocument, { id, after }, { signal });
    return more.reverseFulfillmentOrder?.lineItems;
  });
  return {
    id,
    isOpen: status === "OPEN",
    lines: lines.map((line) => ({
      id: line.id,
      quantity: line.totalQuantity,
      fulfillmentLineItemId: line.fulfillmentLineItem?.id ?? null,
      dispositions: line.dispositions,
    })),
    deliveries: reverseDeliveries.nodes.map(({ id: deliveryId, deliverable }) => ({
      id: deliveryId,
      labelChangedAt: deliverable?.label?.updatedAt ?? null,
      trackingNumber: deliverable?.tracking?.number ?? null,
    })),
  };
}
