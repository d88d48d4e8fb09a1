import { FulfilmentError, type MerchantSentence } from "../../fulfilment/errors.ts";
import type { ShopContext } from "../shop-context.ts";

/** Asks the warehouse with this token. @returns what a merchant is told when it does not work; nothing is saved. */
export async function tryToken(ctx: ShopContext, accessToken: string): Promise<MerchantSentence | null> {
  try {
    await ctx.warehouse(accessToken).check();
    return null;
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    ctx.log.warn({ code: error.code, requestId: error.requestId }, "an access token could not be tried");
    return error.sentence;
  }
}
