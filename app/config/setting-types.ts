import { isIP } from "node:net";
import { z } from "zod";
import { parseDatabaseUrl } from "../database/parse-database-url.ts";

const HOST_NAME = /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i;

/** An HTTP address without credentials, query and fragment; slashes at its end are dropped. */
export function httpUrl(expectation: string) {
  return z
    .url({ protocol: /^https?$/ })
    .refine((text) => {
      const url = URL.parse(text);
      return url !== null && !url.username && !url.password && !url.search && !url.hash;
    })
    .transform((url) => url.replace(/\/+$/, ""))
    .describe(expectation);
}

/** Every `sslmode` that `pg` or libpq knows. `pg` would take any other word for encryption. */
const SSL_MODES = ["disable", "allow", "prefer", "require", "no-verify", "verify-ca", "verify-full"];

/** A connection string that names host, user and database. What `pg` cannot read never gets to it. */
export function databaseUrl() {
  return z
    .string()
    .refine((text) => {
      const { sslmode } = parseDatabaseUrl(text)?.params ?? { sslmode: "" };
      return sslmode === undefined || SSL_MODES.includes(sslmode);
    })
    .describe(
      "a connection string such as postgresql://user:password@host:5432/dockline, special characters percent-encoded",
    );
}

/** One address of this machine. */
export function ipAddress(expectation: string) {
  return z
    .string()
    .refine((text) => isIP(text) !== 0)
    .describe(expectation);
}

/** Host names or addresses, separated by commas, without a port. Read in lower case; empty entries do not count. */
export function hostList(expectation: string) {
  return z
    .string()
    .transform((text) => {
      const hosts = text.split(",").map((host) => host.trim().toLowerCase());
      return hosts.filter((host) => host !== "");
    })
    .refine((hosts) => hosts.every((host) => isIP(host) !== 0 || HOST_NAME.test(host)))
    .describe(expectation);
}
