import { expect, test } from "vitest";
import { addressFault, doorOf, DOORS } from "../../app/http/doors.ts";
import type { IncomingMessage } from "node:http";
import fc from "../support/fast-check.ts";

const request = (method: string, url: string) => ({ method, url }) as IncomingMessage;
const nameOf = (method: string, url: string) => doorOf(request(method, url)).name;

test.each(DOORS.map((door) => [door.name, door] as const))(
  "the example of the door %s belongs to it",
  (_name, door) => {
    for (const method of door.methods) {
      expect(nameOf(method, door.example)).toBe(door.name);
      expect(addressFault(request(method, door.example))).toBeUndefined();
    }
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
  ["POST", "/flow/reconcile-stock", "flow-action"],
  ["OPTIONS", "/ext/variant-stock", "extension"],
  ["GET", "/readyz?part=database", "health"],
  ["GET", "/assets/a/b.js", "asset"],
  ["GET", "/assets/", "page"],
  ["GET", "/%zz", "page"],
  // Remix takes `.data` from the end of an address before it matches the rest, with or without a slash.
  ["GET", "/.data", "sign-in"],
  ["POST", "/app/products/words/.data", "preview"],
  ["POST", "/app/inbounds/lines//.data", "upload"],
  ["GET", "/app/stock.csv/.data?x=1", "export"],
  ["GET", "/app/stock.csv.data/", "export"],
  ["GET", "/app/stock.data.csv", "page"],
  ["GET", "/app/stock.csvdata", "page"],
  // An encoded slash is a part of a name.
  ["POST", "/aut%2Fh/login", "page"],
  ["POST", "/auth%2Flogin", "page"],
])("%s %s belongs to the door %s", (method, url, door) => {
  expect(nameOf(method, url)).toBe(door);
});

test.each([
  "/healthz",
  "/readyz",
  "/webhooks/warehouse/a/b",
  "/webhooks/shop",
  "/flow/reconcile-stock",
  "/assets/entry.js",
  "/auth",
  "/auth/login",
  "/_root",
  "/ext/order-returns",
  "/ext/variant-stock",
  "/app/mappings.csv",
  "/app/inventory.csv",
  "/app/stock.csv",
  "/app/activity.csv",
  "/app/activity/support.json",
  "/app/settings/privacy/answer.json",
  "/app/inbounds/lines",
  "/app/products/words",
  "/app/products/create",
  "/app/mappings",
  "/app/stock",
])("what only ends with %s is a page", (path) => {
  for (const method of ["GET", "POST"]) {
    expect(nameOf(method, `/x${path}`)).toBe("page");
    expect(nameOf(method, `/x/..${path}`)).toBe(nameOf(method, path));
  }
});

test.each([
  "/healthz",
  "/readyz",
  "/webhooks/warehouse/a/b",
  "/webhooks/shop",
  "/flow/reconcile-stock",
  "/ext/order-returns",
  "/ext/variant-stock",
  "/app/activity.csv",
  "/app/activity/support.json",
  "/app/settings/privacy/answer.json",
  "/app/products/words",
  "/app/products/create",
])("what only begins with %s is a page", (path) => {
  for (const method of ["GET", "POST"]) expect(nameOf(method, `${path}/more`)).toBe("page");
});

test.each([
  ["/webhooks/warehouse/a", "a warehouse's event without its type"],
  ["/healthzz", "a longer word"],
  ["/webhooks/shops", "a longer word"],
  ["/flow/reconcile-stocks", "a longer word"],
  ["/ext/order-return", "a shorter word"],
  ["/ext/order-returnss", "a longer word"],
  ["/app/stock-csv", "another character for the dot"],
  ["/app/stock.csvs", "a longer ending"],
  ["/assets", "no file"],
  ["/assets/a%0Ab", "no file's name"],
  ["/_roots", "a longer word"],
])("%s is a page: %s", (path) => {
  for (const method of ["GET", "POST"]) expect(nameOf(method, path)).toBe("page");
});

