import { PassThrough } from "node:stream";
import {
  createReadableStreamFromReadable,
  type AppLoadContext,
  type EntryContext,
  type HandleErrorFunction,
} from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { allowSandboxFrame } from "./sandbox.server.ts";

/** A page that is not whole by then is cut off. */
const STREAM_WITHIN_MS = 10_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { services }: AppLoadContext,
): Promise<Response> {
  services.shopify.addDocumentResponseHeaders(request, headers);
  allowSandboxFrame(services.env, headers);
  // Crawlers get the whole page at once; people see it arrive.
  const ready = isbot(request.headers.get("user-agent") ?? "") ? "onAllReady" : "onShellReady";
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(<RemixServer context={remixContext} url={request.url} />, {
      [ready]: () => {
        const body = new PassThrough();
        headers.set("Content-Type", "text/html; charset=utf-8");
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
        pipe(body);
      },
      onShellError: reject,
      onError: (error) => services.log.error({ err: error }, "a page could not be rendered"),
    });
    setTimeout(abort, STREAM_WITHIN_MS).unref();
  });
}

/** Faults of loaders and actions. The path is logged without its query, which carries session tokens. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  const { log } = context.services;
  log.error({ err: error, method: request.method, path: new URL(request.url).pathname }, "a page failed");
};
