import fc from "../support/fast-check.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { allowSandboxStorage, storageAddress } from "../../app/shopify/storage-address.ts";

// As in a process that has not spoken to a sandbox.
beforeEach(() => allowSandboxStorage(undefined));

describe("files are fetched from and put to where Shopify says, which is", () => {
  test.each([
    "https://shopify-staged-uploads.storage.googleapis.com/",
    "https://storage.googleapis.com/shopify-tiers-assets-prod-us-east1/bulk/x.jsonl?GoogleAccessId=a&Signature=b",
    "https://shopify.s3.eu-west-1.amazonaws.com/tmp/x",
  ])("a host of the internet: %s", (address) => {
    expect(storageAddress(address).href).toBe(address);
  });

  test.each([
    ["nothing", null],
    ["no address", "storage"],
    ["not encrypted", "http://storage.googleapis.com/x"],
    ["a file", "file:///etc/passwd"],
    ["data", "data:text/plain,x"],
    ["this machine", "https://localhost/x"],
    ["this machine by another name", "https://app.localhost/x"],
    ["this machine by number", "https://127.0.0.1/x"],
    ["a number written otherwise", "https://2130706433/x"],
    ["an octal one", "https://0177.0.0.1/x"],
    ["the cloud's own", "https://169.254.169.254/latest/meta-data"],
    ["a private network", "https://10.0.0.7/x"],
    ["IPv6", "https://[::1]/x"],
    ["IPv4 in IPv6", "https://[::ffff:127.0.0.1]/x"],
    ["a name of this network", "https://database/x"],
    ["a name that ends in one", "https://metadata.google.internal/x"],
    ["the same with a dot behind it", "https://metadata.google.internal./x"],
    ["a name with nothing before its dot", "https://.https/x"],
    ["a name with nothing between its dots", "https://storage..com/x"],
    ["another port", "https://storage.googleapis.com:8443/x"],
    ["somebody's password", "https://me:secret@storage.googleapis.com/x"],
  ])("never %s", (_what, address) => {
    expect(() => storageAddress(address)).toThrow("none that is spoken to");
  });

  test("never anything but a name on the internet over TLS, whatever it says", () => {
    const part = fc.constantFrom(
      ...[
        "https://",
        "http://",
        "//",
        "localhost",
        "10.0.0.7",
        "[::1]",
        "a.example.com",
        "internal",
        "db",
        "0x7f.1",
      ],
      ...[".", "..", "@", ":", ":443", ":80", "/", "\\", "?", "#", "%2e", "%00", "\t", " ", "ä", "。", "x"],
    );
    const address = fc.oneof(
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join("")),
      fc.webUrl(),
      fc.string(),
    );
    fc.assert(
      fc.property(address, (text) => {
        let url: URL;
        try {
          url = storageAddress(text);
        } catch (error) {
          expect(error).toMatchObject({ code: "refused" });
          return;
        }
        expect(url.protocol + url.port + url.username + url.password).toBe("https:");
        expect(url.hostname).toMatch(/^([^[\]:.]+\.)+[a-z][a-z0-9-]+\.?$/);
        expect(url.hostname).not.toMatch(/(^|\.)(localhost|internal)\.?$/);
      }),
      { numRuns: 300 },
    );
  });

  test("with a sandbox shop, its own storage and no other", () => {
    allowSandboxStorage("http://localhost:9200");
    expect(storageAddress("http://localhost:9200/staged-uploads/").port).toBe("9200");
    for (const address of ["http://localhost:9300/x", "https://storage.googleapis.com/x"])
      expect(() => storageAddress(address)).toThrow("none that is spoken to");
  });
});
