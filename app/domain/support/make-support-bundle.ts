import { findThings } from "../activity/find-things.ts";
import { APP_VERSION } from "../../operations/version.ts";
import type { ShopContext } from "../shop-context.ts";
import { bundleFindings, bundleHistory } from "./bundle-history.ts";
import { bundleJobs } from "./bundle-jobs.ts";
import { bundleConnection, bundleCounts, bundleSettings } from "./bundle-state.ts";
import { bundleThings } from "./bundle-things.ts";
import { scrub } from "./safe-text.ts";

/**
 * What somebody who helps needs to know of this shop, as JSON: how it is connected and set, how many of everything there
 * are, what is wrong, what happened last, what waits to be done; with `about`, also all that is known of the things that
 * are called so or begin so. Nothing of a shopper, no token or key, no text of anybody's own.
 */
export async function makeSupportBundle(
  ctx: ShopContext,
  { about }: { about?: string | undefined },
): Promise<string> {
  const things = about?.trim() ? await findThings(ctx, about) : undefined;
  const [connection, settings, counts, findings, jobs, latest, named] = await Promise.all([
    bundleConnection(ctx),
    bundleSettings(ctx),
    bundleCounts(ctx),
    bundleFindings(ctx),
    bundleJobs(ctx),
    bundleHistory(ctx),
    things && Promise.all([bundleThings(ctx, things), bundleHistory(ctx, things)]),
  ]);
  const bundle = {
    about: {
      ...{ app: "Dockline", version: APP_VERSION, node: process.version, shop: ctx.shop, appUrl: ctx.appUrl },
      madeAt: ctx.clock(),
      note: "Texts of the merchant, of shoppers and of the two worlds are left out; so are tokens and keys.",
    },
    ...{ ...connection, settings, counts, ...findings, jobs, latest },
    ...(named && { asked: { ...named[0], history: named[1] } }),
  };
  return scrub(JSON.stringify(bundle, null, 2), await secretsOf(ctx));
}

/** All that opens a door. None of it is put in; should one stand in a text all the same, it is taken out. */
async function secretsOf({ db, shop }: ShopContext): Promise<string[]> {
  const [connection, sessions] = await Promise.all([
    db.connection.findUnique({ where: { shop } }),
    db.session.findMany({ where: { shop } }),
  ]);
  return [
    ...(connection
      ? [connection.accessToken, connection.webhookKey, connection.oldWebhookKey, connection.hookId]
      : []),
    ...sessions.flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]),
  ].filter((secret) => secret !== null);
}
