import { createHmac } from "node:crypto";
import { gzipSync } from "node:zlib";
import fc from "../support/fast-check.ts";
import { expect, test } from "vitest";
import { createWorld, SHOP, WEBHOOK_KEY } from "../support/world.ts";

/** Requests sent in all; each kind below has an equal part. */
const REQUESTS = 2_400;

interface Sending {
  kind: string;
  body: Buffer;
  headers: Record<string, string>;
  /** Instead of the address that is known. */
  path?: string;
}

const EVENT = Buffer.from('{"type":"shipped","resource":"shipment","identifier":"0123456789abcdef"}');
const sign = (body: Buffer, key = WEBHOOK_KEY) => createHmac("sha256", key).update(body).digest("base64");
const signed = (kind: string, body: Buffer): Sending => ({
  kind,
  body,
  headers: { "x-hook-signature": sign(body) },
});

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const headerText = fc.string({
  unit: fc.constantFrom(..."ABCxyz019+/= ,;%\"'\\{}<>".split("")),
  maxLength: 120,
});

/** What is an event, told without the app's own schema. */
function isEvent(value: unknown): boolean {
  const { type, resource, identifier } = (value ?? {}) as Record<string, unknown>;
  return [type, resource, identifier].every(
    (text) =>
      typeof text === "string" &&
      text.length > 0 &&
      text.length <= 255 &&
      !text.includes("\0") &&
      text.isWellFormed(),
  );
}
function holdsAnEvent(body: Buffer): boolean {
  try {
    return isEvent(JSON.parse(body.toString("utf8")));
  } catch {
    return false;
  }
}

const nearlyEvent = fc.record(
  {
    type: fc.oneof(fc.jsonValue(), fc.constantFrom("", "\0", "\ud800", "x".repeat(256), "shipped")),
    resource: fc.oneof(fc.jsonValue(), fc.constantFrom("", "a\0b", "shipment")),
    identifier: fc.oneof(fc.jsonValue(), fc.constantFrom("", "\udfff", "x".repeat(10_000))),
    __proto__: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const brokenJson = fc
  .tuple(fc.json(), fc.nat(), fc.constantFrom("", "\0", "{", "]", "//", "\ud800", "￿", "NaN"))
  .map(([json, at, junk]) => json.slice(0, at % (json.length + 1)) + junk);
const deep = fc.integer({ min: 1, max: 20_000 }).map((depth) => "[".repeat(depth) + "]".repeat(depth));
const notUtf8 = fc
  .uint8Array({ minLength: 1, maxLength: 4 })
  .map((array) => Buffer.concat([EVENT.subarray(0, -3), Buffer.from([0xff, ...array]), Buffer.from('"}')]));

const kinds: fc.Arbitrary<Sending>[] = [
  fc.tuple(bytes, headerText).map(([body, signature]) => ({
    kind: "noise",
    body,
    headers: { "x-hook-signature": signature },
  })),
  fc
    .tuple(
      fc.oneof(
        headerText,
        fc.constantFrom(sign(EVENT).slice(1), `${sign(EVENT)}=`, sign(EVENT, "x"), ""),
        fc.string({ minLength: 1 }).map((key) => sign(EVENT, key)),
      ),
      fc.boolean(),
    )
    .map(([signature, sent]) => {
      const headers: Record<string, string> = sent ? { "x-hook-signature": signature } : {};
      return { kind: "an event signed wrongly", body: EVENT, headers };
    }),
  fc
    .oneof(
      nearlyEvent.map((value) => Buffer.from(JSON.stringify(value))),
      fc.oneof(brokenJson, deep, fc.json()).map((text) => Buffer.from(text)),
      notUtf8,
      bytes,
    )
    .filter((body) => !holdsAnEvent(body) || !Buffer.from(body.toString("utf8")).equals(body))
    .map((body) => signed("no event, signed rightly", body)),
  fc
    .tuple(
      fc.webPath(),
      fc.constantFrom("", "%", "%E0%A4%A", "..%2f", "%00", "?a=%", "/../x", "/label-status"),
    )
    .map(([path, more]) => ({
      ...signed("another address", EVENT),
      path: `/webhooks/warehouse${path}${more}`,
    })),
  fc
    .tuple(
      fc.constantFrom("gzip", "deflate", "br", "zstd", "identity, gzip", "x"),
      fc.oneof(bytes, fc.constant(gzipSync(Buffer.alloc(200_000)))),
    )
    .map(([encoding, body]) => ({
      ...signed("an encoding", body),
      headers: { "x-hook-signature": sign(body), "content-encoding": encoding },
    })),
  fc.integer({ min: 65_537, max: 100_000 }).map((size) => signed("too much", Buffer.alloc(size, 0x20))),
];

/** Signed rightly, whatever the body is. */
const SIGNED = new Set(["no event, signed rightly", "an encoding"]);

test("whatever is sent to the events' address, nothing breaks, and only what is signed rightly is stored", async () => {
  const world = await createWorld({ warehouse: {}, variants: [] });
  await world.connect();
  const { db } = world.services;
  const { hookId } = await db.connection.findUniqueOrThrow({ where: { shop: SHOP } });
  const before = await db.hint.count();
  const statuses = new Map<string, Set<number>>();
  let sent = 0;
  let accepted = 0;
  for (const kind of kinds)
    await fc.assert(
      fc.asyncProperty(kind, async ({ kind: name, body, headers, path }) => {
        const url = world.appUrl + (path ?? `/webhooks/warehouse/${hookId}/shipment-created`);
        const response = await fetch(url, { method: "POST", headers, body: new Uint8Array(body) });
        const answer = await response.text();
        sent++;
        statuses.set(name, (statuses.get(name) ?? new Set()).add(response.status));
        if (SIGNED.has(name)) accepted++;
        else expect(Math.floor(response.status / 100)).toBe(4);
        expect(answer).not.toMatch(/node_modules|webhook-key/);
      }),
      { numRuns: REQUESTS / kinds.length, endOnFailure: true },
    );
  expect(sent).toBeGreaterThanOrEqual(2_000);
  expect(await db.hint.count()).toBe(before + accepted);
  // Each kind was refused for its own reason, and not for one that all have.
  expect(statuses.get("an event signed wrongly")).toEqual(new Set([401]));
  for (const kind of SIGNED) expect(statuses.get(kind), kind).toEqual(new Set([200]));
  expect(statuses.get("too much")).toEqual(new Set([413]));
  expect(statuses.get("another address")).toContain(404);
});

test("the missing, the malformed and the wrong signature are answered alike", async () => {
  const world = await createWorld({ warehouse: {}, variants: [] });
  await world.connect();
  const { hookId } = await world.services.db.connection.findUniqueOrThrow({ where: { shop: SHOP } });
  const url = `${world.appUrl}/webhooks/warehouse/${hookId}/shipment-created`;
  const answers = await Promise.all(
    [undefined, "", "%%%", sign(EVENT, "other"), sign(Buffer.from("{}"))].map(async (signature) => {
      const response = await fetch(url, {
        method: "POST",
        headers: new Headers(signature === undefined ? [] : [["x-hook-signature", signature]]),
        body: new Uint8Array(EVENT),
      });
      return `${response.status} ${await response.text()}`;
    }),
  );
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(/^401 /);
});
