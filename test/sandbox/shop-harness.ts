import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startShop, type RunningShop, type ShopOptions } from "../../sandbox/shop/start-shop.ts";

export const API_KEY = "test-api-key";
export const API_SECRET = "test-api-secret";
export const SHOP = "demo.myshopify.com";

const ALL_SCOPES = "read_products,write_products,write_inventory,read_locations,write_returns,read_orders";

/** A registration as an app would have it, in a folder of its own that is the caller's to remove. */
export function writeAppConfig({ scopes = ALL_SCOPES, webhooks = "" } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "shop-sandbox-"));
  const file = join(folder, "shopify.app.toml");
  writeFileSync(
    file,
    `name = "Testapp"
application_url = "https://example.test"
embedded = true
[access_scopes]
scopes = "${scopes}"
[webhooks]
api_version = "2026-10"
${webhooks}
`,
  );
  return file;
}

export function removeAppConfig(file: string): void {
  rmSync(dirname(file), { recursive: true, force: true });
}

interface GraphqlAnswer {
  data: Record<string, unknown> | null;
  errors?: { message: string; path?: unknown[]; extensions: Record<string, unknown> }[];
  extensions: {
    cost: { requestedQueryCost: number; actualQueryCost: number | null; throttleStatus: Throttle };
  };
}

interface Throttle {
  maximumAvailable: number;
  currentlyAvailable: number;
  restoreRate: number;
}

export interface TestShop extends RunningShop {
  /** Calls the control API; `path` below `/_sandbox/`. */
  control<Answer = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Sends a request as the app does: to the port, with the shop in a header. */
  send(path: string, init?: RequestInit & { shop?: string }): Promise<Response>;
  token(fields?: Record<string, unknown>): Promise<Response>;
  /** Runs a document with an access token of the app. */
  graphql(query: string, variables?: Record<string, unknown>): Promise<GraphqlAnswer>;
  clock: { now: Date };
}

/** A running sandbox with a clock that stands still until a test moves it. */
export async function startTestShop(
  options: Partial<ShopOptions> & { scopes?: string; toml?: string } = {},
): Promise<TestShop> {
  const { scopes, toml, ...rest } = options;
  const clock = { now: new Date("2026-11-20T10:00:00.000Z") };
  const appConfig = writeAppConfig({ scopes, webhooks: toml });
  const running = await startShop({
    port: 0,
    appUrl: "http://localhost:9",
    appConfig,
    apiKey: API_KEY,
    apiSecret: API_SECRET,
    now: () => clock.now,
    ...rest,
  }).finally(() => removeAppConfig(appConfig)); // Read once, at the start.
  /** Good for an hour, and some tests last longer on their clock. */
  let access = { token: "", until: clock.now };

  const send: TestShop["send"] = (path, { shop = SHOP, ...init } = {}) =>
    fetch(running.url + path, { ...init, headers: { "x-forwarded-host": shop, ...init.headers } });
  const token: TestShop["token"] = async (fields = {}) =>
    send("/admin/oauth/access_token", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_id: API_KEY,
        client_secret: API_SECRET,
        grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
        subject_token: await running.idToken(SHOP),
        subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
        requested_token_type: "urn:shopify:params:oauth:token-type:offline-access-token",
        expiring: "1",
        ...fields,
      }),
    });

  return {
    ...running,
    clock,
    send,
    token,
    async control<Answer>(method: string, path: string, body?: unknown) {
      const response = await fetch(`${running.url}/_sandbox/${path}`, {
        method,
        headers: body === undefined ? {} : { "content-type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await response.text();
      const answer = (text ? JSON.parse(text) : undefined) as Answer & { message?: string };
      if (!response.ok) throw new Error(`${response.status} ${answer.message}`);
      return answer;
    },
    async graphql(query, variables) {
      if (access.until <= clock.now) {
        const granted = (await (await token()).json()) as { access_token: string; expires_in: number };
        const until = new Date(clock.now.getTime() + granted.expires_in * 1000);
        access = { token: granted.access_token, until };
      }
      const response = await send("/admin/api/2026-10/graphql.json", {
        method: "POST",
        headers: { "content-type": "application/json", "x-shopify-access-token": access.token },
        body: JSON.stringify({ query, variables }),
      });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      return (await response.json()) as GraphqlAnswer;
    },
    close: () => running.close(),
  };
}

export interface SeededVariant {
  id: string;
  inventoryItemId: string;
  sku: string | null;
  levels: Record<string, Record<string, number>>;
}

export interface Seeded {
  locations: { id: string; name: string }[];
  products: { id: string; title: string; updatedAt: string; variants: SeededVariant[] }[];
}
