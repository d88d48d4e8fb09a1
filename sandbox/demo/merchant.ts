import { USER_AGENT } from "../../scripts/lib/chromium.ts";
import { control } from "./control.ts";

/** The merchant at the keyboard: what the mini admin's frame would send to the app. */
export interface Merchant {
  /** Opens the app; the first time this installs it. Returns the page. */
  open(path: string): Promise<string>;
  /** Fills in the connection form. Returns the page that follows. */
  connect(form: { accessToken: string; webhookKey: string; locationId: string }): Promise<string>;
  /** Says that the stock of all variants is to be written from now on. */
  goLive(): Promise<string>;
}

export function createMerchant({ shopUrl, appUrl }: { shopUrl: string; appUrl: string }): Merchant {
  const shop = "demo.myshopify.com";
  const token = async () =>
    (await control<{ token: string }>(shopUrl, { path: `id-token?shop=${shop}` })).token;

  const send = async (
    path: string,
    { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {},
  ) => {
    const query = new URLSearchParams({
      embedded: "1",
      shop,
      host: Buffer.from("admin.shopify.com/store/demo").toString("base64"),
    });
    const response = await fetch(`${appUrl}${path}?${query}`, {
      ...init,
      headers: { ...headers, authorization: `Bearer ${await token()}`, "user-agent": USER_AGENT },
    });
    const page = await response.text();
    if (!response.ok) throw new Error(`The app answered ${path} with status ${response.status}.`);
    return page;
  };
  return {
    open: (path) => send(path),
    connect: (form) => send("/app/connect", { method: "POST", body: new URLSearchParams(form) }),
    goLive: () =>
      send("/app/stock", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ intent: "go-live", variantIds: "all" }),
      }),
  };
}
