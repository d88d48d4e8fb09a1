import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { connectWarehouse } from "../../app/domain/connection/connect-warehouse.ts";
import { startBuiltWeb } from "../support/built-web.ts";
import { everyRow } from "../support/every-table.ts";
import { sendBack, sold } from "../support/returns.ts";
import { createWorld, NEIGHBOUR, readShop, SHOP, TOKEN, WEBHOOK_KEY, type World } from "../support/world.ts";

const mug = { warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] };
const sign = (key: string, body: string) => createHmac("sha256", key).update(body).digest("base64");

async function connected(): Promise<World> {
  const world = await createWorld(mug);
  await world.connect();
  return world;
}

/** All that is kept, but for when a wrong signature was last noted. */
const kept = ({ services }: World) => everyRow(services.pool);

describe("Shopify's webhooks", () => {
  /** Sends one as Shopify would, but for what is said otherwise. */
  async function send(world: World, { body, ...headers }: { body: string } & Record<string, string | null>) {
    const all: Record<string, string | null> = {
      "x-shopify-topic": "shop/redact",
      "x-shopify-shop-domain": SHOP,
      "x-shopify-hmac-sha256": sign(world.services.env.SHOPIFY_API_SECRET, body),
      "x-shopify-api-version": "2026-10",
      "x-shopify-webhook-id": randomUUID(),
      ...headers,
    };
    const told = Object.entries(all).filter((header): header is [string, string] => header[1] !== null);
    const response = await fetch(`${world.appUrl}/webhooks/shop`, { method: "POST", headers: told, body });
    return `${response.status} ${((await response.json()) as { error?: string }).error ?? ""}`.trim();
  }
  const body = JSON.stringify({ shop_domain: SHOP });

  test("that Shopify did not sign change nothing", async () => {
    const world = await connected();
    const before = await kept(world);
    const theirs = JSON.stringify({ shop_domain: NEIGHBOUR });
    const attempts: [string, Parameters<typeof send>[1], string][] = [
      ["no signature", { body, "x-shopify-hmac-sha256": null }, "401 bad-signature"],
      ["an empty one", { body, "x-shopify-hmac-sha256": "" }, "401 bad-signature"],
      ["one with another secret", { body, "x-shopify-hmac-sha256": sign("x", body) }, "401 bad-signature"],
      [
        "one of another body",
        { body, "x-shopify-hmac-sha256": sign(world.services.env.SHOPIFY_API_SECRET, theirs) },
        "401 bad-signature",
      ],
      ["no shop", { body, "x-shopify-shop-domain": null }, "400 missing-headers"],
      ["no topic", { body, "x-shopify-topic": null }, "400 missing-headers"],
      ["another shop's body under our name", { body: theirs }, "400 another-shop"],
      [
        "our body under another shop's name",
        { body, "x-shopify-shop-domain": NEIGHBOUR },
        "400 another-shop",
      ],
      ["no JSON", { body: "redact!" }, "400 malformed"],
    ];
    for (const [what, attempt, answer] of attempts) expect(await send(world, attempt), what).toBe(answer);
    expect(await kept(world)).toEqual(before);
  });

  test("that come twice, long after each other, have the effect of one", async () => {
    const world = await connected();
    await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
    await world.settle();
    const state = async () => ({
      onHand: (await readShop(world)).onHand("MUG"),
      inbounds: await world.atWarehouse<{ ref: string }[]>("inbounds"),
      ledger: await world.services.db.ledgerEntry.count(),
      returns: await world.services.db.return.count(),
    });
    const before = await state();
    expect(before.inbounds).toHaveLength(1);
    for (const { webhookId } of await world.atShop<{ webhookId: string }[]>("webhooks"))
      await world.atShop(`webhooks/${webhookId}/redeliver`, {});
    await world.settle();
    expect(await state()).toEqual(before);
  });
});

