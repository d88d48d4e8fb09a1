import { gid } from "../../store/gid.ts";
import { findFulfillmentLine, orderOfReturn } from "../../store/parts.ts";
import { returnLineType } from "../../store/return-payloads.ts";
import { reasonById, RETURN_REASONS, type ReturnReason } from "../../store/return-reasons.ts";
import type { ExchangeLine, Return, ReturnLine } from "../../store/return-types.ts";
import type { Shop } from "../../store/shop.ts";
import { visibleOrder } from "../visible-orders.ts";
import { byId, connection, PAGE_ARGS, type PageArgs } from "../connection.ts";
import { idOf, plain, same, withArgs, type AdminContext, type Fields, type Simulated } from "../field.ts";

/** What shoppers send back. The work it makes is in `reverse-orders.ts`, the steps it takes in `return-steps.ts` and `change-returns.ts`. */

const unprocessed = ({ quantity, processed }: ReturnLine): number => quantity - processed;

const isLive = (ctx: AdminContext, { id }: { id: number }): boolean =>
  ctx.shop.owners.returns.get(id)?.status === "OPEN";

/** What both kinds of line have. */
const lineFields: Fields = {
  ...same<ReturnLine>("quantity", "customerNote"),
  id: plain((line: ReturnLine) => gid(returnLineType(line), line.id)),
  processedQuantity: plain(({ processed }: ReturnLine) => processed),
  unprocessedQuantity: plain(unprocessed),
  processableQuantity: plain((line: ReturnLine, ctx) => (isLive(ctx, line) ? unprocessed(line) : 0)),
  refundableQuantity: plain((line: ReturnLine, ctx) => (isLive(ctx, line) ? line.quantity : 0)),
  // Nobody is refunded in the sandbox.
  refundedQuantity: plain(() => 0),
  returnReasonNote: plain(({ reasonNote }: ReturnLine) => reasonNote),
  returnReason: plain(({ reason }: ReturnLine) => reasonById(reason)?.legacy),
  returnReasonDefinition: plain(({ reason }: ReturnLine) => reasonById(reason)),
};

const typed = (line: ReturnLine) => ({ ...line, __typename: returnLineType(line) });

function findLine({ owners }: Shop, { id, type }: { id: number; type: string }): ReturnLine | undefined {
  const line = owners.returns.get(id)?.lines.find((one) => one.id === id);
  return line && returnLineType(line) === type ? line : undefined;
}

export const returns: Simulated = {
  query: {
    return: withArgs<unknown, { id: string }>(["id"], (_source, { id }, ctx) => {
      const found = ctx.shop.returns.get(idOf("Return", id));
      return found && visibleOrder(ctx, found.orderId) ? found : undefined;
    }),
    returnReasonDefinitions: withArgs<
      unknown,
      PageArgs & { ids?: string[] | null; handles?: string[] | null }
    >([...PAGE_ARGS, "ids", "handles"], (_source, { ids, handles, ...args }) => {
      const wanted = ids?.map((id) => idOf("ReturnReasonDefinition", id));
      const found = RETURN_REASONS.filter(
        ({ id, handle }) => (wanted?.includes(id) ?? true) && (handles?.includes(handle) ?? true),
      );
      return connection(found, { ...args, order: byId<ReturnReason>() });
    }),
  },
  nodes: {
    Return: ({ shop }, { id }) => shop.returns.get(id),
    ReturnLineItem: ({ shop }, gid) => findLine(shop, gid),
    UnverifiedReturnLineItem: ({ shop }, gid) => findLine(shop, gid),
    ExchangeLineItem: ({ shop }, { id }) =>
      shop.owners.returns.get(id)?.exchangeLines.find((one) => one.id === id),
    ReturnReasonDefinition: (_ctx, { id }) => reasonById(id),
  },
  types: {
    Return: {
      ...same<Return>("name", "status", "createdAt", "requestApprovedAt", "closedAt", "decline"),
      id: plain((of: Return) => gid("Return", of.id)),
      order: plain((of: Return, { shop }) => orderOfReturn(shop, of)),
      totalQuantity: plain(({ lines }: Return) => lines.reduce((sum, { quantity }) => sum + quantity, 0)),
      returnLineItems: withArgs<Return, PageArgs>(PAGE_ARGS, ({ lines }, args) =>
        connection(lines.map(typed), { ...args, order: byId<ReturnLine & { __typename: string }>() }),
      ),
      exchangeLineItems: withArgs<Return, PageArgs>(PAGE_ARGS, ({ exchangeLines }, args) =>
        connection(exchangeLines, { ...args, order: byId<ExchangeLine>() }),
      ),
      returnShippingFees: plain(() => []),
      reverseFulfillmentOrders: withArgs<Return, PageArgs>(PAGE_ARGS, ({ reverseOrders }, args) =>
        connection(reverseOrders, { ...args, order: byId<Return["reverseOrders"][number]>() }),
      ),
    },
    ReturnLineItem: {
      ...lineFields,
      fulfillmentLineItem: plain(
        (line: ReturnLine, { shop }) => findFulfillmentLine(shop, line.fulfillmentLineId)?.line,
      ),
    },
    UnverifiedReturnLineItem: {
      ...lineFields,
      unitPrice: plain((line: ReturnLine) => ({ amount: line.unitPrice ?? "0.00", currencyCode: "EUR" })),
    },
    ReturnReasonDefinition: {
      ...same<ReturnReason>("handle", "name"),
      id: plain((reason: ReturnReason) => gid("ReturnReasonDefinition", reason.id)),
      deleted: plain(() => false),
    },
    ExchangeLineItem: {
      ...same<ExchangeLine>("quantity"),
      id: plain((line: ExchangeLine) => gid("ExchangeLineItem", line.id)),
      processedQuantity: plain(({ processed }: ExchangeLine) => processed),
      unprocessedQuantity: plain(({ quantity, processed }: ExchangeLine) => quantity - processed),
      processableQuantity: plain((line: ExchangeLine, ctx) =>
        isLive(ctx, line) ? line.quantity - line.processed : 0,
      ),
      variantId: plain(({ variantId }: ExchangeLine) => gid("ProductVariant", variantId)),
      variantSku: plain(({ variantId }: ExchangeLine, { shop }) => shop.variants.get(variantId)?.sku),
      variantTitle: plain(({ variantId }: ExchangeLine, { shop }) =>
        shop.variants.get(variantId)?.options.join(" / "),
      ),
      productId: plain(({ variantId }: ExchangeLine, { shop }) => {
        const id = shop.variants.get(variantId)?.productId;
        return id === undefined ? null : gid("Product", id);
      }),
      title: plain(
        ({ variantId }: ExchangeLine, { shop }) =>
          shop.products.get(shop.variants.get(variantId)?.productId ?? 0)?.title,
      ),
      lineItems: plain(() => null),
    },
  },
};
