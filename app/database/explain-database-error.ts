import { problem, type Topic } from "../config/settings-error.ts";

/** What is wrong, after the setting's name; where to read more. */
type Explanation = readonly [text: string, topic?: Topic];

const UNKNOWN_HOST: Explanation = ["names a host that no name server knows; correct the host"];
const SILENT: Explanation = ["names a server that does not answer in time; check host, port and firewall"];
const REFUSED_LOGIN: Explanation = [
  "names a user or a password that PostgreSQL refuses; correct them or create the role",
  "roles",
];
const NO_RIGHTS: Explanation = [
  "names a role that lacks rights in the database; run npm run migrate",
  "roles",
];
const NOT_NOW: Explanation = ["names a PostgreSQL that starts or stops just now; try again"];
const UNTRUSTED: Explanation = [
  "names a server whose certificate no trusted authority signed; set sslrootcert to the right one",
  "encryption",
];
const BROKEN_TLS: Explanation = [
  "names a server with which no encrypted connection comes about; check its TLS settings",
  "encryption",
];

/** By what the system, TLS or PostgreSQL calls the error. */
const BY_CODE: Readonly<Record<string, Explanation>> = {
  ECONNREFUSED: ["names a host and port where no server answers; start PostgreSQL or correct them"],
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
  ETIMEDOUT: SILENT,
  EHOSTUNREACH: SILENT,
  ENETUNREACH: SILENT,
  ECONNRESET: ["names a server that ends every connection; check host and port"],
  ENOENT: ["names a Unix socket that does not exist; correct the path"],
  EACCES: ["names a Unix socket that this user may not open; correct the path or its rights"],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "names a host that is not in the server's certificate; use the name in the certificate",
    "encryption",
  ],
  CERT_HAS_EXPIRED: ["names a server whose certificate has expired; renew the certificate", "encryption"],
  EPROTO: BROKEN_TLS,
  "28P01": REFUSED_LOGIN,
  "28000": REFUSED_LOGIN,
  "3D000": ["names a database that does not exist; create it or run npm run migrate", "roles"],
  "42501": NO_RIGHTS,
  "53300": ["names a PostgreSQL without a free connection; raise its max_connections"],
  "55000": NOT_NOW,
  "57P01": NOT_NOW,
  "57P02": NOT_NOW,
  "57P03": NOT_NOW,
};

/** By how `pg` words what it gives no code. */
const BY_MESSAGE: readonly (readonly [RegExp, Explanation])[] = [
  [
    /does not support SSL/,
    [
      "names a server without encryption; switch on ssl there or list the host in UNENCRYPTED_HOSTS",
      "encryption",
    ],
  ],
  [/establishing an SSL connection/, BROKEN_TLS],
  [/timeout/i, SILENT],
  [/password must be/, REFUSED_LOGIN],
  [
    /terminated|Unexpected|Unknown|Received/,
    ["names a server that does not answer as PostgreSQL does; check host and port"],
  ],
];

/** How TLS calls certificates that lead to no trusted authority. */
const UNTRUSTED_CODE = /^(SELF_SIGNED|UNABLE_TO|DEPTH_ZERO|CERT_|INVALID_CA|ERR_TLS)/;
const BROKEN_TLS_CODE = /^ERR_(OSSL|SSL)/;
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** PostgreSQL has no rule that lets this user in over a connection like this one. */
const WITHOUT_ENCRYPTION = /no encryption/;

/**
 * Why a database cannot be used, as one sentence. It names nothing that the connection string says.
 * @param setting the setting that names the database
 * @returns undefined when the error has another cause than the database or the way to it
 */
export function explainDatabaseError(error: unknown, setting: string): string | undefined {
  const { code, message = "" } = error as { code?: unknown; message?: string };
  const [text, topic] = explain(typeof code === "string" ? code : "", message) ?? [];
  return text === undefined ? undefined : problem(`${setting} ${text}`, topic);
}

function explain(code: string, message: string): Explanation | undefined {
  if (code === "28000" && WITHOUT_ENCRYPTION.test(message))
    return ["names a server that demands encryption; add sslmode=verify-full", "encryption"];
  if (Object.hasOwn(BY_CODE, code)) return BY_CODE[code];
  if (UNTRUSTED_CODE.test(code)) return UNTRUSTED;
  if (BROKEN_TLS_CODE.test(code)) return BROKEN_TLS;
  if (SQLSTATE.test(code)) return [`names a database that answers with error ${code}`];
  return code === "" ? BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] : undefined;
}
