import { expect, test } from "vitest";
import { openWarehouse, type ShownProduct } from "./warehouse-bench.ts";

const mug = {
  sku: "MUG",
  barcode: "4006381333931",
  description: "A mug",
  url: "https://shop.example/mug",
  imageUrl: "https://shop.example/mug.jpg",
  width: 80,
  height: 95,
  length: 80,
  weight: 310,
};

test("a created product has no stock and can be read back", async () => {
  const { call } = await openWarehouse();
  const created = await call("POST /fulfilment/v3/products/", { ...mug, stock: 7 });
  expect(created).toMatchObject({ status: 201, body: { ...mug, stock: 0 } });
  expect((await call("GET /fulfilment/v3/products/MUG")).body).toEqual({ ...mug, stock: 0 });
});

test("a product needs nothing but its sku; what it lacks is empty or null", async () => {
  const { call } = await openWarehouse();
  expect((await call("POST /fulfilment/v3/products/", { sku: "BARE" })).body).toEqual({
    sku: "BARE",
    barcode: "",
    description: "",
    url: null,
    imageUrl: null,
    width: null,
    height: null,
    length: null,
    weight: null,
    stock: 0,
  });
});

test.each([
  ["no sku", {}, "sku"],
  ["an empty sku", { sku: " " }, "sku"],
  ["a number for a description", { sku: "X", description: 3 }, "description"],
  ["a page that is not https", { sku: "X", url: "http://shop.example" }, "url"],
  ["a picture that is no address", { sku: "X", imageUrl: "mug.jpg" }, "imageUrl"],
  ["half a millimetre", { sku: "X", width: 1.5 }, "width"],
  ["a negative weight", { sku: "X", weight: -1 }, "weight"],
  ["a length as text", { sku: "X", length: "80" }, "length"],
])("a product with %s is refused", async (_what, body, field) => {
  const { call } = await openWarehouse();
  const refused = await call("POST /fulfilment/v3/products/", body);
  expect(refused).toMatchObject({ status: 422, body: { code: "invalid-field", field } });
  expect(refused.body.message).toContain(field);
});

test("a sku exists once", async () => {
  const { call, stock } = await openWarehouse();
  await stock({ MUG: 3 });
  expect(await call("POST /fulfilment/v3/products/", mug)).toMatchObject({
    status: 409,
    body: { code: "duplicate-sku", field: "sku" },
  });
});

test("products listed together are created all or not at all, unless duplicates are to be skipped", async () => {
  const { call, stock } = await openWarehouse();
  await stock({ MUG: 3 });
  const batch = [{ sku: "CUP" }, { sku: "MUG" }, { sku: "CUP" }];

  const refused = await call("POST /fulfilment/v3/bulk/products/", batch);
  expect(refused).toMatchObject({ status: 409, body: { code: "duplicate-sku", field: "[1].sku" } });
  expect((await call("GET /fulfilment/v3/products/CUP")).status).toBe(404);

  const skipped = await call("POST /fulfilment/v3/bulk/products/?skipDuplicates=true", batch);
  expect(skipped).toMatchObject({ status: 201, body: [{ sku: "CUP", stock: 0 }] });
  expect((await call("POST /fulfilment/v3/bulk/products/?skipDuplicates=yes", [])).status).toBe(400);
  expect(await call("POST /fulfilment/v3/bulk/products/", [{ sku: "OK" }, { sku: 1 }])).toMatchObject({
    status: 422,
    body: { field: "[1].sku" },
  });
});

test("the list comes in pages of 10 to 100, ten when nothing is asked", async () => {
  const { call, stock } = await openWarehouse();
  await stock(Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`SKU-${i}`, i])));
  const skus = async (query: string) =>
    (await call<ShownProduct[]>(`GET /fulfilment/v3/products${query}`)).body.map(({ sku }) => sku);

  expect(await skus("")).toHaveLength(10);
  expect(await skus("?take=100")).toHaveLength(100);
  expect(await skus("?skip=115&take=10")).toEqual(["SKU-115", "SKU-116", "SKU-117", "SKU-118", "SKU-119"]);
  expect(await skus("?skip=500")).toEqual([]);
  expect(await skus("?filter=sku%3DSKU-7")).toEqual(["SKU-7"]);
});

