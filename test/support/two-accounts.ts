import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import { serve } from "../../sandbox/lib/serve.ts";
import { createWorld, TOKEN, WEBHOOK_KEY, type World } from "./world.ts";

/** How the sandbox names the second account. */
const OTHER = "other";
/** The access token of the second account, and one more of the first. */
export const OTHER_TOKEN = "other-account-token";
export const NEW_TOKEN = "new-token-of-the-account";

export interface TwoAccounts {
  world: World;
  /** Calls the control API of the second account's warehouse. */
  atOther<T = unknown>(path: string, body?: unknown): Promise<T>;
  /** From now on the service refuses the first account's first token. */
  revoke(): void;
}

/**
 * A world whose fulfilment service has two accounts with stock of their own: what is asked with `OTHER_TOKEN` concerns the
 * second one. `NEW_TOKEN` is as good as the first account's own.
 */
export async function createTwoAccounts(
  goods: Parameters<typeof createWorld>[0] & { other: Record<string, number> },
): Promise<TwoAccounts> {
  const { other: stock, ...rest } = goods;
  let first = "";
  let isRevoked = false;
  async function pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const token = req.headers.authorization?.replace("Bearer ", "");
    const authorization = `Bearer ${token === NEW_TOKEN ? TOKEN : isRevoked && token === TOKEN ? "revoked" : token}`;
    const body = await buffer(req);
    const answer = await fetch(`${first}${req.url}`, {
      method: req.method ?? "GET",
      headers: { authorization, "content-type": req.headers["content-type"] ?? "application/json" },
      ...(body.length > 0 && { body }),
    });
    res.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    res.end(Buffer.from(await answer.arrayBuffer()));
  }
  const service = await serve((req, res) => void pass(req, res).catch(() => req.socket.destroy()), 0);
  onTestFinished(() => service.close());
  const world = await createWorld({ ...rest, env: { FULFILMENT_BASE_URL: service.url } });
  first = world.warehouse.url;
  await control(first, {
    path: "accounts",
    body: { name: OTHER, token: OTHER_TOKEN, webhookKey: WEBHOOK_KEY },
  });
  const atOther: TwoAccounts["atOther"] = (path, body) =>
    control(`${first}/accounts/${OTHER}`, { path, body });
  await atOther(
    "products",
    Object.entries(stock).map(([sku, units]) => ({ sku, description: sku, stock: units })),
  );
  return { world, atOther, revoke: () => void (isRevoked = true) };
}
