import { expect, test } from "vitest";
import { startTestShop } from "./shop-harness.ts";

const LOCATIONS = "query Locations { locations(first: 5) { nodes { id name isActive } } }";
const CANCEL =
  "mutation Cancel($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { id } userErrors { field message } } }";
const ID = "gid://shopify/BulkOperation/1";

async function openShop() {
  const shop = await startTestShop();
  await shop.control("POST", "shops/demo/seed", { locations: ["Warehouse"] });
  const switchOn = (fault: object) => shop.control("POST", "faults", { path: "/graphql.json", ...fault });
  return { shop, switchOn };
}

test("a fault hits only the operation it names", async () => {
  const { shop, switchOn } = await openShop();
  await switchOn({
    operation: "Cancel",
    action: { kind: "user-error", message: "No.", field: ["id"], code: "X" },
  });
  expect((await shop.graphql(LOCATIONS)).data).toMatchObject({
    locations: { nodes: [{ name: "Warehouse" }] },
  });
  expect((await shop.graphql(CANCEL, { id: ID })).data).toEqual({
    bulkOperationCancel: { bulkOperation: null, userErrors: [{ field: ["id"], message: "No." }] },
  });
});

test("a fault hits only requests whose body matches", async () => {
  const { shop, switchOn } = await openShop();
  await switchOn({ body: 'BulkOperation/1"', action: { kind: "user-error", message: "No." } });
  const errorsOf = async (id: string) => (await shop.graphql(CANCEL, { id })).data?.bulkOperationCancel;
  expect(await errorsOf(ID)).toMatchObject({ userErrors: [{ message: "No." }] });
  expect(await errorsOf(`${ID}2`)).not.toMatchObject({ userErrors: [{ message: "No." }] });
});

test("an answer comes with errors beside its data, beside null, or without data", async () => {
  const { shop, switchOn } = await openShop();
  const errors = [{ message: "Denied", code: "ACCESS_DENIED", path: ["locations", "nodes", 0, "name"] }];
  for (const data of ["kept", "null", "left-out"])
    await switchOn({ times: 1, action: { kind: "graphql-errors", errors, data } });
  const reported = [
    { message: "Denied", path: ["locations", "nodes", 0, "name"], extensions: { code: "ACCESS_DENIED" } },
  ];
  const [kept, none, leftOut] = [
    await shop.graphql(LOCATIONS),
    await shop.graphql(LOCATIONS),
    await shop.graphql(LOCATIONS),
  ];
  expect(kept).toMatchObject({
    errors: reported,
    data: { locations: { nodes: [{ name: null, isActive: true }] } },
  });
  expect(none).toMatchObject({ errors: reported, data: null });
  expect(leftOut).toMatchObject({ errors: reported });
  expect(leftOut).not.toHaveProperty("data");
});

test("the values of an answer are of other types, left out or null, and its lists and objects stay", async () => {
  const { shop, switchOn } = await openShop();
  const nodes: unknown[] = [];
  for (const values of ["of-other-types", "left-out", "null"]) {
    await switchOn({ times: 1, action: { kind: "mangle", values } });
    nodes.push((await shop.graphql(LOCATIONS)).data?.locations);
  }
  expect(nodes).toEqual([
    { nodes: [{ id: { text: true }, name: { text: true }, isActive: "of another type" }] },
    { nodes: [{}] },
    { nodes: [{ id: null, name: null, isActive: null }] },
  ]);
});

test("an answer is made as large as wanted, and stays valid JSON", async () => {
  const { shop, switchOn } = await openShop();
  const token = ((await (await shop.token()).json()) as { access_token: string }).access_token;
  await switchOn({ action: { kind: "pad", bytes: 1_000_000 } });
  const response = await shop.send("/admin/api/2026-10/graphql.json", {
    method: "POST",
    headers: { "content-type": "application/json", "x-shopify-access-token": token },
    body: JSON.stringify({ query: LOCATIONS }),
  });
  const text = await response.text();
  expect(text.length).toBe(1_000_000);
  expect(JSON.parse(text)).toMatchObject({ data: { locations: { nodes: [{ name: "Warehouse" }] } } });
});

test("a fault that makes no sense is refused", async () => {
  const { shop } = await openShop();
  const post = (fault: object) =>
    fetch(`${shop.url}/_sandbox/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ path: "/", ...fault }),
    });
  const wrong = [
    { body: "(", action: { kind: "reset" } },
    { action: { kind: "mangle", values: "odd" } },
    { when: "request", action: { kind: "pad", bytes: 10 } },
    { action: { kind: "graphql-errors", errors: [], data: "kept" } },
  ];
  for (const fault of wrong) expect((await post(fault)).status).toBe(400);
});
