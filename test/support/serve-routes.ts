import {
  createRequestHandler,
  type ActionFunction,
  type LoaderFunction,
  type ServerBuild,
} from "@remix-run/node";
import { onTestFinished } from "vitest";
import { startWeb } from "../../app/http/http.server.ts";
import type { Services } from "../../app/services.server.ts";

interface ResourceRoute {
  loader?: LoaderFunction;
  action?: ActionFunction;
}

/**
 * Serves routes without a page of their own over real HTTP, by the web server and Remix as in the built app, until the test
 * ends.
 * @returns its origin
 */
export async function serveRoutes(
  services: Services,
  routes: Record<string, ResourceRoute>,
): Promise<string> {
  return serveBuild(services, {
    entry: { module: { default: () => new Response(null, { status: 404 }) } },
    routes: Object.fromEntries(
      Object.entries(routes).map(([path, module]) => [path, { id: path, path, module }]),
    ) as ServerBuild["routes"],
  });
}

/** Serves an app that consists of this alone, as `serveRoutes` does. */
export async function serveBuild(
  services: Services,
  parts: Pick<ServerBuild, "entry" | "routes">,
): Promise<string> {
  const routes = Object.values(parts.routes).map(({ id, path }) => [id, { id, path, module: "" }]);
  const build: ServerBuild = {
    ...parts,
    assets: {
      entry: { imports: [], module: "" },
      routes: Object.fromEntries(routes) as ServerBuild["assets"]["routes"],
      ...{ url: "", version: "" },
    },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: { v3_singleFetch: true } as ServerBuild["future"],
    isSpaMode: false,
    mode: "production",
  };
  const own = { ...services, env: { ...services.env, PORT: 0 } };
  const web = await startWeb(own, createRequestHandler(build, "production"));
  onTestFinished(() => web.stop());
  return `http://localhost:${web.port}`;
}
