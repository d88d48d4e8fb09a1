import { expect, test } from "vitest";
import { addressFault, doorOf, DOORS } from "../../app/http/doors.ts";
import type { IncomingMessage } from "node:http";
import fc from "../support/fast-check.ts";

const request = (method: string, url: string) => ({ method, url }) as IncomingMessage;
const nameOf = (method: string, url: string) => doorOf(request(method, url)).name;

test.each(DOORS.map((door) => [door.name, door] as const))(
  "the example of the door %s belongs to it",
  (_name, door) => {
    for (const method of door.methods) expect(nameOf(method, door.example)).toBe(door.name);
  },
);

test.each([
  ["GET", "/", "sign-in"],
  ["GET", "/_root.data", "sign-in"],
  ["GET", "/auth/login", "sign-in"],
  ["POST", "/Auth/login", "sign-in"],
  ["POST", "/%61uth/login", "sign-in"],
  ["POST", "//auth/login", "sign-in"],
  ["POST", "/auth/login/", "sign-in"],
  ["POST", "/auth/login.data", "sign-in"],
  ["POST", "/app/../auth/login", "sign-in"],
  ["POST", "/app/%2e%2e/auth/login", "sign-in"],
  ["POST", "/app\\..\\auth\\login", "sign-in"],
  ["GET", "/authors", "page"],
  ["GET", "/app", "page"],
  ["GET", "/nowhere", "page"],
  ["POST", "/app/mappings.csv", "upload"],
  ["GET", "/app/mappings.csv", "export"],
  ["GET", "/app/x/../stock.csv", "export"],
  ["POST", "/app/stock.csv", "page"],
  ["PUT", "/app/stock.csv", "export"],
  ["PUT", "/webhooks/shop", "shop-webhook"],
  ["POST", "/App/Mappings.CSV/", "upload"],
  ["POST", "/app%2Fmappings.csv", "page"],
  ["POST", "/app/mappings.csv/x", "page"],
  ["POST", "/app/products/words?index", "preview"],
  ["GET", "/app/products/create", "page"],
  ["POST", "/app/products/create.data", "preview"],
  ["POST", "/webhooks/shop", "shop-webhook"],
  ["POST", "/webhooks/warehouse/a/b", "warehouse-event"],
  ["POST", "/webhooks/warehouse/a/b/c", "page"],
  ["GET", "/readyz?part=database", "health"],
  ["GET", "/assets/a/b.js", "asset"],
  ["GET", "/assets/", "page"],
  // Remix takes `.data` from the end of an address before it matches the rest, with or without a slash.
  ["GET", "/.data", "sign-in"],
  ["POST", "/app/products/words/.data", "preview"],
  ["POST", "/app/inbounds/lines//.data", "upload"],
  ["GET", "/app/stock.csv/.data?x=1", "export"],
  ["GET", "/app/stock.csv.data/", "export"],
  ["GET", "/app/stock.data.csv", "page"],
  ["GET", "/app/stock.csvdata", "page"],
])("%s %s belongs to the door %s", (method, url, door) => {
  expect(nameOf(method, url)).toBe(door);
});

test.each([
  ["*", "not-a-path"],
  ["http://evil.example/app", "not-a-path"],
  ["", "not-a-path"],
  ["/%zz", "not-readable"],
  ["/%c3%28", "not-readable"],
  ["/app/%00", "not-readable"],
  ["/app?name=%00", "not-readable"],
  [`/app/${"a".repeat(2_000)}`, "too-long"],
  ["/a".repeat(20), "too-long"],
  [`/app?search=${"a".repeat(5_000)}`, undefined],
  ["/app/caf%C3%A9?q=%zz", undefined],
  ["//evil.example/app", undefined],
])("the address %s has the fault %s", (url, fault) => {
  expect(addressFault(request("GET", url))).toBe(fault);
});

/** Spellings of one path that Remix takes for the same. */
const spelled = (path: string) =>
  fc
    .array(fc.tuple(fc.boolean(), fc.boolean(), fc.integer({ min: 1, max: 3 })), {
      minLength: path.length,
      maxLength: path.length,
    })
    .chain((luck) =>
      fc.tuple(fc.constantFrom("", "/", "//", ".data"), fc.constantFrom("", "?x=1", "?index")).map(
        ([end, query]) =>
          [...path]
            .map((letter, at) => {
              const [upper, encoded, slashes] = luck[at]!;
              if (letter === "/") return "/".repeat(slashes);
              const shown = upper ? letter.toUpperCase() : letter;
              return encoded ? `%${shown.charCodeAt(0).toString(16)}` : shown;
            })
            .join("") +
          end +
          query,
      ),
    );

test.each(DOORS.filter(({ name }) => name !== "asset" && name !== "page"))(
  "however the path of the door $name is spelled, it is that door",
  ({ name, example, methods }) => {
    fc.assert(
      fc.property(spelled(example), (url) => {
        expect(nameOf(methods[0]!, url)).toBe(name);
      }),
    );
  },
);
