import { ShopifyError } from "../../../shopify/errors.ts";
import { LabelsOfReturnsDocument, type LabelsOfReturnsQuery } from "../../../shopify/generated/operations.ts";
import type { ShopContext } from "../../shop-context.ts";

type Shown = Extract<LabelsOfReturnsQuery["nodes"][number], { __typename: "Return" }>;

/** Where the labels on a return are. */
export interface LabelUrls {
  urls: string[];
  /** Shopify has more of its parcels than were read. */
  hasMore: boolean;
}

/**
 * Where the labels on these returns are, by the returns' ids. Asked of Shopify each time: the address leads to a customer's, so it is
 * not kept. What Shopify does not say now is left out; nobody has to wait for it to recover.
 */
export async function readLabelUrls(
  ctx: ShopContext,
  { returnIds }: { returnIds: readonly string[] },
): Promise<Map<string, LabelUrls>> {
  if (returnIds.length === 0) return new Map();
  try {
    const { nodes } = await ctx.admin.request(LabelsOfReturnsDocument, { ids: [...returnIds] });
    return new Map(
      nodes.flatMap((one) => (one?.__typename === "Return" ? [[one.id, labelUrlsOf(one)] as const] : [])),
    );
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    ctx.log.warn({ code: error.code }, "where the labels of an order's returns are could not be read");
    return new Map();
  }
}

function labelUrlsOf({ reverseFulfillmentOrders }: Shown): LabelUrls {
  const parcels = reverseFulfillmentOrders.nodes.map(({ reverseDeliveries }) => reverseDeliveries);
  const urls = parcels
    .flatMap(({ nodes }) => nodes)
    .flatMap(({ deliverable }) => deliverable?.label?.publicFileUrl ?? [])
    .filter(isLabelUrl);
  const hasMore = [reverseFulfillmentOrders, ...parcels].some(({ pageInfo }) => pageInfo.hasNextPage);
  return { urls: [...new Set(urls)], hasMore };
}

/** Over https, or from the sandbox on this machine. */
function isLabelUrl(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === "https:" || (url?.protocol === "http:" && url.hostname === "localhost");
}