const READ = ["GET", "HEAD"];
const KEPT_SHORT = { methods: ["POST"], bodyMaxBytes: 65_536, rate: "webhook" };
const FILE = { methods: READ, bodyMaxBytes: 0, rate: "page", work: "export" };
const UPLOAD = { methods: ["POST"], bodyMaxBytes: 83_886_080, rate: "page", work: "upload" };
const PREVIEW = { methods: ["POST"], bodyMaxBytes: 131_072, rate: "page", work: "preview" };
const PAGE = { methods: ["GET", "HEAD", "POST"], bodyMaxBytes: 65_536, rate: "page", work: "page" };
const PURCHASE = { ...PAGE, bodyMaxBytes: 524_288 };
const SIGN_IN = {
  methods: ["GET", "HEAD", "POST"],
  bodyMaxBytes: 16_384,
  bodyType: "application/x-www-form-urlencoded",
  rate: "sign-in",
};
const EXTENSION = {
  methods: ["GET", "HEAD", "POST", "OPTIONS"],
  bodyMaxBytes: 65_536,
  rate: "page",
  work: "page",
  isCrossOrigin: true,
};

test.each([
  ["GET", "/healthz", { methods: READ, bodyMaxBytes: 0, rate: "page" }],
  ["POST", "/webhooks/warehouse/a/b", KEPT_SHORT],
  ["POST", "/webhooks/shop", { ...KEPT_SHORT, bodyMaxBytes: 262_144 }],
  ["POST", "/flow/reconcile-stock", KEPT_SHORT],
  ["GET", "/assets/entry.js", { methods: READ, bodyMaxBytes: 0 }],
  ["POST", "/auth/login", SIGN_IN],
  ["GET", "/", SIGN_IN],
  ["GET", "/ext/order-returns", EXTENSION],
  ["POST", "/ext/variant-stock", EXTENSION],
  ["GET", "/app/mappings.csv", FILE],
  ["GET", "/app/settings/privacy/answer.json", FILE],
  ["POST", "/app/mappings.csv", UPLOAD],
  ["POST", "/app/inbounds/lines", UPLOAD],
  ["POST", "/app/mappings", PREVIEW],
  ["POST", "/app/stock", PREVIEW],
  ["GET", "/app/stock", PAGE],
  ["POST", "/app/returns", PAGE],
  ["POST", "/app/inbounds", PAGE],
  ["POST", "/app/inbounds/new", PURCHASE],
  ["POST", "/app/inbounds/PO-1", PURCHASE],
  ["POST", "/app/inbounds/PO-1/edit", PURCHASE],
  ["POST", "/app/inbounds/PO-1/delete", PAGE],
])("%s %s may bring so much, and counts as so much work", (method, url, brings) => {
  const { name: _name, path: _path, example: _example, ...rest } = doorOf(request(method, url));
  expect(rest).toEqual(brings);
});

test("a request keeps the door that it came to, also where a router shortens its address", () => {
  const mounted = request("POST", "/webhooks/shop");
  expect(doorOf(mounted).name).toBe("shop-webhook");
  mounted.url = "/shop";
  expect(doorOf(mounted).name).toBe("shop-webhook");
});

test.each([
  ["*", "not-a-path"],
  ["http://evil.example/app", "not-a-path"],
  ["", "not-a-path"],
  ["/%zz", "not-readable"],
  ["/%c3%28", "not-readable"],
  ["/app/%00", "not-readable"],
  ["/app?name=%00", "not-readable"],
  [`/${"a".repeat(1_999)}`, undefined],
  [`/${"a".repeat(2_000)}`, "too-long"],
  ["/a".repeat(15), undefined],
  ["/a".repeat(16), "too-long"],
  [`/a${"\\a".repeat(14)}`, undefined],
  [`/a${"\\a".repeat(15)}`, "too-long"],
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
