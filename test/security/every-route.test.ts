import { randomBytes } from "node:crypto";
import { SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, test } from "vitest";
import { builtRoutes } from "../../scripts/attack/targets.ts";
import { startBuiltWeb } from "../support/built-web.ts";
import { everyRow } from "../support/every-table.ts";
import { announce } from "../support/purchases.ts";
import { sendBack, sold } from "../support/returns.ts";
import { share, type AtEnd } from "../support/share.ts";
import { createWorld, NEIGHBOUR, readShop, SHOP, type World } from "../support/world.ts";
import {
  EVENT,
  knownRequests,
  MARK,
  OUTSIDE,
  SHOWING,
  SKU,
  TASK,
  UPLOAD,
  type KnownRequest,
} from "../../scripts/attack/known-requests.ts";

/** A shop with something of everything, the built app beside it, and every table as it is then. */
async function guarded(atEnd: AtEnd) {
  const world = await createWorld(
    { warehouse: { [SKU]: 5 }, variants: [{ sku: SKU, title: `${MARK} mug`, onHand: 3 }] },
    atEnd,
  );
  await world.connect();
  const back = await sendBack(world, await sold(world, { [SKU]: 1 }), { [SKU]: 1 });
  await announce(world, { fields: { senderName: MARK }, lines: { [SKU]: 4 } });
  const { db } = world.services;
  const view = { shop: SHOP, list: "returns", name: MARK, search: MARK, savedAt: new Date() };
  await db.savedView.create({ data: view });
  const task = { shop: SHOP, id: TASK, kind: "undo-upload", input: { fileName: MARK }, count: 1 };
  await db.task.create({ data: { ...task, state: "running", askedAt: new Date() } });
  const upload = { shop: SHOP, id: UPLOAD, fileName: MARK, verdicts: { new: 1 }, createdAt: new Date() };
  const request = { kind: "data-requested", details: { request: "9", orderIds: [back.orderId, MARK] } };
  await db.activity.create({ data: { shop: SHOP, area: "settings", ...request, at: new Date() } });
  const failed = { event: "receipt-received", identifier: MARK, failure: "refused 422", tries: 1 };
  const quarantine = { receivedAt: new Date(), followedAt: new Date(), quarantinedAt: new Date() };
  await db.hint.create({ data: { id: EVENT, shop: SHOP, source: "warehouse", ...failed, ...quarantine } });
  await db.problem.create({
    data: { shop: SHOP, kind: "inbound-unreadable", subject: MARK, details: {}, openedAt: new Date() },
  });
  await db.mappingUpload.create({ data: { ...upload, stage: "tried" } });
  await world.settle();
  const shop = await readShop(world);
  const ids = {
    variantId: shop.variant(SKU).id,
    returnId: back.id,
    orderId: back.orderId,
    locationId: shop.location("Shop floor"),
  };
  return {
    world,
    appUrl: await startBuiltWeb(world, { PAGES_PER_MINUTE: "100000" }, atEnd),
    routes: knownRequests(ids),
  };
}

/** Who asks: with a token in the header, as the panel does, and in the address, as the admin does; or with none. */
interface Caller {
  token?: string;
  shop?: string;
}

interface Answer {
  what: string;
  status: number;
  headers: Headers;
  text: string;
}

/** Programs that say what they are, are told that there is nothing for them. */
const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";

/** All that can be asked of a route: as a page, as data, and each of its posts. */
async function askAll(
  appUrl: string,
  { path, posts = [] }: KnownRequest,
  { token, shop = SHOP }: Caller,
): Promise<Answer[]> {
  const host = Buffer.from(`admin.shopify.com/store/${shop.split(".")[0]}`).toString("base64");
  const query = new URLSearchParams({ shop, host, embedded: "1", ...(token && { id_token: token }) });
  const withQuery = `${path}${path.includes("?") ? "&" : "?"}${query.toString()}`;
  const [pathname, search] = path.split("?");
  const asData = `${pathname}.data${search ? `?${search}` : ""}`;
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const send = async (to: string, init: RequestInit): Promise<Answer> => {
    const headersSent = { ...init.headers, "user-agent": BROWSER };
    const response = await fetch(appUrl + to, { redirect: "manual", ...init, headers: headersSent });
    const { status, headers } = response;
    return { what: `${init.method} ${to}`, status, headers, text: await response.text() };
  };
  const answers = [
    await send(withQuery, { method: "GET" }),
    await send(path, { method: "GET", headers: authorization }),
    await send(asData, { method: "GET", headers: authorization }),
  ];
  for (const post of posts) {
    const isForm = typeof post === "object" && "form" in post;
    const body =
      typeof post === "string"
        ? post
        : isForm
          ? new URLSearchParams(post.form as Record<string, string>)
          : JSON.stringify(post);
    for (const to of [path, asData, withQuery])
      answers.push(await send(to, { method: "POST", headers: to === withQuery ? {} : authorization, body }));
  }
  return answers;
}

/** What both worlds were asked so far. */
const calls = async (world: World) =>
  (await world.atShop<unknown[]>("requests")).length +
  (await world.atWarehouse<unknown[]>("requests")).length;

