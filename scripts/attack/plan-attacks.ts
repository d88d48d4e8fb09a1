import type { Luck } from "../chaos/luck.ts";
import type { KnownRequest } from "./known-requests.ts";
import type { Move } from "./send-raw.ts";
import { mutate } from "./mutate.ts";
import {
  bodiesAround,
  FORM,
  framings,
  JSON_TYPE,
  NO_HTTP,
  ODD_METHODS,
  oddHeaders,
  oddPaths,
  SENT_MAX_BYTES,
  spellingsOf,
  type Header,
} from "./odd-requests.ts";
import { doorOfTarget, type Target } from "./targets.ts";

/** One hostile request and what it must not lead to. */
export interface Attack {
  /** What is hostile about it: a column of the report. */
  family: Family;
  /** Which of its family it is, and of what, for whoever looks into one that got through. */
  detail: string;
  target: string;
  moves: Move[];
  /** It is larger than its door takes, and says so: it must be refused, not only survived. */
  isTooLarge?: boolean;
}

export const FAMILIES = [
  "spelling",
  "body",
  "framing",
  "header",
  "method",
  "path",
  "reset",
  "values",
] as const;
export type Family = (typeof FAMILIES)[number];

/** Who attacks: a stranger, or the staff of another store, with their token. */
export type Caller = { authorization?: string };

const BROWSER: Header = ["User-Agent", "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36"];

interface Plain {
  method?: string;
  path: string;
  headers?: readonly Header[];
  body?: string;
}

function head(caller: Caller, { method = "GET", path, headers = [] }: Plain): string {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const usual: Header[] = [
    ["Host", "dockline.example.com"],
    BROWSER,
    ...(caller.authorization ? [["Authorization", caller.authorization] as const] : []),
  ];
  const all = [...usual.filter(([name]) => !given.has(name.toLowerCase())), ...headers];
  return `${method} ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
}

function request(caller: Caller, plain: Plain): Move[] {
  const { headers = [], body } = plain;
  const length: Header[] = body === undefined ? [] : [["Content-Length", String(body.length)]];
  return [
    { do: "write", bytes: head(caller, { ...plain, headers: [...headers, ...length] }) + (body ?? "") },
  ];
}

/** Moments at which a client can break off. */
function resets(caller: Caller, target: Target): { detail: string; moves: Move[] }[] {
  const whole = head(caller, {
    method: "POST",
    path: target.path,
    headers: [
      ["Content-Type", FORM],
      ["Content-Length", "20"],
    ],
  });
  const get = head(caller, { path: target.path });
  return [
    { detail: "before the request", moves: [{ do: "reset" }] },
    {
      detail: "in the headers",
      moves: [{ do: "write", bytes: get.slice(0, get.length / 2) }, { do: "reset" }],
    },
    { detail: "before the body", moves: [{ do: "write", bytes: whole }, { do: "reset" }] },
    {
      detail: "in the body",
      moves: [{ do: "write", bytes: `${whole}shop=` }, { do: "wait", ms: 5 }, { do: "reset" }],
    },
    { detail: "after the request", moves: [{ do: "write", bytes: get }, { do: "reset" }] },
    {
      detail: "while it is answered",
      moves: [{ do: "write", bytes: get }, { do: "await answer" }, { do: "reset" }],
    },
    { detail: "after half of it", moves: [{ do: "write", bytes: get }, { do: "end" }] },
    {
      detail: "many in one",
      moves: [{ do: "write", bytes: get.repeat(20) }, { do: "wait", ms: 20 }, { do: "reset" }],
    },
  ];
}

/** All attacks on one target. Which of them are made is the caller's choice. */
export function attacksOn(target: Target, { caller, luck }: { caller: Caller; luck: Luck }): Attack[] {
  const { name, path } = target;
  const attack = (family: Family, detail: string, moves: Move[], isTooLarge = false): Attack => ({
    family,
    detail,
    target: name,
    moves,
    ...(isTooLarge && { isTooLarge }),
  });
  const method = target.methods.includes("POST") ? "POST" : "GET";
  const { bodyMaxBytes } = doorOfTarget(target, method);
  return [
    ...Object.entries(spellingsOf(path)).flatMap(([detail, spelled]) => [
      attack("spelling", `GET, ${detail}`, request(caller, { path: spelled })),
      attack(
        "spelling",
        `POST, ${detail}`,
        request(caller, { method: "POST", path: spelled, headers: [["Content-Type", FORM]], body: "shop=x" }),
      ),
    ]),
    ...bodiesAround(bodyMaxBytes).map(({ detail, type, body, isTooLarge }) => {
      const headers: Header[] = [
        ...(type === null ? [] : [["Content-Type", type] as const]),
        ...(detail === "compressed bomb" ? [["Content-Encoding", "gzip"] as const] : []),
      ];
      const whole = request(caller, { method: "POST", path, headers, body });
      const isSent = body.length <= SENT_MAX_BYTES;
      const moves = isSent
        ? whole
        : request(caller, {
            method: "POST",
            path,
            headers: [...headers, ["Content-Length", String(body.length)]],
          });
      return attack(
        "body",
        detail,
        isSent ? moves : [...moves, { do: "wait", ms: 20 }, { do: "reset" }],
        isSent && isTooLarge,
      );
    }),
    ...framings().map(({ detail, headers, after }) =>
      attack("framing", detail, [
        {
          do: "write",
          bytes: head(caller, { method: "POST", path, headers: [["Content-Type", FORM], ...headers] }),
        },
        ...after,
      ]),
    ),
    ...oddHeaders().flatMap(({ detail, headers }) => [
      attack("header", `GET, ${detail}`, request(caller, { path, headers })),
      attack(
        "header",
        `POST, ${detail}`,
        request(caller, { method: "POST", path, headers: [["Content-Type", FORM], ...headers], body: "" }),
      ),
    ]),
    ...ODD_METHODS.map((odd) => attack("method", odd || "none", request(caller, { method: odd, path }))),
    ...Object.entries(oddPaths(path)).map(([detail, odd]) =>
      attack("path", detail, request(caller, { path: odd })),
    ),
    ...Object.entries(NO_HTTP).map(([detail, bytes]) =>
      attack("framing", detail, [{ do: "write", bytes }, { do: "end" }]),
    ),
    ...resets(caller, target).map(({ detail, moves }) => attack("reset", detail, moves)),
    ...valuesOf(target.posts, luck).map(({ detail, type, body }) =>
      attack(
        "values",
        detail,
        request(caller, { method: "POST", path, headers: [["Content-Type", type]], body }),
      ),
    ),
  ];
}

/** Valid bodies with one value in them made odd. */
function valuesOf(
  posts: KnownRequest["posts"] = [],
  luck: Luck,
): { detail: string; type: string; body: string }[] {
  return posts.flatMap((post) => {
    if (typeof post === "string") return [];
    const isForm = "form" in post && typeof post.form === "object";
    return mutate(isForm ? (post.form as object) : post, luck).map(({ detail, value }) => ({
      detail,
      type: isForm ? FORM : JSON_TYPE,
      body: isForm ? formOf(value as Record<string, unknown>) : toAscii(JSON.stringify(value)),
    }));
  });
}

/** JSON with escapes in place of what a byte cannot hold, so that its length in bytes is its length. */
const toAscii = (json: string) =>
  json.replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Fields of a form; what is no text is written as JSON. */
function formOf(fields: Record<string, unknown>): string {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(texts).toString();
}
