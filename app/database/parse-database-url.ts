/** What a connection string says, read as `pg` reads it. */
export interface DatabaseUrl {
  /** In lower case. A path when the server is reached through a Unix socket. */
  host: string;
  user: string;
  /** Empty when the server asks for none. */
  password: string;
  database: string;
  /** Every parameter after `?`; of one that is given twice, the last. */
  params: Readonly<Record<string, string>>;
}

/** A space, or a percent sign that encodes nothing: `pg` would encode the whole text once more. */
const UNENCODED = / |%(?![0-9a-f]{2})/i;
const PROTOCOLS = ["postgres:", "postgresql:"];

/** @returns undefined when host, user or database is missing: `pg` would take them from elsewhere. */
export function parseDatabaseUrl(text: string): DatabaseUrl | undefined {
  const url = URL.parse(text);
  if (!url || !PROTOCOLS.includes(url.protocol) || UNENCODED.test(text)) return undefined;
  const params = Object.fromEntries(url.searchParams);
  try {
    const host = params.host || decodeURIComponent(url.hostname).replace(/^\[(.+)\]$/, "$1");
    const user = params.user || decodeURIComponent(url.username);
    const password = params.password || decodeURIComponent(url.password);
    const database = decodeURI(url.pathname.slice(1));
    if (!host || !user || !database) return undefined;
    return { host: host.toLowerCase(), user, password, database, params };
  } catch {
    return undefined; // Bytes that are no UTF-8.
  }
}
