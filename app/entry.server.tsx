import { PassThrough } from "node:stream";
import {
  createReadableStreamFromReadable,
  type AppLoadContext,
  type EntryContext,
  type HandleErrorFunction,
} from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { isDatabaseBusy } from "./database/is-database-busy.ts";
import { BodyError } from "./http/read-body.ts";
import { chooseLocale } from "./i18n/choose-locale.server.ts";
import { createI18n } from "./i18n/i18n.ts";
import { loadLanguage } from "./i18n/load-language.server.ts";

/** A page that is not whole by then is cut off. */
const STREAM_WITHIN_MS = 10_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { services, left }: AppLoadContext,
): Promise<Response> {
  services.libraries[0].app.addDocumentResponseHeaders(request, headers);
  const locale = chooseLocale(request);
  const i18n = createI18n(locale, await loadLanguage(locale));
  // Crawlers get the whole page at once; people see it arrive.
  const ready = isbot(request.headers.get("user-agent") ?? "") ? "onAllReady" : "onShellReady";
  const page = (
    <I18nextProvider i18n={i18n}>
      <RemixServer context={remixContext} url={request.url} />
    </I18nextProvider>
  );
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      [ready]: () => {
        // A timer that goes on keeps the request and its body.
        const body = new PassThrough().once("close", () => clearTimeout(late));
        headers.set("Content-Type", "text/html; charset=utf-8");
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
        pipe(body);
      },
      onShellError: reject,
      onError(error) {
        if (!left?.aborted) services.log.error({ err: error }, "a page could not be rendered");
      },
    });
    const late = setTimeout(abort, STREAM_WITHIN_MS).unref();
  });
}

/** Faults of loaders and actions. The path is logged without its query, which carries session tokens. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (context.left?.aborted) return;
  // An address or a method that no page has is its sender's mistake.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  context.failure = error;
  const { log } = context.services;
  // Both are answered for what they are where the page's answer is sent.
  if (error instanceof BodyError) return;
  if (isDatabaseBusy(error)) return log.warn({ err: error }, "the database had no time for a page");
  log.error({ err: error, method: request.method, path: new URL(request.url).pathname }, "a page failed");
};
