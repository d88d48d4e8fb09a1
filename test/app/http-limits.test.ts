import { Readable } from "node:stream";
import express from "express";
import { describe, expect, onTestFinished, test } from "vitest";
import { capBody, limitRate } from "../../app/http/http-limits.server.ts";
import { serve } from "../../sandbox/lib/serve.ts";

/** A server behind one proxy, that says how many bytes it was sent. */
async function open(guard: express.RequestHandler): Promise<string> {
  const app = express().use(guard);
  app.use((req, res) => {
    let size = 0;
    req.on("data", ({ length }: Buffer) => (size += length));
    req.on("end", () => res.json({ size }));
  });
  const { url, close } = await serve(app, 0);
  onTestFinished(close);
  return url;
}

describe("a server that answers three requests a minute from one address", () => {
  const asking = async () => {
    const url = await open(limitRate({ perMinute: 3, proxyHops: 1 }));
    return (from: string) => fetch(url, { headers: { "x-forwarded-for": from } });
  };

  test("refuses the fourth, and says when to come again", async () => {
    const ask = await asking();
    for (const _ of [1, 2, 3]) expect((await ask("192.0.2.1")).status).toBe(200);
    const refused = await ask("192.0.2.1");
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({
      error: "too-many",
      message: "Too many requests. Try again later.",
    });
    // In whole seconds, of a minute that has begun just now.
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    expect(Number.isInteger(wait)).toBe(true);
  });

  test("answers others all the same", async () => {
    const ask = await asking();
    for (const _ of [1, 2, 3, 4]) await ask("192.0.2.1");
    expect((await ask("192.0.2.2")).status).toBe(200);
  });

  test("takes a network of IPv6 for one, however many addresses it has", async () => {
    const ask = await asking();
    for (const host of ["1", "2", "a:b:c:d"]) expect((await ask(`2001:db8::${host}`)).status).toBe(200);
    expect((await ask("2001:db8::5:6:7:8")).status).toBe(429);
    expect((await ask("2001:db8:0:1::1")).status).toBe(200);
  });
});

describe("a server that takes bodies of 100 bytes", () => {
  const CAP = 100;
  const send = async (bytes: number, { pieces }: { pieces?: number } = {}) => {
    const url = await open(capBody(CAP));
    const body = Buffer.alloc(bytes, "x");
    if (pieces === undefined) return fetch(url, { method: "POST", body });
    // Sent in pieces, it does not say how long it will be.
    const parts = Readable.from(
      Array.from({ length: pieces }, (_, index) =>
        body.subarray((index * bytes) / pieces, ((index + 1) * bytes) / pieces),
      ),
    );
    return fetch(url, { method: "POST", body: Readable.toWeb(parts) as ReadableStream, duplex: "half" });
  };
  const TOO_LARGE = { error: "too-large", message: "The body is too large." };

  test("takes one of just as many, and none at all", async () => {
    expect(await (await send(CAP)).json()).toEqual({ size: CAP });
    expect(await (await send(0)).json()).toEqual({ size: 0 });
  });

  test("refuses one that says it is larger", async () => {
    const refused = await send(CAP + 1);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toEqual(TOO_LARGE);
  });

  test("takes one in pieces that turns out to be as many", async () => {
    expect(await (await send(CAP, { pieces: 4 })).json()).toEqual({ size: CAP });
  });

  test("refuses one in pieces as soon as it turns out to be larger", async () => {
    const refused = await send(CAP + 4, { pieces: 4 });
    expect(refused.status).toBe(413);
    expect(await refused.json()).toEqual(TOO_LARGE);
  });
});