function expectGuarded({ what, status, headers }: Answer): void {
  expect(status, what).not.toBe(429);
  expect(headers.get("content-security-policy"), what).toContain("frame-ancestors ");
  expect(headers.get("content-security-policy"), what).toContain("https://admin.shopify.com");
  expect(headers.get("x-content-type-options"), what).toBe("nosniff");
  expect(headers.get("referrer-policy"), what).toBe("same-origin");
  expect(headers.get("cache-control"), what).toBe("no-store");
  expect(headers.get("set-cookie"), what).toBeNull();
  expect(headers.get("x-powered-by"), what).toBeNull();
}

test("every route of the built app is asked below", () => {
  const routes = builtRoutes().filter(({ id }) => id !== "root");
  const told = knownRequests({ variantId: "", returnId: "", orderId: "", locationId: "" });
  expect(routes.map(({ id }) => id).toSorted()).toEqual([...Object.keys(told), ...OUTSIDE].toSorted());
  const silent = routes.filter(({ id, hasAction }) => hasAction && !told[id]?.posts && !OUTSIDE.includes(id));
  expect(silent).toEqual([]);
});

describe("nothing is read and nothing is changed by", () => {
  const guarding = share(guarded);
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: `https://${SHOP}/admin`, dest: `https://${SHOP}`, aud: "test-api-key", sub: "1" };
  const times = { exp: now + 60, nbf: now - 60, iat: now - 60, jti: "1", sid: "1" };
  const callers: [string, (world: World) => Promise<Caller> | Caller][] = [
    ["who has no session token", () => ({})],
    ["an expired one", async ({ shop }) => ({ token: await shop.idToken(SHOP, { exp: now - 3600 }) })],
    [
      "one that is not good yet",
      async ({ shop }) => ({ token: await shop.idToken(SHOP, { nbf: now + 3600 }) }),
    ],
    ["one for another app", async ({ shop }) => ({ token: await shop.idToken(SHOP, { aud: "another" }) })],
    [
      "one signed with another secret",
      async () => ({
        token: await new SignJWT({ ...claims, ...times })
          .setProtectedHeader({ alg: "HS256", typ: "JWT" })
          .sign(randomBytes(32)),
      }),
    ],
    ["one that nobody signed", () => ({ token: new UnsecuredJWT({ ...claims, ...times }).encode() })],
    [
      "one whose bytes were changed",
      async ({ shop }) => ({ token: tampered(await shop.idToken(NEIGHBOUR)) }),
    ],
    ["something else altogether", () => ({ token: "let-me-in" })],
  ];

  test("strangers, whatever they send as a session token", async () => {
    const { world, appUrl, routes } = guarding();
    const [before, asked] = [await everyRow(world.services.pool), await calls(world)];
    for (const [name, caller] of callers) {
      const who = await caller(world);
      for (const route of Object.values(routes))
        for (const answer of await askAll(appUrl, route, who)) {
          const what = `${name}: ${answer.what}`;
          // Asked for data, Remix tells of a redirect with 202.
          if (answer.status !== 202) expect(answer.status, what).toBeGreaterThanOrEqual(300);
          expect(answer.status, what).toBeLessThan(500);
          // What was asked for may come back with the address to come back to, and nothing else.
          expect(answer.text, what).not.toContain(MARK);
          expectGuarded(answer);
        }
    }
    expect(await everyRow(world.services.pool)).toEqual(before);
    expect(await calls(world)).toBe(asked);
  });

  test("nobody, while our own staff sees what it asks for", async () => {
    const { world, appUrl, routes } = guarding();
    const shown: string[] = [];
    for (const [id, { path }] of Object.entries(routes)) {
      const answers = await askAll(appUrl, { path }, { token: await world.shop.idToken(SHOP) });
      answers.forEach(expectGuarded);
      if (answers.some(({ text }) => text.includes(MARK))) shown.push(id);
    }
    // Otherwise the other tests here would show nothing.
    expect(shown.toSorted()).toEqual(SHOWING.toSorted());
  });

  test("another shop's staff, whose own token is good, with our ids in every address and form", async () => {
    const { world, appUrl, routes } = guarding();
    const { shop } = world;
    const ours = async () => {
      const rows = Object.entries(await everyRow(world.services.pool));
      return rows.map(([table, all]) => [table, all.filter((row) => !row.includes(NEIGHBOUR))]);
    };
    const before = await ours();
    const atWarehouse = await world.atWarehouse<unknown[]>("requests");
    for (const route of Object.values(routes))
      for (const as of [NEIGHBOUR, SHOP]) {
        // The address may name any shop; the token alone says whose staff it is.
        const caller = { token: await shop.idToken(NEIGHBOUR), shop: as };
        for (const answer of await askAll(appUrl, route, caller)) {
          const { what, status, text } = answer;
          expect(status, what).toBeLessThan(500);
          expect(withoutQuestion(text), what).not.toContain(MARK);
          expectGuarded(answer);
        }
      }
    expect(await ours()).toEqual(before);
    // The warehouse was asked nothing with our keys.
    expect(await world.atWarehouse<unknown[]>("requests")).toEqual(atWarehouse);
  });
});

/** A token whose claims say another shop than was signed. */
function tampered(token: string): string {
  const [header, , signature] = token.split(".");
  const claims = Buffer.from(token.split(".")[1]!, "base64url").toString().replaceAll(NEIGHBOUR, SHOP);
  return [header, Buffer.from(claims).toString("base64url"), signature].join(".");
}

/** An answer without the SKU that was asked for, which forms give back. What is called so otherwise is called more. */
const withoutQuestion = (text: string) => text.replaceAll(SKU, "");
