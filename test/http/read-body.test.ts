import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { BodyError, readBody } from "../../app/http/read-body.ts";

/** A server that reads bodies, and what became of each. */
async function reading() {
  const outcomes: (number | string)[] = [];
  const answer: RequestListener = (req, res) => {
    readBody(req).then(
      (body) => {
        outcomes.push(body.toString().slice(0, 20));
        res.end();
      },
      (error: unknown) => {
        outcomes.push(error instanceof BodyError ? error.status : "no BodyError");
        res.end();
      },
    );
  };
  const server = createServer(answer).listen(0);
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open = (...lines: string[]): Socket => {
    const socket = connect({ port, host: "localhost" });
    socket.on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.write(`${["POST /app/inbounds/new HTTP/1.1", "Host: localhost", ...lines].join("\r\n")}\r\n\r\n`);
    return socket;
  };
  return { outcomes, open };
}

const CHUNKED = "Transfer-Encoding: chunked";
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

test("a body is read whole, in chunks or in one", async () => {
  const { outcomes, open } = await reading();
  open(CHUNKED).write(`${chunk("hello ")}${chunk("world")}0\r\n\r\n`);
  await expect.poll(() => outcomes).toEqual(["hello world"]);
  open("Content-Length: 3").write("yes");
  await expect.poll(() => outcomes).toEqual(["hello world", "yes"]);
});

test("a body of very many chunks of a byte each is refused after some thousand", async () => {
  const { outcomes, open } = await reading();
  open(CHUNKED).write(chunk("x").repeat(2_000));
  await expect.poll(() => outcomes).toEqual([400]);
});

test("a body that breaks off, or is too large, is said to be", async () => {
  const { outcomes, open } = await reading();
  const socket = open("Content-Length: 10");
  socket.write("half");
  await once(socket, "connect");
  socket.destroy();
  await expect.poll(() => outcomes).toEqual([400]);
  open(CHUNKED).write(chunk("x".repeat(600_000)));
  await expect.poll(() => outcomes).toEqual([400, 413]);
});

test("bodies that never end take no more memory than the process has for them", async () => {
  const { outcomes, open } = await reading();
  // 512 KB each, all but the last byte: some hundred and thirty of them are 64 MB.
  const almost = "x".repeat(512 * 1024 - 1);
  const sockets = Array.from({ length: 140 }, () => open("Content-Length: 524288"));
  for (const socket of sockets) socket.write(almost);
  await expect.poll(() => outcomes.length).toBeGreaterThan(0);
  expect(new Set(outcomes)).toEqual(new Set([503]));
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => outcomes.length).toBe(140);
  open("Content-Length: 3").write("yes");
  await expect.poll(() => outcomes.at(-1)).toBe("yes");
});
