import { gzipSync } from "node:zlib";
import type { Move } from "./send-raw.ts";

/*
 * What is odd about a request, in every way that a web server has to survive.
 */

export type Header = readonly [name: string, value: string];

export const FORM = "application/x-www-form-urlencoded";
export const JSON_TYPE = "application/json";
/** Bodies up to this size are sent whole; of a larger one only the head, which says its length. */
export const SENT_MAX_BYTES = 2 * 1024 * 1024;

/** Spellings of one path that Remix, browsers or proxies take for the same. */
export function spellingsOf(path: string): Record<string, string> {
  const [name = "", query] = path.split("?");
  const tail = query === undefined ? "" : `?${query}`;
  const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}`;
  const more = (extra: string) => `${name}?${[query, extra].filter(Boolean).join("&")}`;
  return {
    "upper case": name.toUpperCase() + tail,
    "first letter encoded": name.replace(/[a-z]/i, encoded) + tail,
    "all letters encoded": name.replaceAll(/[a-z]/gi, encoded) + tail,
    "encoded twice": name.replaceAll(/[a-z]/gi, (letter) => `%25${letter.charCodeAt(0).toString(16)}`) + tail,
    "doubled slashes": name.replaceAll("/", "//") + tail,
    "trailing slash": `${name}/${tail}`,
    "trailing slashes": `${name}///${tail}`,
    "encoded slash": name.replace(/(?<=.)\//, "%2f") + tail,
    backslashes: name.replaceAll("/", "\\").replace("\\", "/") + tail,
    "dot segments": `/x/..${name}${tail}`,
    "encoded dot segments": `/x/%2e%2e${name}${tail}`,
    "data suffix": `${name}.data${tail}`,
    "data suffix twice": `${name}.data.data${tail}`,
    "data parameter": more("_data=routes%2Fapp"),
    "index parameter": more("index"),
    "routes parameter": more("_routes=root,routes%2Fapp"),
    "path parameter": `${name};x=1${tail}`,
    fragment: `${name}#x`,
    "absolute form": `http://evil.example${name}${tail}`,
    "another host's": `//evil.example${name}${tail}`,
  };
}

/** Bodies around a limit of so many bytes. */
export function bodiesAround(
  limit: number,
): { detail: string; type: string | null; body: string; isTooLarge?: boolean }[] {
  const sized = (bytes: number, type: string | null) => ({
    detail: `${bytes === limit ? "at" : bytes > limit ? "over" : "under"} the limit, ${type ?? "no type"}`,
    type,
    body: type === JSON_TYPE ? `["${"x".repeat(Math.max(0, bytes - 4))}"]` : "x".repeat(bytes),
    isTooLarge: bytes > limit,
  });
  const small = Math.min(limit, SENT_MAX_BYTES);
  const depth = Math.max(1, Math.floor(small / 2) - 1);
  const types = [FORM, JSON_TYPE, "multipart/form-data; boundary=x", "text/plain", null];
  return [
    ...types.flatMap((type) => [
      sized(limit, type),
      sized(limit + 1, type),
      sized(Math.max(0, limit - 1), type),
    ]),
    { detail: "deep JSON list", type: JSON_TYPE, body: "[".repeat(depth) + "]".repeat(depth) },
    {
      detail: "deep JSON object",
      type: JSON_TYPE,
      body: '{"a":'.repeat(depth / 4) + "1" + "}".repeat(depth / 4),
    },
    { detail: "wide JSON", type: JSON_TYPE, body: `[${"{},".repeat(Math.max(0, small / 3 - 3))}{}]` },
    { detail: "JSON with NUL", type: JSON_TYPE, body: '{"intent":"\\u0000","x":"\\ud800"}' },
    { detail: "many form fields", type: FORM, body: "a&".repeat(small / 2) },
    { detail: "not JSON", type: JSON_TYPE, body: "{" },
    { detail: "odd type", type: 'application/xml; charset="\u00e9"', body: "<a/>" },
    {
      detail: "multipart without its end",
      type: "multipart/form-data; boundary=x",
      body: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
    },
    {
      detail: "compressed bomb",
      type: JSON_TYPE,
      body: gzipSync(Buffer.alloc(10_000_000, " ")).toString("latin1"),
    },
  ];
}

/** Ways in which a body can be framed wrongly. */
export function framings(): { detail: string; headers: Header[]; after: Move[] }[] {
  const chunked: Header = ["Transfer-Encoding", "chunked"];
  const write = (bytes: string): Move => ({ do: "write", bytes });
  return [
    { detail: "truncated body", headers: [["Content-Length", "1000"]], after: [write("abc"), { do: "end" }] },
    {
      detail: "endless chunks",
      headers: [chunked],
      after: [{ do: "repeat", bytes: `4000\r\n${"x".repeat(0x4000)}\r\n`, maxBytes: 4_000_000, everyMs: 0 }],
    },
    { detail: "truncated chunk", headers: [chunked], after: [write("400\r\nabc"), { do: "end" }] },
    {
      detail: "chunks of one byte",
      headers: [chunked],
      after: [{ do: "repeat", bytes: "1\r\nx\r\n", maxBytes: 6_000, everyMs: 0 }, { do: "end" }],
    },
    { detail: "bad chunk size", headers: [chunked], after: [write("zz\r\nabc\r\n0\r\n\r\n")] },
    { detail: "huge chunk size", headers: [chunked], after: [write("ffffffffffffffff\r\nabc")] },
    { detail: "length and chunks", headers: [["Content-Length", "4"], chunked], after: [write("0\r\n\r\n")] },
    {
      detail: "two lengths",
      headers: [
        ["Content-Length", "1"],
        ["Content-Length", "2"],
      ],
      after: [write("ab")],
    },
    { detail: "negative length", headers: [["Content-Length", "-1"]], after: [write("a")] },
    { detail: "length with a sign", headers: [["Content-Length", "+1"]], after: [write("a")] },
    {
      detail: "length beyond numbers",
      headers: [["Content-Length", "99999999999999999999999"]],
      after: [write("a")],
    },
    {
      detail: "odd encoding",
      headers: [["Transfer-Encoding", "gzip, chunked"]],
      after: [write("0\r\n\r\n")],
    },
    {
      detail: "expects to be asked",
      headers: [
        ["Expect", "100-continue"],
        ["Content-Length", "3"],
      ],
      after: [{ do: "await answer" }, write("abc")],
    },
  ];
}