test.each([
  "take=9",
  "take=101",
  "take=ten",
  "take=",
  "skip=-1",
  "take=10&take=20",
  "filter=stock%3D3",
  "filter=MUG",
])("a list asked for with %s is refused", async (query) => {
  const { call } = await openWarehouse();
  const name = query.split("=")[0];
  expect(await call(`GET /fulfilment/v3/products?${query}`)).toMatchObject({
    status: 400,
    body: { code: "invalid-query", field: name },
  });
});

test.each(["A/B", "ÄÖ ß", "50%+ ?#", "a%2Fb"])("the sku %s is found under its encoded path", async (sku) => {
  const { call } = await openWarehouse();
  const path = `/fulfilment/v3/products/${encodeURIComponent(sku)}`;
  await call("POST /fulfilment/v3/products/", { sku });
  expect((await call(`GET ${path}`)).body).toMatchObject({ sku });
  expect((await call(`PUT ${path}`, { weight: 5 })).body).toMatchObject({ sku, weight: 5 });
  expect((await call(`DELETE ${path}`)).status).toBe(204);
  expect(await call(`GET ${path}`)).toMatchObject({ status: 404, body: { code: "product-not-found" } });
});

test("a path that is badly encoded is refused, not guessed at", async () => {
  const { call } = await openWarehouse();
  expect(await call("GET /fulfilment/v3/products/50%")).toMatchObject({
    status: 400,
    body: { code: "invalid-path" },
  });
});

test("an update changes what it names and never the stock or the sku", async () => {
  const { call, stock } = await openWarehouse();
  await stock({ MUG: 3 });
  const changed = await call("PUT /fulfilment/v3/products/MUG", {
    description: "Blue",
    weight: null,
    stock: 99,
  });
  expect(changed).toMatchObject({ status: 200, body: { description: "Blue", weight: null, stock: 3 } });
  expect(await call("PUT /fulfilment/v3/products/MUG", { sku: "CUP" })).toMatchObject({
    status: 422,
    body: { code: "not-changeable", field: "sku" },
  });
  expect((await call("PUT /fulfilment/v3/products/NONE", {})).status).toBe(404);
});

test("update and delete answer under the short paths of the documentation too", async () => {
  const { call, stock } = await openWarehouse();
  await stock({ MUG: 0 });
  expect((await call("PUT /v3/products/MUG", { barcode: "1" })).body).toMatchObject({ barcode: "1" });
  expect((await call("PUT /api/v4/products/MUG", { barcode: "2" })).body).toMatchObject({ barcode: "2" });
  expect((await call("DELETE /v3/products/MUG")).status).toBe(204);
  await stock({ MUG: 0 });
  expect((await call("DELETE /api/v4/products/MUG")).status).toBe(204);
  for (const short of ["/v3", "/api/v4"]) {
    const refused = await call(`GET ${short}/products/MUG`);
    expect(refused).toMatchObject({ status: 404, body: { code: "operation-not-found" } });
  }
});

test("a product stays while units of it lie here or are on their way", async () => {
  const { call, stock, announce } = await openWarehouse();
  await stock({ MUG: 1, CUP: 0 });
  await announce("RET-1", { CUP: 1 });
  for (const sku of ["MUG", "CUP"])
    expect(await call(`DELETE /fulfilment/v3/products/${sku}`)).toMatchObject({
      status: 409,
      body: { code: "product-in-use" },
    });
  await call("DELETE /fulfilment/v3/inbounds/RET-1");
  expect((await call("DELETE /fulfilment/v3/products/CUP")).status).toBe(204);
});
