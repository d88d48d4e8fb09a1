import { expect, test } from "vitest";
import { createWarehouseClient } from "../../app/fulfilment/client.ts";
import { DOCUMENTED } from "../../app/fulfilment/settings.ts";
import { warehouseDefaults } from "../../sandbox/warehouse/start-warehouse.ts";
import { CUP, MUG, OPERATIONS, PATH_STYLES, RETURN } from "../fulfilment/operations.ts";
import { openLimits } from "../fulfilment/bench.ts";
import { documentedOperations } from "../support/interface-document.ts";
import { openContract } from "./contract-bench.ts";

test("the app's client and the warehouse understand each other as the document says, in every operation", async () => {
  const limits = await openLimits({ atOnce: 4, perSecond: 1_000 });
  const seen = new Set<string>();
  for (const style of Object.values(PATH_STYLES))
    for (const operation of OPERATIONS) {
      const { proxy, warehouse } = await openContract();
      await warehouse.call("POST /_sandbox/products", [MUG, CUP]);
      const settings = { ...DOCUMENTED, ...style, baseUrl: proxy.url };
      const client = createWarehouseClient({ settings, accessToken: warehouseDefaults.token, limits });
      await client.inbounds.create(RETURN);

      expect([await operation.run(client)], operation.name).toMatchObject([operation.happy]);
      expect(proxy.violations(), operation.name).toEqual([]);
      for (const { operationId, method, path } of proxy.seen()) seen.add(`${operationId}: ${method} ${path}`);
    }
  const documented = await documentedOperations();
  const all = documented.map(({ iid, method, path }) => `${iid}: ${method.toUpperCase()} ${path}`);
  expect([...seen].sort()).toEqual(all.sort());
});

test("what the client sends of everything it can send is as documented, and so is what comes back", async () => {
  const { proxy, warehouse } = await openContract({ rewriteLineRefs: true });
  const client = createWarehouseClient({
    settings: { ...DOCUMENTED, baseUrl: proxy.url },
    accessToken: warehouseDefaults.token,
    limits: await openLimits({ atOnce: 4, perSecond: 1_000 }),
  });
  const product = {
    ...{ sku: "A/B 50% ü?#", barcode: "4006381333931", description: "Vase", weight: 0, width: 1, height: 2 },
    ...{ length: 3, url: "https://shop.example/v?a=1", imageUrl: "https://shop.example/v.jpg" },
  };
  await client.products.create(product);
  await client.products.createMany([{ sku: "B" }, { sku: "C", weight: 5 }], { skipDuplicates: false });
  const { sku: _sku, ...details } = product;
  await client.products.update(product.sku, details);
  const inbound = {
    ...RETURN,
    senderEmail: "ada@shop.example",
    senderPhonenumber: "+44 20 7946 0000",
    senderAddressLine2: null,
    lines: [
      { ref: "1", sku: product.sku, quantity: 0 },
      { ref: "2", sku: "B", quantity: 2 },
    ],
  };
  await client.inbounds.create(inbound);
  await client.inbounds.create(inbound);
  await warehouse.call("POST /_sandbox/receive", {
    inboundRef: RETURN.ref,
    lines: [
      { sku: "B", quantity: 1, defective: true },
      { sku: "C", quantity: 1 },
    ],
  });
  expect(await client.inbounds.get(RETURN.ref)).toMatchObject({ status: "partially_received" });
  expect(await client.products.get("NONE")).toBeNull();
  expect(proxy.violations()).toEqual([]);
});
