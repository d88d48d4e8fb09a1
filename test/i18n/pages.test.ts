import { join } from "node:path";
import { expect, test } from "vitest";
import type { PageHandle } from "../../app/components/page-texts.tsx";
import type { Area } from "../../app/i18n/languages.ts";
import { readApp, type SourceFile } from "./find-uses.ts";
import { askedAs, readTexts } from "./texts.ts";

const app = readApp();
const english = [...(await readTexts()).get("en")!.values()];
const root = join(import.meta.dirname, "../..");
/** What a page shows is drawn by itself and by components. */
const DRAWS = /^app\/(routes|components)\//;

/** The texts a route's page may show, wherever in its components they are named; those of every page left out. */
function areasOf(route: string): Area[] {
  const reached = new Set<SourceFile>();
  const reach = (path: string) => {
    const file = DRAWS.test(path) ? app.get(path) : undefined;
    if (!file || reached.has(file)) return;
    reached.add(file);
    file.imports.forEach(reach);
  };
  reach(route);
  const patterns = [...reached].flatMap(({ uses }) => uses).map(({ pattern }) => pattern);
  const shown = english.filter(({ key }) => patterns.some((pattern) => pattern.test(askedAs(key))));
  return [...new Set(shown.map(({ area }) => area))].filter((area) => area !== "common").sort();
}

const routes = [...app.keys()].filter((file) => file.startsWith("app/routes/"));

test.each(routes)("%s brings the texts it shows, and no others", async (route) => {
  const { handle, default: page } = (await import(join(root, route))) as {
    handle?: PageHandle;
    default?: unknown;
  };
  expect([...(handle?.texts ?? [])].sort()).toEqual(page ? areasOf(route) : []);
});
