import type { IncomingMessage } from "node:http";
import { pathOf } from "./handler.ts";

const KB = 1024;
const MB = 1024 * KB;

/** Which limit of requests a minute from one network address a door shares with others. */
export type NetworkRate = "webhook" | "sign-in" | "page";
/** Which limit of requests that one store has under way a door shares with others. */
export type StoreWork = "page" | "preview" | "export" | "upload";

/** A kind of request the web process takes, and what such a request may bring. */
export interface Door {
  /** In metrics, logs and tests. */
  name: string;
  /** Whether a path belongs here, as `normalPath` writes it. */
  path: RegExp;
  /** A path that belongs here, for tests that try every door. */
  example: string;
  methods: readonly string[];
  /** The largest body, in bytes. */
  bodyMaxBytes: number;
  /** The only content type of a body; any when left out. */
  bodyType?: string;
  /** Unset for what costs nothing. */
  rate?: NetworkRate;
  /** Set for pages of the admin, which know the store from a session token. */
  work?: StoreWork;
  /** Shopify's own pages call it from another origin. */
  isCrossOrigin?: boolean;
}

const READ = ["GET", "HEAD"];
const FORM = "application/x-www-form-urlencoded";

/** Every door, the first that fits counts. All paths that no other door knows are pages. */
export const DOORS: readonly Door[] = [
  {
    name: "health",
    path: /^\/(healthz|readyz)$/,
    example: "/healthz",
    methods: READ,
    bodyMaxBytes: 0,
    rate: "page",
  },
  {
    // An event is three short strings.
    name: "warehouse-event",
    path: /^\/webhooks\/warehouse\/[^/]+\/[^/]+$/,
    example: "/webhooks/warehouse/00000000-0000-4000-8000-000000000000/shipment-created",
    methods: ["POST"],
    bodyMaxBytes: 64 * KB,
    rate: "webhook",
  },
  {
    // `include_fields` in shopify.app.toml keeps webhooks short. The longest is a compliance request for a customer: 16,000 orders
    // are some 256 KB.
    name: "shop-webhook",
    path: /^\/webhooks\/shop$/,
    example: "/webhooks/shop",
    methods: ["POST"],
    bodyMaxBytes: 256 * KB,
    rate: "webhook",
  },
  {
    // A workflow sends a shop and a product.
    name: "flow-action",
    path: /^\/flow\/reconcile-stock$/,
    example: "/flow/reconcile-stock",
    methods: ["POST"],
    bodyMaxBytes: 64 * KB,
    rate: "webhook",
  },
  {
    name: "asset",
    path: /^\/assets\/.+$/,
    example: "/assets/entry.js",
    methods: READ,
    bodyMaxBytes: 0,
  },
  {
    // Open to everyone: a form with the name of a store.
    name: "sign-in",
    path: /^(|\/_root|\/auth|\/auth\/.*)$/,
    example: "/auth/login",
    methods: [...READ, "POST"],
    bodyMaxBytes: 16 * KB,
    bodyType: FORM,
    rate: "sign-in",
  },
  {
    name: "extension",
    path: /^\/ext\/(order-returns|variant-stock)$/,
    example: "/ext/order-returns",
    methods: [...READ, "POST", "OPTIONS"],
    bodyMaxBytes: 64 * KB,
    rate: "page",
    work: "page",
    isCrossOrigin: true,
  },
  {
    name: "export",
    path: /^\/app\/(mappings\.csv|inventory\.csv|stock\.csv|activity\.csv|activity\/support\.json|settings\/privacy\/answer\.json)$/,
    example: "/app/stock.csv",
    methods: READ,
    bodyMaxBytes: 0,
    rate: "page",
    work: "export",
  },
  {
    // Files of up to 64 MiB are read as they arrive; a larger one is refused with a message, up to this size.
    name: "upload",
    path: /^\/app\/(mappings\.csv|inbounds\/lines)$/,
    example: "/app/inbounds/lines",
    methods: ["POST"],
    bodyMaxBytes: 80 * MB,
    rate: "page",
    work: "upload",
  },
  {
    // Each validates a whole catalog in one transaction, which takes seconds in a large store.
    name: "preview",
    path: /^\/app\/(products\/words|products\/create|mappings|stock)$/,
    example: "/app/products/words",
    methods: ["POST"],
    // A thousand selected variants are 50 KB of JSON.
    bodyMaxBytes: 128 * KB,
    rate: "page",
    work: "preview",
  },
  {
    // A purchase of 2,000 lines is some 200 KB of JSON.
    name: "purchase",
    path: /^\/app\/inbounds\/[^/]+(\/edit)?$/,
    example: "/app/inbounds/new",
    methods: [...READ, "POST"],
    bodyMaxBytes: 512 * KB,
    rate: "page",
    work: "page",
  },
  {
    // The largest form is a selection of 250 returns or variants, some 13 KB of JSON.
    name: "page",
    path: /^/,
    example: "/app",
    methods: [...READ, "POST"],
    bodyMaxBytes: 64 * KB,
    rate: "page",
    work: "page",
  },
];

const found = new WeakMap<IncomingMessage, Door>();

/** The door a request comes to, however its address is spelled. One that cannot be read is a page's: `addressFault` refuses it. */
export function doorOf(request: IncomingMessage): Door {
  const known = found.get(request);
  if (known) return known;
  const path = normalPath(request.url!) ?? "/";
  const fitting = DOORS.filter((door) => door.path.test(path));
  // Two doors may share a path: a file goes out at one and comes in at the other.
  const door = fitting.find(({ methods }) => methods.includes(request.method!)) ?? fitting[0]!;
  found.set(request, door);
  return door;
}

/** The longest path of the app has six segments. Remix takes seconds to match one of some thousand. */
const PATH_SEGMENTS_MAX = 16;
/** A reference or an SKU may be in it, percent-encoded. */
const PATH_MAX_LENGTH = 2_000;

/**
 * What is wrong with the address of a request, if anything: no address on this server (`OPTIONS *`, a proxy's absolute form),
 * characters that nothing here can hold, or a path far longer than any of the app's.
 */
export function addressFault(
  request: IncomingMessage,
): "not-a-path" | "not-readable" | "too-long" | undefined {
  const url = request.url!;
  if (!url.startsWith("/")) return "not-a-path";
  const path = pathOf(request);
  if (path.length > PATH_MAX_LENGTH || path.split(/[/\\]/).length > PATH_SEGMENTS_MAX) return "too-long";
  // PostgreSQL's text holds no NUL, so nothing that has one in its name exists.
  if (url.includes("\0") || url.includes("%00")) return "not-readable";
  return normalPath(url) === undefined ? "not-readable" : undefined;
}

/**
 * The path of an address as Remix matches it: dot segments resolved, decoded, without regard to case, trailing and doubled
 * slashes and a `.data` suffix.
 * @param url Path and query, as a request names them
 * @returns undefined for what cannot be decoded
 */
function normalPath(url: string): string | undefined {
  try {
    const { pathname } = new URL(`http://localhost${url}`);
    // Segment by segment, as Remix does: an encoded slash is no slash.
    const segments = pathname.split("/").map((segment) => decodeURIComponent(segment).replaceAll("/", "%2f"));
    return segments
      .join("/")
      .toLowerCase()
      .replaceAll(/\/{2,}/g, "/")
      .replace(/\/?(\.data\/?)?$/, "");
  } catch {
    return undefined;
  }
}
