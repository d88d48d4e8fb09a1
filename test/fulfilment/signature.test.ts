import { createHmac } from "node:crypto";
import fc from "../support/fast-check.ts";
import { expect, test } from "vitest";
import { isSignedWith } from "../../app/fulfilment/signature.ts";

const sign = (key: string, body: string) => createHmac("sha256", key).update(body).digest("base64");

test("a known vector, computed elsewhere, is accepted", () => {
  // printf '%s' '{"type":"shipped"}' | openssl dgst -sha256 -hmac key -binary | base64
  const signature = "2a/j4RnmsDUccXrMBQjVN+z2DsTtzzmIkq4QGjxjL3c=";
  expect(isSignedWith(["key"], { body: Buffer.from('{"type":"shipped"}'), signature })).toBe(true);
});

test("whatever the body and the key, its own signature is accepted and another key's is not", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), fc.string(), (key, other, body) => {
      const signature = sign(key, body);
      expect(isSignedWith([key], { body: Buffer.from(body), signature })).toBe(true);
      if (other !== key) expect(isSignedWith([other], { body: Buffer.from(body), signature })).toBe(false);
    }),
  );
});

test("a changed body is refused", () => {
  const signature = sign("key", '{"identifier":"a"}');
  expect(isSignedWith(["key"], { body: Buffer.from('{"identifier":"b"}'), signature })).toBe(false);
});

test("a body that was re-spaced on the way is accepted, one that was reordered is not", () => {
  const signature = sign("key", '{"type":"a","identifier":"b"}');
  expect(isSignedWith(["key"], { body: Buffer.from('{ "type": "a",\n"identifier": "b" }'), signature })).toBe(
    true,
  );
  expect(isSignedWith(["key"], { body: Buffer.from('{"identifier":"b","type":"a"}'), signature })).toBe(
    false,
  );
});

test("while a key is being changed, both are accepted, and no third", () => {
  const body = Buffer.from("{}");
  for (const key of ["old", "new"])
    expect(isSignedWith(["new", "old"], { body, signature: sign(key, "{}") })).toBe(true);
  expect(isSignedWith(["new", "old"], { body, signature: sign("third", "{}") })).toBe(false);
});

const good = sign("key", "{}");
test.each([
  ["none", undefined],
  ["an empty one", ""],
  ["no Base64", "%%%"],
  ["one that is too short", "c2hvcnQ="],
  ["one without its padding", good.replace("=", "")],
  ["one with something behind it", `${good} `],
  ["one in another alphabet", good.replace(/[+/]/g, "-").replace(/=$/, "") + "_"],
  ["a hexadecimal one", Buffer.from(good, "base64").toString("hex")],
  ["two of them", `${good}, ${good}`],
])("%s is refused", (_what, signature) => {
  expect(isSignedWith(["key"], { body: Buffer.from("{}"), signature })).toBe(false);
});

test("no signature but the right one is ever accepted", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const signature = Buffer.from(bytes).toString("base64");
      fc.pre(signature !== good);
      expect(isSignedWith(["key"], { body: Buffer.from("{}"), signature })).toBe(false);
    }),
  );
});

test("no key accepts nothing, not even what is signed with no key", () => {
  expect(isSignedWith(["", ""], { body: Buffer.from("{}"), signature: sign("", "{}") })).toBe(false);
});
