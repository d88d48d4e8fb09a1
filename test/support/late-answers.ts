import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame, Page, Route } from "playwright-core";
import { until } from "../../sandbox/demo/observe.ts";

export interface HeldAnswers {
  /** The address of each request that was held, in the order the page sent them. */
  addresses(): string[];
  /** Waits until the page has asked `count` times. */
  waitFor(count: number): Promise<void>;
  /** Lets all requests pass, those that are held and those that come. */
  release(): Promise<void>;
}

/**
 * Holds those of the page's requests that match, from now on, as a slow line does, for exactly as long as a test says.
 *
 * @param wanted matched against method and address
 */
export async function holdAnswers(page: Page, wanted: RegExp): Promise<HeldAnswers> {
  const held: Route[] = [];
  const letPass = await intercept(page, wanted, (route) => void held.push(route));
  const addresses = () => held.map((route) => route.request().url());
  return {
    addresses,
    async waitFor(count) {
      await until(addresses, ({ length }) => length >= count);
    },
    async release() {
      letPass();
      // The browser may have called a request off, which can't be continued then.
      await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
    },
  };
}

/**
 * Has the page's requests that match fail, from now on, as where there is no network.
 *
 * @param wanted matched against method and address
 * @returns a function that lets all requests pass
 */
export function failRequests(page: Page, wanted: RegExp): Promise<() => void> {
  return intercept(page, wanted, (route) => route.abort());
}

/**
 * Hands the page's requests that match to `handle`, from now on. The route is never removed: a request that the page makes while its
 * last route is removed may never be sent (findings/playwright-unroute-keeps-request.sh).
 *
 * @param wanted matched against method and address
 * @returns a function that lets all requests pass
 */
async function intercept(
  page: Page,
  wanted: RegExp,
  handle: (route: Route) => Promise<void> | void,
): Promise<() => void> {
  let passes = false;
  await page.route("**", (route) => {
    const request = route.request();
    const isWanted = wanted.test(`${request.method()} ${request.url()}`);
    return isWanted && !passes ? handle(route) : route.fallback();
  });
  return () => {
    passes = true;
  };
}

/**
 * Holds the second half of the body of each of the page's requests for data, from now on: their answers have begun to
 * arrive. The page asks a server of the test's, which asks the app.
 */
export async function holdBodies(page: Page) {
  let release = () => {};
  const isReleased = new Promise<void>((done) => (release = done));
  const server = createServer((request, response) => {
    void relay(request, response, isReleased);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const letPass = await intercept(page, /\.data(\?|$)/, (route) => {
    const url = new URL(route.request().url());
    const headers = { ...route.request().headers(), [ORIGIN]: url.origin };
    const to = `http://127.0.0.1:${port}${url.pathname}${url.search}`;
    return route.continue({ url: to, headers }).catch(() => undefined);
  });
  const releaseAll = () => {
    release();
    letPass();
  };
  return {
    release: releaseAll,
    async [Symbol.asyncDispose]() {
      releaseAll();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

const ORIGIN = "x-relayed-origin";

async function relay(
  request: IncomingMessage,
  response: ServerResponse,
  isReleased: Promise<void>,
): Promise<void> {
  const { [ORIGIN]: origin, host: _, connection: __, ...headers } = request.headers;
  const answer = await fetch(`${String(origin)}${request.url}`, {
    headers: { ...(headers as Record<string, string>), "accept-encoding": "identity" },
  });
  const body = Buffer.from(await answer.arrayBuffer());
  const { "content-length": ___, connection: ____, ...kept } = Object.fromEntries(answer.headers);
  response.writeHead(answer.status, kept);
  const half = Math.floor(body.length / 2);
  response.write(body.subarray(0, half));
  await isReleased;
  response.end(body.subarray(half));
}

/**
 * Lets a test hold React's drawing in every document the page opens from now on, as a slow processor does: React draws
 * an answer when its scheduler's message arrives. What the person types is drawn at once, because React doesn't schedule
 * that.
 */
export async function controlDrawing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    let held: (() => void)[] | undefined;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...message: [unknown]) {
      const post = () => postMessage.apply(this, message as Parameters<typeof postMessage>);
      if (held) held.push(post);
      else post();
    };
    window.addEventListener("hold-drawing", () => (held ??= []));
    window.addEventListener("release-drawing", () => {
      const posts = held ?? [];
      held = undefined;
      for (const post of posts) post();
    });
  });
}

export const holdDrawing = (frame: Frame) =>
  frame.evaluate(() => void window.dispatchEvent(new Event("hold-drawing")));
export const releaseDrawing = (frame: Frame) =>
  frame.evaluate(() => void window.dispatchEvent(new Event("release-drawing")));
