import type { Return } from "@prisma/client";
import type { Inbound } from "../../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../../fulfilment/client.ts";
import type { FulfilmentError } from "../../../fulfilment/errors.ts";
import type { ShopReturn } from "../../../shopify/returns.ts";
import type { ShopContext } from "../../shop-context.ts";
import { overdueSince } from "../expected-day.ts";
import type { ReturnLine } from "../return-lines.ts";
import type { Need } from "../return-needs.ts";
import type { ReturnSettings } from "../return-settings.ts";
import { followSender } from "./follow-sender.ts";
import { renewDate } from "./renew-date.ts";

export interface Updated {
  /** As it is now. */
  row: Return;
  inbound: Inbound | null;
  /** What the warehouse objected to. */
  needs: Need[];
  /** To be thrown once what was done is kept. */
  failure?: FulfilmentError | undefined;
}

/** Brings the sender of an open return and the day it is expected up to date at the warehouse, which has not begun with it. */
export async function updateInbound(
  ctx: ShopContext,
  about: {
    warehouse: WarehouseClient;
    settings: Pick<ReturnSettings, "overdueDays">;
    row: Return;
    shown: Pick<ShopReturn, "shopper" | "status">;
    lines: readonly ReturnLine[];
    inbound: Inbound;
  },
): Promise<Updated> {
  const { warehouse, settings, row, shown, lines, inbound } = about;
  const { shopper, status } = shown;
  const sender = await followSender(ctx, { warehouse, row, inbound, shopper });
  const isOverdue = overdueSince({ row, inbound, status, lines }, { settings, now: ctx.clock() }) !== null;
  const renewed = await renewDate(ctx, { warehouse, row, inbound, isOverdue });
  return {
    ...{ row: { ...row, ...renewed.dates }, inbound: renewed.inbound, needs: sender.needs },
    failure: sender.failure ?? renewed.failure,
  };
}
