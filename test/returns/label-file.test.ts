import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { action, loader } from "../../app/routes/app.returns_.$id_.label.tsx";
import { inbounds, kept } from "../support/returns.ts";
import { SHOP, type World } from "../support/world.ts";
import { choose, faultyLabels, mugBack, mugs } from "./labels.ts";

/** The panel asks for it, with the session token that App Bridge puts on. */
async function ask(world: World, id: string, { body, shop = SHOP }: { body?: object; shop?: string } = {}) {
  const request = new Request(`${world.appUrl}/app/returns/${id}/label`, {
    headers: {
      authorization: `Bearer ${await world.shop.idToken(shop)}`,
      "content-type": "application/json",
    },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  return { request, params: { id }, context: { services: world.services } };
}

const numberOf = ({ id }: { id: string }) => id.replace(/^.*\//, "");

async function labelled() {
  const world = await mugs();
  const back = await mugBack(world);
  await world.settle();
  return { world, back, number: numberOf(back) };
}

describe("the label a merchant looks at", () => {
  test("is the warehouse's, kept nowhere on the way", async () => {
    const { world, number } = await labelled();
    const response = await loader(await ask(world, number));
    const [inbound] = await inbounds(world);
    const printed = await fetch(`${world.warehouse.url}/_sandbox/inbounds/${inbound!.ref}/label.pdf`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toEqual({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="${inbound!.ref}.pdf"`,
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(await printed.arrayBuffer()));
    const { rows } = await world.services.pool.query(
      `SELECT to_jsonb(r) FROM "Return" r UNION ALL SELECT to_jsonb(t) FROM "TimelineEntry" t`,
    );
    expect(inspect(rows, { depth: 20, maxStringLength: null })).not.toMatch(/JVBERi|%PDF|Robin/);
  });

  test.each([
    [
      "is not there yet",
      { kind: "status", status: 404 },
      { status: 409, body: { outcome: "no-label", reason: "not-there" } },
    ],
    [
      "cannot be used",
      { kind: "body", body: "<html></html>" },
      { status: 409, body: { outcome: "no-label", reason: "not-base64" } },
    ],
    [
      "is refused",
      { kind: "status", status: 409, body: { message: "No carrier." } },
      {
        status: 502,
        body: { outcome: "failed", sentence: { key: "refused", values: { reason: "No carrier." } } },
      },
    ],
  ])("says why when it %s", async (_how, fault, says) => {
    const { world, number } = await labelled();
    await faultyLabels(world, fault);
    const response = await loader(await ask(world, number));
    expect(response.status).toBe(says.status);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toMatchObject(says.body);
  });

  test("is none where there is no such return", async () => {
    const { world } = await labelled();
    for (const id of ["1", "x", "", "1/../2", "9".repeat(40)]) {
      const response = await loader(await ask(world, id));
      expect(response.status, id).toBe(404);
      expect(await response.json(), id).toEqual({ outcome: "no-return" });
    }
  });

  test("is none of another shop's, and none for nobody", async () => {
    const { world, number } = await labelled();
    await world.atShop("shops/other/seed", { locations: ["Main"], products: [] });
    const response = await loader(await ask(world, number, { shop: "other.myshopify.com" }));
    expect(response.status).toBe(404);

    const request = new Request(`${world.appUrl}/app/returns/${number}/label`);
    const refused = loader({ request, params: { id: number }, context: { services: world.services } });
    await expect(refused).rejects.toBeInstanceOf(Response);
  });
});

describe("the merchant's buttons", () => {
  test("try again and make anew", async () => {
    const world = await mugs();
    await choose(world, { label: false });
    const back = await mugBack(world);
    await world.settle();
    const number = numberOf(back);
    expect(await action(await ask(world, number, { body: { intent: "retry" } }))).toEqual({
      outcome: "asked",
    });
    await world.settle();
    expect(await kept(world, back)).toMatchObject({ label: "none" });
    await action(await ask(world, number, { body: { intent: "anew" } }));
    await world.settle();
    expect(await kept(world, back)).toMatchObject({ label: "ready" });
  });

  test("do nothing with what they do not know", async () => {
    const { world, number } = await labelled();
    const unknown = await action(await ask(world, "1", { body: { intent: "anew" } }));
    expect(unknown).toEqual({ outcome: "not-possible" });
    const odd = action(await ask(world, number, { body: { intent: "burn" } }));
    await expect(odd).rejects.toMatchObject({ init: { status: 400 } });
  });
});
