import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { csvResponse } from "../../app/http/csv-response.server.ts";
import { startWeb } from "../../app/http/http.server.ts";
import type { Pages } from "../../app/http/panel-handler.server.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

/** The app's web side with these pages, and a way to send its staff's requests byte by byte. */
async function serve(pages: Pages) {
  const world = await createWorld({});
  await world.install();
  const web = await startWeb({ ...world.services, env: { ...world.services.env, PORT: 0 } }, pages);
  onTestFinished(() => web.stop());
  return { world, url: `http://localhost:${web.port}`, send: (lines: string[]) => send(web.port, lines) };
}

function send(port: number, lines: string[]): Socket {
  const socket = connect({ port, host: "localhost" });
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  return socket;
}

const bearer = async ({ shop }: World) => `Bearer ${await shop.idToken(SHOP)}`;
const authorization = async (world: World) => `Authorization: ${await bearer(world)}`;

/** Everything a socket received, once it is closed, with or without an error. */
async function whole(socket: Socket): Promise<string> {
  const parts: Buffer[] = [];
  socket.on("data", (part: Buffer) => parts.push(part));
  await new Promise((closed) => socket.once("close", closed));
  return Buffer.concat(parts).toString();
}

const BLOCK = Buffer.alloc(64 * 1024, "x");
const BLOCKS = 3_200;

/** A file of two hundred megabytes that says how many of its blocks were made. */
function largeFile() {
  const file = { made: 0, ended: false };
  const blocks = async function* () {
    try {
      for (; file.made < BLOCKS; file.made++) yield BLOCK;
    } finally {
      file.ended = true;
    }
  };
  return { file, pages: async () => csvResponse(Readable.from(blocks()), "stock.csv") };
}

describe("a file of two hundred megabytes", () => {
  test("is made no further than its client reads it, and not at all once the client is gone", async () => {
    const { file, pages } = largeFile();
    const { world, url, send } = await serve(pages);
    const socket = send(["GET /app/stock.csv HTTP/1.1", "Host: x", await authorization(world)]);
    await once(socket, "readable");
    socket.pause();
    let still = -1;
    // The server has a turn between two looks: what it could go on with, it would have gone on with.
    const goesOn = async () => {
      await fetch(`${url}/healthz`);
      const before = still;
      still = file.made;
      return still > before;
    };
    await expect.poll(goesOn).toBe(false);
    // What the buffers of both ends hold: some megabytes.
    expect(file.made).toBeLessThan(BLOCKS / 4);
    expect(file.ended).toBe(false);
    socket.destroy();
    await expect.poll(() => file.ended).toBe(true);
    expect(file.made).toBeLessThan(BLOCKS / 4);
  });

  test("makes the next files of the same store wait, and tells one too many to come later", async () => {
    const { file, pages } = largeFile();
    const { world, url, send } = await serve(pages);
    const first = send(["GET /app/stock.csv HTTP/1.1", "Host: x", await authorization(world)]);
    await once(first, "readable");
    const made = file.made;
    const headers = { authorization: await bearer(world) };
    const calledOff = new AbortController();
    const others = Array.from({ length: 45 }, async () => {
      const answer = await fetch(`${url}/app/stock.csv`, { headers, signal: calledOff.signal });
      return answer.status;
    });
    // More than may wait: at least one is refused.
    expect(await Promise.race(others)).toBe(429);
    expect(file.ended).toBe(false);
    expect(file.made).toBeLessThan(made + BLOCKS / 4);
    calledOff.abort();
    await Promise.allSettled(others);
    first.destroy();
    await expect.poll(() => file.ended).toBe(true);
    const answer = await fetch(`${url}/app/stock.csv`, { headers });
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  });
});

