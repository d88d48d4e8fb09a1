import { describe, expect, test } from "vitest";
import { openWarehouse } from "./bench.ts";
import { CUP, MUG, OPERATIONS, PATH_STYLES, RETURN, type Operation } from "./operations.ts";

async function open(style: keyof typeof PATH_STYLES) {
  const warehouse = await openWarehouse({ settings: PATH_STYLES[style] });
  await warehouse.atFloor("products", [MUG, CUP]);
  await warehouse.client.inbounds.create(RETURN);
  await warehouse.forgetRequests();
  return warehouse;
}

/** How often this operation was asked for. */
async function askedFor(warehouse: Awaited<ReturnType<typeof open>>, { method, path }: Operation) {
  const requests = await warehouse.requests();
  return requests.filter((one) => one.method === method && new RegExp(path).test(one.path)).length;
}

describe.each(Object.keys(PATH_STYLES) as (keyof typeof PATH_STYLES)[])("paths %s:", (style) => {
  describe.each(OPERATIONS)("$name", (operation) => {
    const { method, path } = operation;

    test("happy: is done with one request", async () => {
      const warehouse = await open(style);
      expect([await operation.run(warehouse.client)]).toMatchObject([operation.happy]);
      expect(await askedFor(warehouse, operation)).toBe(1);
    });

    test("401: a refused token is the merchant's to mend", async () => {
      const warehouse = await open(style);
      const stranger = warehouse.withToken("wrong");
      await expect(operation.run(stranger)).rejects.toMatchObject({
        code: "token-refused",
        status: 401,
        retryable: false,
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      });
      expect(await askedFor(warehouse, operation)).toBe(1);
    });

    test(`404: ${operation.on404}`, async () => {
      const warehouse = await open(style);
      await warehouse.fault({ method, path, action: { kind: "status", status: 404 } });
      const outcome = operation.run(warehouse.client);
      if (operation.on404 === "error")
        await expect(outcome).rejects.toMatchObject({ code: "not-found", retryable: false });
      else expect(await outcome).toBe(operation.on404 === "null" ? null : undefined);
    });

    test("invalid: is refused before anything is sent, and said where", async () => {
      const warehouse = await open(style);
      await expect(operation.invalid.run(warehouse.client)).rejects.toMatchObject({
        code: "invalid",
        field: operation.invalid.field,
      });
      expect(await warehouse.requests()).toEqual([]);
    });

    test("retryable: is asked again when the warehouse was busy", async () => {
      const warehouse = await open(style);
      const action = { kind: "status", status: 429, headers: { "retry-after": "0" } };
      await warehouse.fault({ method, path, times: 1, action });
      expect([await operation.run(warehouse.client)]).toMatchObject([operation.happy]);
      expect(await askedFor(warehouse, operation)).toBe(2);
    });

    test(`ambiguous: a lost answer is ${operation.onLostAnswer}`, async () => {
      const warehouse = await open(style);
      await warehouse.fault({ method, path, when: "answer", times: 1, action: { kind: "reset" } });
      const outcome = operation.run(warehouse.client);
      switch (operation.onLostAnswer) {
        case "asked again":
          expect([await outcome]).toMatchObject([operation.happy]);
          expect(await askedFor(warehouse, operation)).toBe(2);
          break;
        case "looked up":
          expect([await outcome]).toMatchObject([operation.afterLookUp]);
          expect(await askedFor(warehouse, operation)).toBe(1);
          break;
        case "left to the caller":
          await expect(outcome).rejects.toMatchObject({ code: "unreachable", retryable: true });
          expect(await askedFor(warehouse, operation)).toBe(1);
      }
    });
  });
});
