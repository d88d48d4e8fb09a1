import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { extract } from "tar";

/**
 * Shopify publishes the introspection of the real Admin schema, with the access scope of each type and field, inside
 * this package. It drags hundreds of megabytes of dependencies, so its tarball is fetched, never installed.
 */
const PACKAGE = "@shopify/dev-mcp@1.16.0";
const INTEGRITY =
  "sha512-tqgRnK7sQhjew+htxtleTH23nXB5fZcsrhWgEkomsorGXvLOB2mh2upwZm8uzuTDNTZnqtLMe64yIwh6s2awtw==";
const ENTRY = "package/dist/data/admin_2026-10.json.gz";

/** Where the schema lies once fetched: gzipped JSON, `{ data: introspection, offline_scopes }`. */
export const ADMIN_SCHEMA_FILE = resolve(import.meta.dirname, "../.cache/shopify/admin_2026-10.json.gz");

/**
 * Fetches the Admin schema, in place of one that is there. npm does the download, so its registry and proxy settings count.
 * @throws Error when npm cannot fetch it or when the tarball is not the one this project was proven with.
 */
export async function fetchAdminSchema(): Promise<void> {
  const partial = `${ADMIN_SCHEMA_FILE}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  try {
    const { stdout } = await promisify(execFile)("npm", [
      "pack",
      PACKAGE,
      "--json",
      "--pack-destination",
      partial,
    ]);
    const [packed] = JSON.parse(stdout) as { filename: string }[];
    const tarball = join(partial, packed?.filename ?? "");
    const digest = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
    if (digest !== INTEGRITY)
      throw new Error(`${PACKAGE} came with integrity ${digest}, expected ${INTEGRITY}. It was not used.`);
    await extract({ file: tarball, cwd: partial, filter: (path) => path === ENTRY });
    mkdirSync(dirname(ADMIN_SCHEMA_FILE), { recursive: true });
    renameSync(join(partial, ENTRY), ADMIN_SCHEMA_FILE);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}
