import { setUpExtension } from "@shopify/ui-extensions-tester";
import { render } from "preact";
import { vi } from "vitest";
import { translator, type Language } from "./texts.ts";

type Target = "admin.order-details.block.render" | "admin.product-variant-details.block.render";

/** One of the app's answers; what is not JSON stands for an app that does not answer. */
export type Answer = object | "unreachable" | number;

/**
 * A block on its page, in one language, with the answers the app will give, in their order; the last is given from then on.
 * To be kept with `using`, which takes everything down.
 */
export function setUpBlock(about: {
  block: string;
  target: Target;
  selected: string;
  answers: Answer[];
  language?: Language;
}) {
  const { block, target, selected, answers, language = "en.default" } = about;
  const extension = setUpExtension(target, { configSearchDir: `extensions/${block}` });
  const left = [...answers];
  const asked: string[] = [];
  extension.fetch = vi.fn(async (path: RequestInfo | URL, init?: RequestInit) => {
    asked.push(`${init?.method ?? "GET"} ${path as string}`);
    const answer = left.length > 1 ? left.shift() : left[0];
    if (answer === "unreachable") throw new TypeError("Failed to fetch");
    if (typeof answer === "number") return new Response(null, { status: answer });
    return Response.json(answer);
  });
  extension.shopify.data = { selected: [{ id: selected }] };
  const locale = language.slice(0, 2);
  Object.assign(extension.shopify.i18n, {
    translate: translator(block, language),
    formatNumber: (number: number) => new Intl.NumberFormat(locale).format(number),
  });
  return {
    asked,
    render: () => extension.render(),
    [Symbol.dispose]: () => {
      // What stood there must not be taken for the next block's.
      render(null, document.body);
      extension[Symbol.dispose]();
    },
  };
}

/** What stands in the block, banners' and blocks' headings included. */
export function shownText(): string {
  const headings = [...document.querySelectorAll("[heading]")].map((one) => one.getAttribute("heading"));
  return [...headings, document.body.textContent].join("\n");
}

/** Where its links lead, by what they say. */
export function links(): Record<string, string | null> {
  return Object.fromEntries(
    [...document.querySelectorAll("s-link")].map((one) => [one.textContent, one.getAttribute("href")]),
  );
}
