import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { doorOf, DOORS, type Door } from "../../app/http/doors.ts";
import { ROOT } from "../run-tool.ts";
import { knownRequests, type KnownIds, type KnownRequest } from "./known-requests.ts";

/** An address that the web process serves, as attacks begin from it. */
export interface Target {
  /** Remix's id of the route, or the name of the door. */
  name: string;
  path: string;
  methods: readonly string[];
  /** Valid bodies of it. */
  posts: KnownRequest["posts"];
}

interface BuiltRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  hasLoader: boolean;
  hasAction: boolean;
}

/** Every route of the built app, as Remix lists them for browsers. */
export function builtRoutes(): BuiltRoute[] {
  const [file] = globSync(join(ROOT, "build/client/assets/manifest-*.js"));
  if (!file) throw new Error("The app is not built. Run npm run setup.");
  const [, json = ""] = /^window\.__remixManifest=(.*);\s*$/s.exec(readFileSync(file, "utf8")) ?? [];
  return Object.values((JSON.parse(json) as { routes: Record<string, BuiltRoute> }).routes);
}

/** All there is to attack: each route of Remix's manifest, each door of the server, and what no route knows. */
export function findTargets(ids: KnownIds): Target[] {
  const routes = builtRoutes();
  const known = knownRequests(ids);
  const ofRoutes = routes
    .filter(({ id }) => id !== "root")
    .map((route): Target => {
      const { path = pathOf(route, routes), posts } = known[route.id] ?? {};
      return { name: route.id, path, methods: route.hasAction ? ["GET", "POST"] : ["GET"], posts };
    });
  const ofDoors = DOORS.map(({ name, example, methods }): Target => ({
    name: `door ${name}`,
    path: example,
    methods,
    posts: undefined,
  }));
  const unknown = ["/nowhere", "/app/nowhere/at/all", "/__manifest?p=/app&version=1", "/favicon.ico"];
  const ofNobody = unknown.map((path): Target => ({ name: path, path, methods: ["GET"], posts: undefined }));
  return [...ofRoutes, ...ofDoors, ...ofNobody];
}

/** Paths of the panel's pages that name no record. */
export function panelPages(): string[] {
  const routes = builtRoutes();
  return routes
    .filter(({ id, hasLoader, path = "" }) => /^routes\/app\b/.test(id) && hasLoader && !/[:.*]/.test(path))
    .map((route) => pathOf(route, routes));
}

/** A path that leads to a route; what stands for something in it is filled in. */
function pathOf({ path, parentId }: BuiltRoute, routes: readonly BuiltRoute[]): string {
  const parent = routes.find(({ id }) => id === parentId);
  const above = parent && parent.id !== "root" ? pathOf(parent, routes) : "";
  const own = (path ?? "").replace(/:\w+/g, "1").replace(/\*$/, "anything");
  return `${above}/${own}`.replaceAll(/\/{2,}/g, "/");
}

/** The door that a target's requests come to. */
export function doorOfTarget({ path }: Target, method: string): Door {
  return doorOf({ method, url: path } as Parameters<typeof doorOf>[0]);
}
