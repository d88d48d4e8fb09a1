import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

/** Kilobytes after gzip, of Shopify's review for apps that load fast. */
const MOST_SCRIPT_KB = 200;
const MOST_STYLE_KB = 60;

const CLIENT = join(import.meta.dirname, "../../build/client");

interface Part {
  module: string;
  imports: string[];
  css?: string[];
}
const [manifest] = globSync(join(CLIENT, "assets/manifest-*.js"));
const { entry, routes } = JSON.parse(
  readFileSync(manifest!, "utf8")
    .replace(/^window.__remixManifest=/, "")
    .replace(/;$/, ""),
) as { entry: Part; routes: Record<string, Part & { parentId?: string }> };

const weights = new Map<string, number>();
function weigh(file: string): number {
  const known = weights.get(file) ?? gzipSync(readFileSync(join(CLIENT, file))).length / 1024;
  weights.set(file, known);
  return known;
}
const sum = (files: Iterable<string>) => [...new Set(files)].reduce((kb, file) => kb + weigh(file), 0);

/** A route and those around it. */
function chain(id: string): (typeof routes)[string][] {
  const route = routes[id]!;
  return [route, ...(route.parentId ? chain(route.parentId) : [])];
}

const pages = Object.keys(routes).filter((id) => id.startsWith("routes/app."));

test("no script holds code that only the server runs", () => {
  const maps = globSync(join(CLIENT, "assets/*.js.map"));
  const sources = maps.flatMap(
    (map) => (JSON.parse(readFileSync(map, "utf8")) as { sources: string[] }).sources,
  );
  expect(sources.length).toBeGreaterThan(100);
  const server =
    /\/app\/(jobs|fulfilment|operations|webhooks|http)\/|\.server\.ts$|\/node_modules\/(zod|pg|@prisma)\//;
  expect(sources.filter((source) => server.test(source))).toEqual([]);
});

/** Texts are not among it: they come within the page. */
test.each(pages)(`the scripts of %s are at most ${MOST_SCRIPT_KB} KB`, (id) => {
  const scripts = [entry, ...chain(id)].flatMap(({ module, imports }) => [module, ...imports]);
  expect(Math.round(sum(scripts))).toBeLessThanOrEqual(MOST_SCRIPT_KB);
});

test(`styles are at most ${MOST_STYLE_KB} KB`, () => {
  const styles = globSync(join(CLIENT, "assets/*.css")).map((file) => file.slice(CLIENT.length));
  expect(styles.length).toBeGreaterThan(1);
  expect(Math.round(sum(styles))).toBeLessThanOrEqual(MOST_STYLE_KB);
});
