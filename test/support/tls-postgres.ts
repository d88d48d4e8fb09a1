import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { until } from "../../sandbox/demo/observe.ts";
import type { Postgres } from "../../scripts/postgres/postgres.ts";

const FOLDER = join(import.meta.dirname, "tls");

/** The authority that signed the server's certificate, and one that did not. */
export const AUTHORITY = join(FOLDER, "authority.pem");
export const OTHER_AUTHORITY = join(FOLDER, "other-authority.pem");

/**
 * Has a PostgreSQL offer encrypted connections, with a certificate for `localhost`. The server writes key and certificate
 * itself, because they must belong to its account.
 */
export async function switchOnTls(postgres: Postgres): Promise<void> {
  await asSuperuser(postgres, async (admin) => {
    for (const file of ["server.pem", "server-key.pem"]) {
      const lines = readFileSync(join(FOLDER, file), "utf8").trim().split("\n");
      const rows = lines.map((line) => admin.escapeLiteral(line)).join(", ");
      await admin.query(
        `COPY (SELECT unnest(ARRAY[${rows}])) TO PROGRAM 'umask 077 && rm -f ${file} && cat > ${file}'`,
      );
    }
    await admin.query("ALTER SYSTEM SET ssl_cert_file = 'server.pem'");
    await admin.query("ALTER SYSTEM SET ssl_key_file = 'server-key.pem'");
    await admin.query("ALTER SYSTEM SET ssl = on");
    await reload(admin, "ssl", "on");
  });
}

/** Has it offer none again. */
export async function switchOffTls(postgres: Postgres): Promise<void> {
  await asSuperuser(postgres, async (admin) => {
    await admin.query("ALTER SYSTEM SET ssl = off");
    await reload(admin, "ssl", "off");
  });
}

async function reload(admin: pg.Client, setting: string, value: string): Promise<void> {
  await admin.query("SELECT pg_reload_conf()");
  const shown = async () => {
    const { rows } = await admin.query<{ value: string }>(`SELECT current_setting($1) AS "value"`, [setting]);
    return rows[0]?.value;
  };
  await until(shown, (now) => now === value);
}

async function asSuperuser(postgres: Postgres, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: postgres.url("postgres") });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
