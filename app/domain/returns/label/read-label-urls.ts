import { ShopifyError } from "../../../shopify/errors.ts";
import { LabelsOfOrderDocument, type LabelsOfOrderQuery } from "../../../shopify/generated/operations.ts";
import type { ShopContext } from "../../shop-context.ts";

type Shown = NonNullable<LabelsOfOrderQuery["order"]>["returns"]["nodes"][number];

/**
 * Where the labels on an order's returns lie, by the returns' ids. Asked of the shop each time: the address leads to a
 * shopper's, so it is not kept. What the shop does not say now is left out; nobody has to wait for it to recover.
 */
export async function readLabelUrls(
  ctx: ShopContext,
  { orderId }: { orderId: string },
): Promise<Map<string, string>> {
  try {
    const { order } = await ctx.admin.request(LabelsOfOrderDocument, { id: orderId });
    return new Map(
      (order?.returns.nodes ?? []).flatMap((one): [string, string][] => {
        const url = labelUrlOf(one);
        return url ? [[one.id, url]] : [];
      }),
    );
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    ctx.log.warn({ code: error.code }, "where an order's labels lie could not be read");
    return new Map();
  }
}

function labelUrlOf({ reverseFulfillmentOrders }: Shown): string | undefined {
  const deliveries = reverseFulfillmentOrders.nodes.flatMap(
    ({ reverseDeliveries }) => reverseDeliveries.nodes,
  );
  return deliveries
    .flatMap(({ deliverable }) => deliverable?.label?.publicFileUrl ?? [])
    .find((url) => isLabelUrl(url));
}

/** Over https, or from the sandbox on this machine. */
function isLabelUrl(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === "https:" || (url?.protocol === "http:" && url.hostname === "localhost");
}
