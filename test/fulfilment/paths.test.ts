import fc from "../support/fast-check.ts";
import { expect, test } from "vitest";
import type { WarehouseClient } from "../../app/fulfilment/client.ts";
import { segment } from "../../app/fulfilment/identifier.ts";
import { openWarehouse } from "./bench.ts";

/** Anything a merchant may have typed, with what is special in an address more often than chance has it. */
const identifier = fc
  .array(
    fc.oneof(fc.constantFrom(..."/?#%+&=;:@ .\\\"'<>|^`{}[]~", "%2F", "..", "ä", "日本", "🙂"), fc.string()),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(""))
  .filter((text) => text.trim() !== "" && text !== "." && text !== "..");

test("every SKU, reference and line reference goes through an address and comes back the same", async () => {
  const { client } = await openWarehouse();
  const made = new Set<string>();
  await fc.assert(
    fc.asyncProperty(identifier, async (text) => {
      if (!made.has(text)) await client.products.create({ sku: text });
      made.add(text);
      expect((await client.products.get(text))?.sku).toBe(text);
      const lines = [{ ref: text, sku: text, quantity: 1 }];
      await client.inbounds.create({ ref: text, type: "return", expectedReceiveDate: "2030-01-01", lines });
      expect((await client.inbounds.get(text))?.ref).toBe(text);
      expect((await client.lines.get(text, text))?.ref).toBe(text);
    }),
    { numRuns: 150 },
  );
});

test.each(["", ".", "..", "\ud800", "a\udc00"])(
  "%j names nothing and is refused before anything is sent",
  async (text) => {
    const { client, requests } = await openWarehouse();
    const uses: ((client: WarehouseClient) => Promise<unknown>)[] = [
      (client) => client.products.get(text),
      (client) => client.products.delete(text),
      (client) => client.inbounds.label(text),
      (client) => client.lines.get("RET-1", text),
      (client) => client.lines.delete(text, "1"),
    ];
    for (const use of uses) await expect(use(client)).rejects.toMatchObject({ code: "invalid" });
    expect(await requests()).toEqual([]);
  },
);

test("an encoded identifier stays one segment, whatever reads the address", () => {
  fc.assert(
    fc.property(identifier, (text) => {
      fc.pre(text.isWellFormed());
      const url = new URL(`http://warehouse.example/products/${segment("sku", text)}/x`);
      expect(url.pathname.split("/")).toHaveLength(4);
      expect(decodeURIComponent(url.pathname.split("/")[2]!)).toBe(text);
      expect(url.search + url.hash).toBe("");
    }),
  );
});
