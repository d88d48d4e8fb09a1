import pg from "pg";
import { describe, expect, test } from "vitest";
import { parseDatabaseUrl } from "../../app/database/parse-database-url.ts";
import fc from "../support/fast-check.ts";

/** What `pg` makes of a connection string; undefined when it refuses it. */
function readByPg(connectionString: string) {
  try {
    const { host, user, database, password } = new pg.Client({ connectionString });
    return { host, user, database, password };
  } catch {
    return undefined;
  }
}

describe("a connection string is read as pg reads it", () => {
  test.each([
    "postgresql://user:password@host:5432/database",
    "postgres://user@host/database",
    "postgresql://user:p%40ss%2Fw%20rd@host/data%20base",
    "postgresql://user:a:b@host/database",
    "postgresql://user:password@[::1]:5432/database",
    "postgresql://user:password@localhost/database?host=/var/run/postgresql",
    "postgresql://user:password@%2Fvar%2Frun/database",
    "postgresql://one:two@host/database?user=three&password=four&host=other",
    "postgresql://user:password@first/database?host=second&host=third",
    "postgresql://user@host/database?host=",
  ])("%s", (text) => {
    const { host, user, database, password } = parseDatabaseUrl(text)!;
    const read = readByPg(text)!;
    expect({ host, user, database, password: password || null }).toEqual({
      ...read,
      host: read.host.toLowerCase(),
      password: read.password ?? null,
    });
  });

  test("whatever its parts are, the host and the database are those that pg connects to", () => {
    const part = fc.string({ unit: fc.constantFrom(..."aB1.-_%/@:?#& []"), maxLength: 8 });
    const encoded = fc.oneof(part, part.map(encodeURIComponent));
    const params = fc.dictionary(
      fc.constantFrom("host", "user", "password", "sslmode", "port", "ssl"),
      encoded,
    );
    let read = 0;
    fc.assert(
      fc.property(encoded, encoded, encoded, encoded, params, (user, password, host, database, others) => {
        const query = Object.entries(others).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
        const text = `postgresql://${user}:${password}@${host}/${database}?${query.join("&")}`;
        const parsed = parseDatabaseUrl(text);
        if (!parsed) return;
        read++;
        const byPg = readByPg(text);
        // What pg refuses, it refuses as the app starts.
        if (byPg) expect(parsed).toMatchObject({ host: byPg.host.toLowerCase(), user: byPg.user });
      }),
      { numRuns: 2_000 },
    );
    expect(read).toBeGreaterThan(200);
  });

  test.each([
    ["no URL", "dockline"],
    ["another protocol", "mysql://user:password@host/database"],
    ["no host", "postgresql:///database?user=user"],
    ["no user", "postgresql://host/database"],
    ["no database", "postgresql://user:password@host"],
    ["no database but a slash", "postgresql://user:password@host/"],
    ["a percent sign that encodes nothing", "postgresql://user%zz:password@host/database"],
    ["a space", "postgresql://user:pass word@host/database"],
    ["bytes that are no text", "postgresql://user%ff:password@host/database"],
    ["nothing", ""],
  ])("or not at all where it has %s", (_what, text) => expect(parseDatabaseUrl(text)).toBeUndefined());
});
