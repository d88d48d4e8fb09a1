import { accessSync, constants } from "node:fs";
import { isIPv4 } from "node:net";
import { parseDatabaseUrl } from "../database/parse-database-url.ts";
import { problem } from "./settings-error.ts";

/** The settings that rule out each other's values; one that is missing or malformed is left out. */
interface Settings {
  NODE_ENV?: string;
  DOCKLINE_DEMO?: boolean;
  DATABASE_URL?: string;
  MIGRATION_DATABASE_URL?: string | undefined;
  UNENCRYPTED_HOSTS?: readonly string[];
  PORT?: number;
  METRICS_PORT?: number | undefined;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  SHOPIFY_APP_URL?: string;
  FULFILMENT_BASE_URL?: string;
  SHOP_SANDBOX_URL?: string | undefined;
  APP_BRIDGE_URL?: string | undefined;
  /** Not ours: Node reads it. */
  NODE_TLS_REJECT_UNAUTHORIZED?: string | undefined;
}

const DATABASE_URLS = ["DATABASE_URL", "MIGRATION_DATABASE_URL"] as const;
/** Parameters of a connection string that name files. */
const CERTIFICATE_FILES = ["sslrootcert", "sslcert", "sslkey"] as const;

/** Why a connection string with this `sslmode` is refused in production. */
const REFUSED_MODES: Readonly<Record<string, string>> = {
  disable: "does not encrypt the connection",
  allow: "falls back to a connection without encryption",
  prefer: "falls back to a connection without encryption",
  require: "does not check who answers",
  "no-verify": "does not check who answers",
  "verify-ca": "does not check the server's name",
};

/** Settings that are right one by one and wrong together, or wrong in production. Each is one sentence. */
export function findContradictions(settings: Settings): string[] {
  const isProduction = settings.NODE_ENV === "production" && settings.DOCKLINE_DEMO === false;
  return [
    ...samePort(settings),
    ...differentDatabases(settings),
    ...unreadableCertificates(settings),
    ...(isProduction
      ? [
          ...sandboxInProduction(settings),
          ...plainHttp(settings),
          ...uncheckedServers(settings),
          ...uncheckedCertificates(settings),
        ]
      : []),
  ];
}

function samePort({ PORT, METRICS_PORT }: Settings): string[] {
  // With 0 the system gives each a free port of its own.
  if (METRICS_PORT === undefined || METRICS_PORT === 0 || METRICS_PORT !== PORT) return [];
  return [problem("METRICS_PORT and PORT are the same; set two different ports")];
}

function differentDatabases({ DATABASE_URL, MIGRATION_DATABASE_URL }: Settings): string[] {
  if (!DATABASE_URL || !MIGRATION_DATABASE_URL) return [];
  const [app, owner] = [DATABASE_URL, MIGRATION_DATABASE_URL].map((url) => parseDatabaseUrl(url)?.database);
  if (app === owner) return [];
  return [
    problem(
      "MIGRATION_DATABASE_URL and DATABASE_URL name different databases; they must name the same",
      "roles",
    ),
  ];
}

function unreadableCertificates(settings: Settings): string[] {
  return DATABASE_URLS.flatMap((name) => {
    const params = parseDatabaseUrl(settings[name] ?? "")?.params ?? {};
    const unreadable = CERTIFICATE_FILES.filter((param) => params[param] && !isReadable(params[param]));
    return unreadable.map((param) =>
      problem(`${name} names a file in ${param} that cannot be read`, "encryption"),
    );
  });
}

function sandboxInProduction(settings: Settings): string[] {
  return (["SHOP_SANDBOX_URL", "APP_BRIDGE_URL"] as const)
    .filter((name) => settings[name] !== undefined)
    .map((name) => problem(`${name} is for sandboxes and refused in production; remove it`));
}

function plainHttp(settings: Settings): string[] {
  const always = (["SHOPIFY_APP_URL", "FULFILMENT_BASE_URL"] as const)
    .filter((name) => settings[name]?.startsWith("http:"))
    .map((name) => problem(`${name} must start with https:// in production, because tokens travel to it`));
  const collector = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!collector?.startsWith("http:") || mayBeUnencrypted(new URL(collector).hostname, settings))
    return always;
  return [
    ...always,
    problem(
      "OTEL_EXPORTER_OTLP_ENDPOINT must start with https:// in production, or UNENCRYPTED_HOSTS must list its host",
      "encryption",
    ),
  ];
}

function uncheckedServers(settings: Settings): string[] {
  return DATABASE_URLS.flatMap((name) => {
    const url = parseDatabaseUrl(settings[name] ?? "");
    if (!url || url.params.sslmode === "verify-full" || mayBeUnencrypted(url.host, settings)) return [];
    const { sslmode } = url.params;
    const why =
      sslmode === undefined
        ? "the connection is not encrypted without it"
        : `the present mode ${REFUSED_MODES[sslmode] ?? "does not exist"}`;
    return [problem(`${name} must set sslmode=verify-full in production: ${why}`, "encryption")];
  });
}

function uncheckedCertificates({ NODE_TLS_REJECT_UNAUTHORIZED }: Settings): string[] {
  if (NODE_TLS_REJECT_UNAUTHORIZED !== "0") return [];
  return [
    problem(
      "NODE_TLS_REJECT_UNAUTHORIZED turns off every check of certificates; remove it in production",
      "encryption",
    ),
  ];
}

/** Whether what is sent to this host stays on this machine, or the operator vouches for the way there. */
function mayBeUnencrypted(host: string, { UNENCRYPTED_HOSTS }: Settings): boolean {
  if (!UNENCRYPTED_HOSTS) return true; // The list itself is malformed, which is one problem and not two.
  const bare = host.toLowerCase().replace(/^\[(.+)\]$/, "$1");
  const isLocal =
    bare.startsWith("/") ||
    bare === "localhost" ||
    bare === "::1" ||
    (isIPv4(bare) && bare.startsWith("127."));
  return isLocal || UNENCRYPTED_HOSTS.includes(bare);
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
