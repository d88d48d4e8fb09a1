import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { once } from "node:events";

/** PostgreSQL 14.11, as it says it in `server_version_num`. */
const VERSION = "140011";

/**
 * Starts what a client takes for a PostgreSQL 14, as far as one query: it lets everybody in and answers every query with
 * its version.
 */
export async function startOldPostgres(): Promise<{ port: number; stop(): void }> {
  const server: Server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write(Buffer.concat([message("R", int32(0)), READY])); // AuthenticationOk
      socket.on("data", (request) => answer(socket, request));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
}

function answer(socket: Socket, request: Buffer): void {
  if (request[0] === "X".charCodeAt(0)) return void socket.end(); // Terminate
  const field = Buffer.concat([
    cstring("version"),
    int32(0),
    int16(0),
    int32(25),
    int16(-1),
    int32(-1),
    int16(0),
  ]);
  socket.write(
    Buffer.concat([
      message("T", Buffer.concat([int16(1), field])), // RowDescription, one column of text
      message("D", Buffer.concat([int16(1), int32(VERSION.length), Buffer.from(VERSION)])), // DataRow
      message("C", cstring("SELECT 1")), // CommandComplete
      READY,
    ]),
  );
}

function message(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function cstring(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

const READY = message("Z", Buffer.from("I")); // ReadyForQuery