describe("a body", () => {
  const echo: Pages = async (request) => new Response(await request.text());

  test("of a stranger is not read, however large", async () => {
    const { send } = await serve(echo);
    const answer = whole(
      send(["POST /app/work HTTP/1.1", "Host: x", "Connection: close", "Content-Length: 5", "", "abcde"]),
    );
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK[^]*\r\n\r\n$/);
  });

  test("of a store's staff is read up to its door's limit", async () => {
    const { world, url } = await serve(echo);
    const headers = { authorization: await bearer(world) };
    const post = (path: string, body: string | ReadableStream) =>
      fetch(url + path, {
        method: "POST",
        headers,
        body,
        ...(typeof body !== "string" && { duplex: "half" as const }),
      });
    expect(await (await post("/app/work", "small")).text()).toBe("small");
    expect((await post("/app/work", "x".repeat(64 * 1024))).status).toBe(200);
    expect((await post("/app/work", "x".repeat(64 * 1024 + 1))).status).toBe(413);
    const unsaid = () => Readable.toWeb(Readable.from([Buffer.alloc(64 * 1024), "x"])) as ReadableStream;
    expect(
      await post("/app/work", unsaid()).then(
        ({ status }) => status,
        () => "cut off",
      ),
    ).toSatisfy((s) => s === 413 || s === "cut off");
    expect((await post("/app/mappings.csv", unsaid())).status).toBe(200);
  });

  test("that is a file is read only as far as its page reads it", async () => {
    let read = 0;
    const { world, url } = await serve(async ({ body }) => {
      const part = await body!.getReader().read();
      read = (part.value as Uint8Array).length;
      return new Response("enough");
    });
    const headers = { authorization: await bearer(world) };
    const body = Buffer.alloc(1024 * 1024, "x");
    // It may be cut off before it has sent all.
    await fetch(`${url}/app/mappings.csv`, { method: "POST", headers, body }).catch(() => undefined);
    await expect
      .poll(async () => (await world.services.metrics.expose()).body)
      .toContain(`dockline_body_bytes_total{kind="upload"} ${read}\n`);
    expect(read).toBeGreaterThan(0);
  });

  const begin = async ({ world, send }: Awaited<ReturnType<typeof serve>>) =>
    send([
      "POST /app/work HTTP/1.1",
      "Host: x",
      await authorization(world),
      "Transfer-Encoding: chunked",
      "Content-Type: application/json",
    ]);
  /** Of a client that keeps sending its request after it has the whole answer, and of a server for which no time passes. */
  const beginAndGoOn = async (served: Awaited<ReturnType<typeof serve>>) => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const socket = await begin(served);
    socket.allowHalfOpen = true;
    return socket;
  };
  const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;

  test("that is too large may continue for a second after the answer, so that its client reads it", async () => {
    const served = await serve(echo);
    const socket = await beginAndGoOn(served);
    const ended = whole(socket);
    const errors: Error[] = [];
    socket.on("error", (error) => errors.push(error));
    socket.write(chunk.repeat(10));
    await once(socket, "data");
    for (let more = 0; more < 5; more++) {
      await new Promise((written) => socket.write(chunk, written));
      // By then the server would have refused the write before.
      await fetch(`${served.url}/healthz`);
    }
    expect(errors).toEqual([]);
    vi.advanceTimersByTime(1_000);
    socket.end();
    expect(await ended).toMatch(/^HTTP\/1\.1 413 [^]*The body is too large/);
  });

  test("is read no further than a megabyte after the answer, however much its client has to send", async () => {
    const served = await serve(echo);
    const socket = await beginAndGoOn(served);
    let sent = 0;
    const sendOn = () => void socket.write(chunk, () => ++sent < CHUNKS && sendOn());
    sendOn();
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    let still = -1;
    const goesOn = async () => {
      await fetch(`${served.url}/healthz`);
      const before = still;
      still = sent;
      return still > before;
    };
    await expect.poll(goesOn).toBe(false);
    // What the buffers of both ends hold is some megabytes, too.
    expect(sent).toBeLessThan(CHUNKS / 2);
    vi.advanceTimersByTime(1_000);
  });
  const CHUNKS = 1_000;

  test("that never ends is cut off", async () => {
    const socket = await begin(await serve(echo));
    const ended = whole(socket);
    const more = setInterval(() => socket.write(chunk), 2);
    socket.on("close", () => clearInterval(more));
    expect(await ended).toMatch(/^HTTP\/1\.1 413 /);
  });
});

test("what a request calls this host is not believed", async () => {
  const { world, send } = await serve(async ({ url, headers }) =>
    Response.json({ url, host: headers.get("host") }),
  );
  const answer = await whole(
    send([
      "GET /app?x=1 HTTP/1.1",
      "Host: upstream.internal",
      "X-Forwarded-Host: a b",
      "X-Forwarded-Proto: javascript",
      "Connection: close",
      await authorization(world),
    ]),
  );
  const { SHOPIFY_APP_URL: appUrl } = world.services.env;
  expect(
    JSON.parse(
      answer
        .split("\r\n\r\n")[1]!
        .replace(/^[0-9a-f]+\r\n|\r\n0$/g, "")
        .split("\r\n")[0]!,
    ),
  ).toEqual({
    url: `${appUrl}/app?x=1`,
    host: new URL(appUrl).host,
  });
});

test("work of a store goes on counting when the client that asked for it is gone", async () => {
  let [running, most] = [0, 0];
  const letGo = Promise.withResolvers<void>();
  const pages: Pages = async () => {
    most = Math.max(most, ++running);
    await letGo.promise;
    running--;
    return new Response("done");
  };
  const { world, url, send } = await serve(pages);
  const authorized = await authorization(world);
  const path = "/app/products/words";
  for (let asked = 1; asked <= 2; asked++) {
    const socket = send([`POST ${path} HTTP/1.1`, "Host: x", authorized, "Content-Length: 2"]);
    socket.write("{}");
    await expect.poll(() => running).toBe(asked);
    socket.destroy();
    await once(socket, "close");
  }
  const headers = { authorization: authorized.replace("Authorization: ", "") };
  const others = Array.from({ length: 45 }, () =>
    fetch(url + path, { method: "POST", headers, body: "{}" }).then(({ status }) => status),
  );
  // One is refused only when no more may wait. By then those that were let in have begun.
  expect(await Promise.race(others)).toBe(429);
  expect(running).toBe(2);
  letGo.resolve();
  expect(new Set(await Promise.all(others))).toEqual(new Set([200, 429]));
  expect(most).toBe(2);
});

test("a request for the head of a page is asked of its route as one for the page", async () => {
  const { world, url } = await serve(
    async ({ method }) => new Response(method, { headers: { asked: method } }),
  );
  const headers = { authorization: await bearer(world) };
  const answer = await fetch(`${url}/app/work`, { method: "HEAD", headers });
  expect(answer.headers.get("asked")).toBe("GET");
  expect(await answer.text()).toBe("");
});
