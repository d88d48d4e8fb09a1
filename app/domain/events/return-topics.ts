import { z } from "zod";
import type { Db } from "../../db.server.ts";

/** The shop's topics about returns. */
export function isReturnTopic(topic: string): boolean {
  return /^(returns|reverse_deliveries|reverse_fulfillment_orders)\//.test(topic);
}

const withGid = z.object({ admin_graphql_api_id: z.string() });
const gidOfReturn = z.string().startsWith("gid://shopify/Return/");
const byTopic = {
  returns: z.object({ admin_graphql_api_id: gidOfReturn }).transform((it) => it.admin_graphql_api_id),
  reverse_deliveries: z
    .object({ return: z.object({ admin_graphql_api_id: gidOfReturn }) })
    .transform((it) => it.return.admin_graphql_api_id),
};

/**
 * The return a webhook is about; undefined when it names none, or says nothing new. Payloads of these topics are of many
 * shapes and say little, so nothing but ids is taken from them: a disposition names the reverse fulfilment order alone,
 * and a delivery with a label is our own once the return has ours.
 */
export async function returnNamed(
  db: Db,
  { shop, topic, payload }: { shop: string; topic: string; payload: unknown },
): Promise<string | undefined> {
  if (topic.startsWith("reverse_fulfillment_orders/")) {
    const order = withGid.safeParse(payload).data?.admin_graphql_api_id;
    if (!order) return undefined;
    const where = { shop, reverseOrderIds: { has: order } };
    return (await db.return.findFirst({ where, select: { returnId: true } }))?.returnId;
  }
  if (topic.startsWith("returns/")) return byTopic.returns.safeParse(payload).data;
  const returnId = byTopic.reverse_deliveries.safeParse(payload).data;
  if (!returnId) return undefined;
  const ours = await db.return.count({ where: { shop, returnId, label: "ready" } });
  return ours > 0 ? undefined : returnId;
}
