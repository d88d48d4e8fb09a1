import { readActivity } from "../activity/activity-kinds.ts";
import type { ShopContext } from "../shop-context.ts";

export interface DataRequest {
  /** Shopify's number of it. */
  request: string;
  at: Date;
  orderIds: string[];
  /** The returns of those orders that are kept, by name. */
  returns: string[];
}

/** As many as are shown. */
const MOST = 50;

/** What shoppers asked to be told, the newest first. */
export async function readDataRequests({ db, shop }: ShopContext): Promise<DataRequest[]> {
  const entries = await db.activity.findMany({
    where: { shop, kind: "data-requested" },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: MOST,
  });
  const requests = entries.flatMap(({ at, kind, details }) => {
    const told = readActivity(kind, details);
    return told?.kind === "data-requested" ? [{ at, ...told.details }] : [];
  });
  const returns = await db.return.findMany({
    where: { shop, orderId: { in: requests.flatMap(({ orderIds }) => orderIds) } },
    orderBy: { name: "asc" },
    select: { name: true, orderId: true },
  });
  return requests.map((request) => ({
    ...request,
    returns: returns.filter(({ orderId }) => request.orderIds.includes(orderId)).map(({ name }) => name),
  }));
}
