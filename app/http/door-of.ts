import type { IncomingMessage } from "node:http";
import { pathOf } from "./handler.ts";

/** What a request to the panel may bring. */
export interface Door {
  /** Which limit of requests a minute holds. */
  rate: "sign-in" | "page";
  /** The largest body that is read, in bytes. */
  maxBodyBytes: number;
}

/** The ways into a store's admin, open to everyone: a form with the name of a store. */
const SIGN_IN: Door = { rate: "sign-in", maxBodyBytes: 16 * 1024 };
/** Everything else: the largest form is a purchase of 2,000 lines, some 200 KB of JSON. */
const PAGE: Door = { rate: "page", maxBodyBytes: 1024 * 1024 };
/** The two uploads of CSV files, which are read as they arrive; above 64 MiB they refuse a file with a message. */
const UPLOAD: Door = { rate: "page", maxBodyBytes: 80 * 1024 * 1024 };

const UPLOADS: ReadonlySet<string> = new Set(["/app/mappings.csv", "/app/inbounds/lines"]);

/**
 * The door a request comes to, however its path is spelled: Remix decodes paths and ignores case, trailing slashes and a
 * `.data` suffix, and so does this. A path that the uploads' spelling does not match exactly gets the small limit.
 * @returns undefined for a path that cannot be decoded
 */
export function doorOf(request: IncomingMessage): Door | undefined {
  const path = normalPath(pathOf(request));
  if (path === undefined) return undefined;
  if (path === "" || path === "/_root" || /^\/auth(\/|$)/.test(path)) return SIGN_IN;
  return UPLOADS.has(path) ? UPLOAD : PAGE;
}

function normalPath(path: string): string | undefined {
  try {
    // Segment by segment, as Remix does: an encoded slash is no slash.
    const segments = path.split("/").map((segment) => decodeURIComponent(segment).replaceAll("/", "%2f"));
    return segments
      .join("/")
      .toLowerCase()
      .replaceAll(/\/{2,}/g, "/")
      .replace(/\/+$/, "")
      .replace(/\.data$/, "");
  } catch {
    return undefined;
  }
}
