import { USER_AGENT } from "../../scripts/lib/chromium.ts";
import { control } from "./control.ts";
import type { DemoStore } from "./world.ts";

/** The merchant at the keyboard: what the mini admin's frame would send to the app. */
export interface Merchant {
  /** Opens the app; the first time this installs it. Returns the page. */
  open(path: string): Promise<string>;
  /** Goes through the set-up guide: the keys, then the location. Returns the pages that follow, one after the other. */
  connect(form: { accessToken: string; webhookKey: string; locationId: string }): Promise<string>;
  /** Says that the stock of all variants is to be written from now on. */
  goLive(): Promise<string>;
  /** Submits a page's form. */
  fillIn(path: string, form: Record<string, string>): Promise<string>;
  /** Sends a page what its buttons send. */
  say(path: string, body: object): Promise<string>;
  /** The same, and returns what Remix answers to the page's own script. */
  answerOf(path: string, body: object): Promise<string>;
}

export function createMerchant({
  shopUrl,
  appUrl,
  shop,
}: Pick<DemoStore, "shopUrl" | "appUrl" | "shop">): Merchant {
  const token = async () =>
    (await control<{ token: string }>(shopUrl, { path: `id-token?shop=${shop}` })).token;

  const send = async (
    path: string,
    { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {},
  ) => {
    const query = new URLSearchParams({
      embedded: "1",
      shop,
      host: Buffer.from(`admin.shopify.com/store/${shop.split(".")[0]}`).toString("base64"),
    });
    const response = await fetch(`${appUrl}${path}?${query}`, {
      ...init,
      headers: {
        ...headers,
        authorization: `Bearer ${await token()}`,
        "user-agent": USER_AGENT,
        // One that was kept may be closed by the app in the very moment in which it is used again.
        connection: "close",
      },
    });
    const page = await response.text();
    if (!response.ok) throw new Error(`The app answered ${path} with status ${response.status}.`);
    // Every text the page may come to show stands in a script of its own; what counts is what it shows.
    return page.replace(/<script\b[^]*?<\/script>/g, "");
  };
  const fillIn = (path: string, form: Record<string, string>) =>
    send(path, { method: "POST", body: new URLSearchParams(form) });
  const json = (body: object) => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return {
    open: (path) => send(path),
    async connect({ locationId, ...keys }) {
      const keysEntered = await fillIn("/app/setup", { intent: "connect", ...keys });
      return keysEntered + (await fillIn("/app/setup", { intent: "location", locationId }));
    },
    goLive: () => send("/app/stock", json({ intent: "go-live", variantIds: "all" })),
    fillIn,
    say: (path, body) => send(path, json(body)),
    answerOf: (path, body) => send(`${path}.data`, json(body)),
  };
}