test("an event signed with another shop's key is nobody's, at either shop's address", async () => {
  const world = await connected();
  await world.install(NEIGHBOUR);
  const theirs = { accessToken: TOKEN, webhookKey: "the-neighbours-key" };
  expect(await connectWarehouse(world.services.openShop(NEIGHBOUR), theirs)).toMatchObject({
    outcome: "connected",
  });
  const { db } = world.services;
  const body = '{"type":"shipped","resource":"shipment","identifier":"1"}';
  const before = await db.hint.count();
  const send = async (shop: string, key: string) => {
    const { hookId } = await db.connection.findUniqueOrThrow({ where: { shop } });
    const url = `${world.appUrl}/webhooks/warehouse/${hookId}/shipment-created`;
    return (await fetch(url, { method: "POST", headers: { "x-hook-signature": sign(key, body) }, body }))
      .status;
  };
  expect(await send(SHOP, theirs.webhookKey)).toBe(401);
  expect(await send(NEIGHBOUR, WEBHOOK_KEY)).toBe(401);
  expect(await db.hint.count()).toBe(before);
  expect(await send(SHOP, WEBHOOK_KEY)).toBe(200);
  expect(await send(NEIGHBOUR, theirs.webhookKey)).toBe(200);
  expect((await db.hint.findMany({ orderBy: { id: "desc" }, take: 2 })).map(({ shop }) => shop)).toEqual([
    ...[NEIGHBOUR, SHOP],
  ]);
});

