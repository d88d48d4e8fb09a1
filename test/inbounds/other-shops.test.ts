import type { ActionFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import { deleteShopData } from "../../app/domain/connection/forget-shop.ts";
import * as list from "../../app/routes/app.inbounds.tsx";
import * as one from "../../app/routes/app.inbounds_.$ref.tsx";
import * as edit from "../../app/routes/app.inbounds_.$ref_.edit.tsx";
import * as lines from "../../app/routes/app.inbounds_.lines.tsx";
import * as create from "../../app/routes/app.inbounds_.new.tsx";
import { announce, contentOf, FORM, goodsWorld, inbounds, REF, takeIn } from "../support/purchases.ts";
import { SHOP, type World } from "../support/world.ts";

const THEIRS = "theirs.myshopify.com";
const THEIR_REF = "purchase-22222222-2222-4222-8222-222222222222";
/** Whatever is only theirs is called this. */
const MARK = "THEIRS";

/** Another shop in the same database, with the very same purchase and one of its own. */
async function neighbours(): Promise<World> {
  const world = await goodsWorld();
  await announce(world, { fields: { senderName: "Ours" } });
  await world.settle();
  const { db } = world.services;
  const { ref: _, ...row } = await db.purchaseInbound.findFirstOrThrow({ where: { shop: SHOP } });
  const theirs = {
    ...{ ...row, shop: THEIRS, supplier: MARK, supplierRef: MARK, search: "theirs ours po-1" },
    content: contentOf({ fields: { senderName: MARK, senderCity: MARK } }),
    ...{ wanted: contentOf({ lines: { VASE: 9 } }), receipts: [], needs: [], due: true },
  };
  await db.purchaseInbound.createMany({
    data: [REF, THEIR_REF].map((ref) => ({ ...theirs, ref })),
  });
  const entry = {
    shop: THEIRS,
    about: "purchase",
    at: new Date(),
    kind: "asked",
    details: { what: MARK },
  } as const;
  await db.timelineEntry.createMany({ data: [REF, THEIR_REF].map((subject) => ({ ...entry, subject })) });
  const other = {
    type: "purchase",
    supplierRef: MARK,
    status: "new",
    expectedOn: "2030-01-01",
    search: MARK,
  };
  const empty = { lines: [], receipts: [], announced: 1, good: 0, defective: 0 };
  await db.otherInbound.create({
    data: { shop: THEIRS, ref: `${MARK}-2`, ...other, ...empty, changedAt: new Date(), readAt: new Date() },
  });
  await db.warehouseProduct.create({
    data: {
      ...{ shop: THEIRS, sku: MARK, skuFolded: "theirs", description: MARK, search: "theirs" },
      readAt: new Date(),
    },
  });
  return world;
}

const theirs = async ({ services: { db } }: World) => [
  await db.purchaseInbound.findMany({ where: { shop: THEIRS }, orderBy: { ref: "asc" } }),
  await db.timelineEntry.findMany({ where: { shop: THEIRS }, orderBy: { id: "asc" } }),
];

/** Calls a route as our merchant's browser does. @returns all that it answers, as text. */
async function ask(
  { services, shop, appUrl }: World,
  route: (args: ActionFunctionArgs) => unknown,
  path: string,
  { ref, json, body }: { ref?: string; json?: unknown; body?: string } = {},
): Promise<string> {
  const content = json ? JSON.stringify(json) : body;
  const request = new Request(`${appUrl}${path}`, {
    method: content === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${await shop.idToken(SHOP)}` },
    ...(content !== undefined && { body: content }),
  });
  const answer = await route({ request, params: { ref }, context: { services } });
  return answer instanceof Response ? answer.text() : JSON.stringify(answer);
}

test("no page of purchases shows anything of another shop, even when asked for it by name", async () => {
  const world = await neighbours();
  const pages: [string, (args: ActionFunctionArgs) => unknown, string, string?][] = [
    ["the list", list.loader, "/app/inbounds"],
    ["what is expected", list.loader, "/app/inbounds?tab=expected"],
    ["what was made elsewhere", list.loader, "/app/inbounds?tab=elsewhere"],
    ["theirs, searched for", list.loader, "/app/inbounds?search=theirs"],
    ["ours", one.loader, `/app/inbounds/${REF}`, REF],
    ["theirs", one.loader, `/app/inbounds/${THEIR_REF}`, THEIR_REF],
    ["ours, to be changed", edit.loader, `/app/inbounds/${REF}/edit`, REF],
    ["theirs, to be changed", edit.loader, `/app/inbounds/${THEIR_REF}/edit`, THEIR_REF],
  ];
  for (const [name, loader, path, ref] of pages) {
    const shown = await ask(world, loader, path, ref ? { ref } : {});
    expect(shown, name).not.toContain(MARK);
  }
  expect(await ask(world, list.loader, "/app/inbounds")).toContain("Ours");
  const file = `sku,quantity\n${MARK},1\n`;
  expect(await ask(world, lines.action, "/app/inbounds/lines", { body: file })).toContain("unknown-sku");
});

test("nothing a merchant or the warehouse does changes anything of another shop", async () => {
  const world = await neighbours();
  const before = await theirs(world);
  const content = contentOf({ lines: { MUG: 1 } });
  for (const what of ["delete", "again", "leave"]) {
    const needs = [{ kind: "unclear", units: 1, unread: 0, isSeen: false }];
    const answer = await ask(world, one.action, "/", { ref: THEIR_REF, json: { what, needs } });
    expect(answer, what).toContain('"outcome":"unknown"');
  }
  const change = { ref: THEIR_REF, json: { content } };
  expect(await ask(world, edit.action, "/", change)).toContain('"outcome":"unknown"');
  const theirGoods = { formId: FORM, content: contentOf({ lines: { [MARK]: 1 } }) };
  expect(await ask(world, create.action, "/", { json: theirGoods })).toContain(`"unknownSkus":["${MARK}"]`);

  await ask(world, edit.action, "/", { ref: REF, json: { content } });
  await world.settle();
  await takeIn(world, [{ sku: "MUG", quantity: 1 }]);
  await world.settle();
  await world.sweep();
  expect((await inbounds(world)).map(({ ref, status }) => [ref, status])).toEqual([[REF, "fully_received"]]);
  expect(await theirs(world)).toEqual(before);

  await deleteShopData(world.ctx);
  expect(await world.services.db.purchaseInbound.count({ where: { shop: SHOP } })).toBe(0);
  expect(await theirs(world)).toEqual(before);
});
