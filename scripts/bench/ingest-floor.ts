/**
 * The floor of `ingest`, a program of its own: `ingest-floor.ts PORT DATABASE_URL KEY`. A bare HTTP server that checks an
 * event's signature and makes one INSERT of it, each in a transaction of its own, through a pool as large as the app's.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import pg from "pg";

const [port, databaseUrl = "", key = ""] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
await pool.query(
  `CREATE TABLE IF NOT EXISTS "floor" ("id" bigserial PRIMARY KEY, "hookId" text NOT NULL, "event" text NOT NULL,
     "type" text, "resource" text, "identifier" text, "receivedAt" timestamptz NOT NULL DEFAULT now())`,
);

const server = createServer((req, res) => {
  void buffer(req).then(async (body) => {
    const given = Buffer.from(String(req.headers["x-hook-signature"]), "base64");
    const right = createHmac("sha256", key).update(body).digest();
    if (given.length !== right.length || !timingSafeEqual(given, right)) return void res.writeHead(401).end();
    const { type, resource, identifier } = JSON.parse(body.toString()) as Record<string, string>;
    const [hookId, event] = req.url!.split("/").slice(-2);
    await pool.query(
      `INSERT INTO "floor" ("hookId", "event", "type", "resource", "identifier") VALUES ($1, $2, $3, $4, $5)`,
      [hookId, event, type, resource, identifier],
    );
    res.writeHead(200, { "content-type": "application/json" }).end('{"ok":true}');
  });
});
server.listen(Number(port));
await once(server, "listening");
process.on("disconnect", () => process.exit());
process.on("SIGTERM", () => process.exit());
process.send?.({ ready: true });