describe("of requests from one address of the network", () => {
  test("no more are answered than the settings allow, and others are none the worse for it", async () => {
    const world = await createWorld({});
    const few = { WEBHOOKS_PER_MINUTE: "3", SIGN_INS_PER_MINUTE: "3", PAGES_PER_MINUTE: "3" };
    const url = await startBuiltWeb(world, few);
    const ask = (path: string, method: string, from: string) =>
      fetch(url + path, { method, redirect: "manual", headers: { "x-forwarded-for": `6.6.6.6, ${from}` } });
    for (const [path, method] of [
      ["/webhooks/shop", "POST"],
      [`/webhooks/warehouse/${randomUUID()}/shipment-created`, "POST"],
      ["/auth/login", "GET"],
      ["/", "GET"],
      ["/app", "GET"],
      ["/nowhere", "GET"],
    ] as const) {
      const from = `192.0.2.${path.length}`;
      for (const _ of [1, 2, 3]) expect((await ask(path, method, from)).status, path).not.toBe(429);
      const refused = await ask(path, method, from);
      expect(refused.status, path).toBe(429);
      expect(Number(refused.headers.get("retry-after")), path).toBeGreaterThan(0);
      expect(Number(refused.headers.get("retry-after")), path).toBeLessThanOrEqual(60);
      expect(await refused.json()).toMatchObject({ error: "too-many" });
      // What a client says of itself counts for nothing, only what our own proxy says of it.
      expect((await ask(path, method, "198.51.100.1")).status, path).not.toBe(429);
    }
    expect((await ask("/healthz", "GET", "192.0.2.1")).status).toBe(200);
  });

  test("a body is taken no longer than it can be", async () => {
    const url = await startBuiltWeb(await createWorld({}));
    const large = `shop=${"x".repeat(20_000)}`;
    const said = await fetch(`${url}/auth/login`, {
      method: "POST",
      body: new URLSearchParams({ shop: "x".repeat(20_000) }),
    });
    expect(said.status).toBe(413);
    const unsaid = fetch(`${url}/auth/login`, {
      ...{ method: "POST", duplex: "half" as const },
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new Blob([large]).stream(),
    }).then(
      ({ status }) => status,
      () => "cut off",
    );
    expect([413, "cut off"]).toContain(await unsaid);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  test("a body is refused at the same size however the path is spelled", async () => {
    const url = await startBuiltWeb(await createWorld({}), { SIGN_INS_PER_MINUTE: "100000" });
    const send = async (path: string, bytes: number, type = "application/x-www-form-urlencoded") => {
      const init = { method: "POST", headers: { "content-type": type }, body: `shop=${"x".repeat(bytes)}` };
      return (await fetch(url + path, { ...init, redirect: "manual" })).status;
    };
    const signIns = ["/auth/login", "/Auth/login", "/%61uth/login", "//auth/login", "/auth/login/"];
    for (const path of [
      ...signIns,
      "/AUTH/LOGIN",
      "/auth/login.data",
      "/auth/login?_data=routes%2Fauth.login",
    ]) {
      expect(await send(path, 20_000), path).toBe(413);
      expect(await send(path, 10), path).toBeLessThan(500);
      for (const type of ["text/plain", "application/json", "multipart/form-data; boundary=x"])
        expect(await send(path, 10, type), `${path} as ${type}`).toBe(415);
    }
    const pages = [
      "/app/work",
      "/App/work",
      "/app/%77ork",
      "/app/work.data",
      "/nowhere",
      "/app%2Fmappings.csv",
    ];
    for (const path of pages) expect(await send(path, 1024 * 1024), path).toBe(413);
    expect(await send("/%zz", 10)).toBe(400);
    // Whoever uploads a file has to sign in for it; its size is no reason to refuse it.
    for (const path of ["/app/mappings.csv", "/app/inbounds/lines"])
      expect(await send(path, 2 * 1024 * 1024), path).not.toBe(413);
  });

  test("a connection that is reset right after its request leaves the process running", async () => {
    const world = await createWorld({});
    for (const settings of [{ PROXY_HOPS: "0" }, { PROXY_HOPS: "1" }] as Record<string, string>[]) {
      const url = new URL(await startBuiltWeb(world, settings));
      for (const path of [
        `/webhooks/warehouse/${randomUUID()}/shipment-created`,
        "/webhooks/shop",
        "/app",
        "/",
      ])
        for (let attempt = 0; attempt < 10; attempt++) {
          const socket = connect({ port: Number(url.port), host: "localhost" });
          socket.on("error", () => undefined);
          await once(socket, "connect");
          socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`);
          socket.resetAndDestroy();
        }
      expect((await fetch(`${url.origin}/healthz`)).status).toBe(200);
    }
  });
});

describe("nobody is led to where the app does not belong by", () => {
  const EVIL = "evil.example";
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const shops = [
    ...[EVIL, `https://${EVIL}`, `${SHOP}.${EVIL}`, `${EVIL}/${SHOP}`, `${EVIL}#.myshopify.com`],
    ...[
      `${EVIL}?.myshopify.com`,
      `x@${EVIL}`,
      `//${EVIL}`,
      `javascript:alert(1)`,
      `${SHOP}\r\nSet-Cookie: a=b`,
    ],
    ...[`demo.myshopify.com%00.${EVIL}`, `'><script>${EVIL}</script>`],
  ];
  const hosts = [
    EVIL,
    `${EVIL}/store/demo`,
    `admin.shopify.com@${EVIL}`,
    `admin.shopify.com.${EVIL}/store/x`,
  ];
  const ways = [
    ...[`https://${EVIL}`, `//${EVIL}`, `/\\${EVIL}`, `https:${EVIL}`, `http://${EVIL}/admin`],
    ...[`javascript:alert(1)`, `data:text/html,x`, `https://admin.shopify.com.${EVIL}`],
    ...[`https://admin.shopify.com@${EVIL}/`, `https://x.${EVIL}/admin`],
  ];
  const q = encodeURIComponent;
  const paths = [
    ...shops.flatMap((shop) => [
      `/auth/login?shop=${q(shop)}`,
      `/?shop=${q(shop)}`,
      `/app?shop=${q(shop)}&host=${base64("admin.shopify.com/store/demo")}`,
      `/auth/session-token?shop=${q(shop)}&embedded=1&shopify-reload=${q(`https://${EVIL}`)}`,
    ]),
    ...hosts.flatMap((host) => [
      `/app?shop=${SHOP}&host=${base64(host)}`,
      `/auth/exit-iframe?shop=${SHOP}&host=${base64(host)}&exitIframe=/app`,
    ]),
    ...ways.map((way) => `/auth/exit-iframe?shop=${SHOP}&exitIframe=${q(way)}`),
    `//${EVIL}/app`,
    `/app//${EVIL}`,
  ];

  test("an address, whatever it says of shops, hosts and ways out of the frame", async () => {
    const url = await startBuiltWeb(await createWorld({}), { SIGN_INS_PER_MINUTE: "100000" });
    for (const path of paths) {
      const response = await fetch(url + path, {
        redirect: "manual",
        headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36" },
      });
      const location = response.headers.get("location");
      expect(response.status, path).toBeLessThan(500);
      if (location) {
        const { hostname } = new URL(location, url);
        expect(["localhost", "admin.shopify.com"], `${path} → ${location}`).toContain(hostname);
      }
      expect(response.headers.get("content-security-policy"), path).not.toContain(EVIL);
      expect(response.headers.get("set-cookie"), path).toBeNull();
      // Nothing runs that an address brought along.
      const scripts = (await response.text()).match(/window\.open\([^)]*\)|<script>[^<]*evil[^<]*/g) ?? [];
      expect(
        scripts.filter((script) => script.includes(EVIL)),
        path,
      ).toEqual([]);
    }
  });

  test("the form for a shop's name", async () => {
    const url = await startBuiltWeb(await createWorld({}));
    for (const shop of shops) {
      const body = new URLSearchParams({ shop });
      const response = await fetch(`${url}/auth/login`, { method: "POST", redirect: "manual", body });
      expect(response.headers.get("location"), shop).toBeNull();
      expect(response.status, shop).toBeLessThan(500);
    }
  });
});

test("the app is shown in the admin of its shop and in no other frame, and over HTTPS alone", async () => {
  const world = await createWorld({});
  const url = await startBuiltWeb(world, { SHOPIFY_APP_URL: "https://dockline.example.com" });
  const policy = async (path: string) =>
    (await fetch(url + path, { redirect: "manual" })).headers.get("content-security-policy") ?? "";
  const sandbox = world.services.env.SHOP_SANDBOX_URL!;
  const REST =
    "base-uri 'none'; object-src 'none'; form-action 'self' https://admin.shopify.com https://*.myshopify.com";
  for (const path of [
    "/app",
    "/app/nowhere",
    "/nowhere",
    "/",
    "/auth/login",
    "/auth/session-token",
    "/healthz",
  ]) {
    expect(await policy(`${path}?shop=${SHOP}`), path).toBe(
      `frame-ancestors https://${SHOP} https://admin.shopify.com ${sandbox}; ${REST}`,
    );
    expect(await policy(path), path).toBe(`frame-ancestors https://admin.shopify.com ${sandbox}; ${REST}`);
  }
  const { headers } = await fetch(url + "/app", { redirect: "manual" });
  expect(headers.get("strict-transport-security")).toBe("max-age=63072000");
  const plain = await fetch(world.appUrl + "/healthz");
  expect(plain.headers.get("strict-transport-security")).toBeNull();
});

test("odd requests of strangers are no fault of ours", async () => {
  const world = await createWorld({});
  const url = await startBuiltWeb(world);
  const ask = async (method: string, path: string, origin?: string) =>
    (
      await fetch(url + path, {
        method,
        redirect: "manual",
        headers: { ...(origin !== undefined && { origin }) },
      })
    ).status;
  const evil = "https://evil.example";
  const asked: [string, string, string?][] = [
    ["HEAD", "/auth/login"],
    ["HEAD", "/auth/login.data", evil],
    ["HEAD", "/app.data", evil],
    ["POST", "/ext/variant-stock.data", evil],
    ["POST", "/ext/variant-stock.data", "null"],
    ["OPTIONS", "/ext/variant-stock.data", evil],
    ["POST", "/ext/nowhere", evil],
    ["POST", "/ext/nowhere", "null"],
    // The list of routes that match a path takes seconds to make for one of a thousand segments.
    ["GET", `/__manifest?version=1&p=${"/a".repeat(3_000)}`],
    ["GET", `/${"-eyJ".repeat(3_000)}`],
  ];
  for (const [method, path, origin] of asked) {
    const status = await ask(method, path, origin);
    expect(status, `${method} ${path.slice(0, 60)} of ${origin}`).toBeLessThan(500);
  }
  // An address that no door takes counts towards its sender's limit, too.
  const few = await startBuiltWeb(world, { PAGES_PER_MINUTE: "3" });
  const statuses: number[] = [];
  for (let count = 0; count < 5; count++) statuses.push((await fetch(`${few}/${"a/".repeat(50)}`)).status);
  expect(statuses).toEqual([414, 414, 414, 429, 429]);
});