/** Headers nobody sends. */
export function oddHeaders(): { detail: string; headers: Header[] }[] {
  return [
    { detail: "host of two words", headers: [["Host", "a b"]] },
    { detail: "host with half a bracket", headers: [["Host", "[::1"]] },
    { detail: "empty host", headers: [["Host", ""]] },
    { detail: "long host", headers: [["Host", "a".repeat(8_000)]] },
    {
      detail: "forwarded host",
      headers: [
        ["X-Forwarded-Host", "a b"],
        ["X-Forwarded-Proto", "javascript"],
      ],
    },
    { detail: "forwarded for garbage", headers: [["X-Forwarded-For", "a, b, %, ::, 1.2.3.4:x"]] },
    { detail: "forwarded for many", headers: [["X-Forwarded-For", "1.2.3.4, ".repeat(500) + "1.2.3.4"]] },
    { detail: "origin of another site", headers: [["Origin", "https://evil.example"]] },
    { detail: "origin null", headers: [["Origin", "null"]] },
    { detail: "origin garbage", headers: [["Origin", "a b"]] },
    { detail: "authorization garbage", headers: [["Authorization", `Bearer ${"x".repeat(8_000)}`]] },
    { detail: "authorization unsigned", headers: [["Authorization", "Bearer e30.e30."]] },
    { detail: "bot", headers: [["User-Agent", "Googlebot/2.1"]] },
    { detail: "no agent", headers: [["User-Agent", ""]] },
    { detail: "range", headers: [["Range", "bytes=0-,5-,9-99999999999"]] },
    {
      detail: "websocket",
      headers: [
        ["Connection", "Upgrade"],
        ["Upgrade", "websocket"],
        ["Sec-WebSocket-Key", "x"],
      ],
    },
    { detail: "languages", headers: [["Accept-Language", `${"xx-yy;q=0.1,".repeat(300)}*;q=NaN`]] },
    { detail: "encodings", headers: [["Accept-Encoding", `${"gzip;q=0.1,".repeat(300)}identity;q=0`]] },
    { detail: "many headers", headers: Array.from({ length: 1_500 }, (_, at) => [`X-${at}`, "1"] as const) },
    { detail: "long header", headers: [["X-Long", "x".repeat(15_000)]] },
    { detail: "headers too long", headers: [["X-Long", "x".repeat(40_000)]] },
    { detail: "NUL in a header", headers: [["X-Nul", "a\0b"]] },
    { detail: "folded header", headers: [["X-Fold", "a\r\n b"]] },
    { detail: "space in a name", headers: [["X Space", "a"]] },
    {
      detail: "webhook without its shop",
      headers: [
        ["X-Shopify-Topic", "shop/redact"],
        ["X-Shopify-Hmac-Sha256", "x"],
      ],
    },
  ];
}

export const ODD_METHODS = [
  "HEAD",
  "OPTIONS",
  "PUT",
  "PATCH",
  "DELETE",
  "TRACE",
  "PROPFIND",
  "CONNECT",
  "FOO",
  "get",
  "",
];

export function oddPaths(path: string): Record<string, string> {
  return {
    "encoded NUL": `${path}%00`,
    NUL: `${path}\0`,
    "broken escape": `${path}%zz`,
    "broken UTF-8": `${path}%c3%28`,
    "half a character": `${path}%ed%a0%80`,
    "raw bytes": `${path}\u00ff\u00fe`,
    "long path": `${path}/${"a".repeat(7_000)}`,
    "path too long": `${path}/${"a".repeat(40_000)}`,
    "deep path": `${path}${"/a".repeat(3_000)}`,
    "many parameters": `${path}?${"a=1&".repeat(1_500)}`,
    "parameters that are no text": `${path}?search=%00&after=%ff&from=0000-00-00&until=9999-99-99&tab=%`,
    "cursors of nobody": `${path}?after=${encodeURIComponent('["x",1]')}&before=eyJhIjoxfQ&variant=${"9".repeat(400)}`,
    "shop and host": `${path}?shop=x.myshopify.com&host=IA==&embedded=1&id_token=x`,
    "space in it": `${path} x`,
    star: "*",
    nothing: "",
  };
}

/** What is no HTTP at all. */
export const NO_HTTP: Record<string, string> = {
  "HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "HTTP/0.9": "GET /\r\n",
  "HTTP/1.0": "GET / HTTP/1.0\r\n\r\n",
  "HTTP/9.9": "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
  TLS: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  garbage: "\x00\xff\r\n\r\n\x00",
  newlines: "\r\n".repeat(5_000),
};
