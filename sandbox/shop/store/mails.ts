import { orderOfReturn } from "./parts.ts";
import type { Mail, Return } from "./return-types.ts";
import type { ShopContext } from "./shop.ts";

/** Mails remembered for people and tests to look at. */
const REMEMBERED = 5_000;

/** Notes a mail to the shopper. Without an address nothing is sent, and nobody complains. */
export function mailShopper(
  { shop, now }: ShopContext,
  of: Return,
  mail: Omit<Mail, "at" | "to" | "orderId" | "returnId">,
): void {
  const { id: orderId, email } = orderOfReturn(shop, of);
  if (!email) return;
  shop.mails.push({ at: now().toISOString(), to: email, orderId, returnId: of.id, ...mail });
  if (shop.mails.length > REMEMBERED) shop.mails.splice(0, REMEMBERED / 2);
}
