import { expect, test } from "vitest";
import { announce } from "../support/purchases.ts";
import { sendBack, sold } from "../support/returns.ts";
import { startBuiltApp } from "../support/built-app.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";
import { knownRequests } from "../../scripts/attack/known-requests.ts";

const STAFF = "424242";
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36";

async function opened() {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 3 }] });
  await world.connect();
  const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
  await world.settle();
  const app = await startBuiltApp(world, { roles: ["web"], env: { LOG_LEVEL: "info" } });
  const ask = async (path: string, init: RequestInit = {}) => {
    const authorization = `Bearer ${await world.shop.idToken(SHOP, { sub: STAFF })}`;
    return fetch(app.url + path, { ...init, headers: { authorization, "user-agent": BROWSER } });
  };
  const post = (path: string, body: object) => ask(path, { method: "POST", body: JSON.stringify(body) });
  return { world, back, app, ask, post };
}

const numberOf = (gid: string) => gid.split("/").at(-1)!;
const activitiesOf = ({ services }: World, kind: string) =>
  services.db.activity.findMany({ where: { shop: SHOP, kind }, select: { staffId: true } });

test("an action names the staff member who took it, also where a job finishes it; what Dockline does names nobody", async () => {
  const { world, post, ask } = await opened();
  expect((await post("/app/stock", { intent: "pause" })).status).toBe(200);
  expect(await activitiesOf(world, "paused")).toEqual([{ staffId: STAFF }]);
  const { variantId } = await world.services.db.variant.findFirstOrThrow({ where: { sku: "MUG" } });
  const preview = { action: "ignore", selection: { variantIds: [variantId] } };
  const shown = (await (await post("/app/products/words", preview)).json()) as {
    preview: { fingerprint?: string; expected?: string };
  };
  expect(shown.preview).toBeDefined();
  const expected = Object.values(shown.preview).find(
    (one) => typeof one === "string" && one.length > 20,
  ) as string;
  expect((await post("/app/products/words", { ...preview, expected, confirmed: true })).status).toBe(200);
  await world.settle();
  expect(await activitiesOf(world, "words")).toEqual([{ staffId: STAFF }]);
  expect((await activitiesOf(world, "catalogues-read")).every(({ staffId }) => staffId === null)).toBe(true);
  const file = await (await ask("/app/activity.csv")).text();
  const [heading, ...lines] = file.replace("\uFEFF", "").split("\r\n");
  expect(heading).toContain("Staff member");
  expect(lines.filter((line) => line.includes(`,${STAFF},`)).length).toBe(2);
});

test("each look at a customer's address is recorded with the return, with who looked", async () => {
  const { world, back, ask } = await opened();
  const path = `/app/returns/${numberOf(back.id)}`;
  const looks = async () =>
    (
      await world.services.db.timelineEntry.findMany({
        where: { shop: SHOP, kind: "viewed" },
        orderBy: { id: "asc" },
      })
    ).map(({ subject, details, staffId }) => ({ subject, details, staffId }));
  await ask(`${path}.data`);
  expect(await looks()).toEqual([]);
  expect((await ask(`${path}/sender`)).status).toBe(200);
  expect((await ask(`${path}/label`)).headers.get("content-type")).toBe("application/pdf");
  const look = (what: string) => ({ subject: back.id, details: { what }, staffId: STAFF });
  expect(await looks()).toEqual([look("sender"), look("label")]);
  const page = await (await ask(`${path}.data`)).text();
  expect(page).toContain(STAFF);
});

test("the log names the staff member with every request that may change something", async () => {
  const { world, back, app, ask } = await opened();
  await announce(world, { lines: { MUG: 1 } });
  const { variantId } = await world.services.db.variant.findFirstOrThrow({ where: { sku: "MUG" } });
  const ids = { variantId, returnId: back.id, orderId: back.orderId, locationId: "gid://shopify/Location/1" };
  const posts = Object.values(knownRequests(ids)).flatMap(({ path, posts = [] }) =>
    posts.map((body) => ({ path, body })),
  );
  expect(posts.length).toBeGreaterThan(40);
  for (const { path, body } of posts) {
    const isForm = typeof body === "object" && "form" in body;
    const sent =
      typeof body === "string"
        ? body
        : isForm
          ? new URLSearchParams(body.form as Record<string, string>)
          : JSON.stringify(body);
    expect((await ask(path, { method: "POST", body: sent, redirect: "manual" })).status, path).toBeLessThan(
      500,
    );
  }
  const lines = () =>
    app.log().filter(({ method, msg }) => method === "POST" && msg === "a request was answered");
  await expect.poll(() => lines().length).toBe(posts.length);
  expect(lines().filter(({ staffId, shop }) => staffId !== STAFF || shop !== SHOP)).toEqual([]);
});
