import type { Tx } from "../../db.server.ts";
import { lockStock } from "../stock/mirror/with-stock-lock.ts";
import { forgetAccount } from "./forget-account.ts";
import { forgettingImport } from "./forget-import.ts";

/**
 * Ends a shop's connection: the keys are deleted, and what waits, is under way or was found by it is put away. What the
 * merchant said (mappings, settings) and what was done (ledger, timelines) stays for one who comes back, and so does the
 * memory of subscriptions, because the warehouse goes on sending. Safe twice.
 */
export async function closeConnection(tx: Tx, { shop, at }: { shop: string; at: Date }): Promise<void> {
  // Gone on with after a return it would bring back a shop of long ago.
  for (const statement of forgettingImport(tx, shop)) await statement;
  await lockStock(tx, shop);
  await tx.connection.updateMany({
    where: { shop, disconnectedAt: null },
    data: {
      ...{
        disconnectedAt: at,
        accessToken: "",
        webhookKey: "",
        accountDigest: null,
        keyDigest: null,
        oldKeyDigest: null,
        oldWebhookKey: null,
        oldWebhookKeyUntil: null,
      },
      ...{ keyProvenAt: null, keyRefusedAt: null, locationId: null, locationName: null },
      ...{ importedAt: null, changesReadAt: null, reportSeenAt: null, guideDismissedAt: null },
    },
  });
  // The next connection may be to another account.
  await forgetAccount(tx, shop);
  await tx.previousLocation.deleteMany({ where: { shop } });
  // Nobody follows them any more, and whoever comes back has everything read anew.
  await tx.hint.deleteMany({ where: { shop, followedAt: null } });
  // Asked of the warehouse that is left; the next may be another.
  await tx.pushedProduct.deleteMany({ where: { shop, state: { in: ["waiting", "sending", "stopping"] } } });
  // What is wrong with the shop itself is still wrong.
  const ofShop = ["shop-access-lost", "shop-scope-missing", "shop-frozen"];
  await tx.problem.deleteMany({ where: { shop, kind: { notIn: ofShop } } });
}
