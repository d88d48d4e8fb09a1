import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequestHandler } from "@remix-run/express";
import type { ActionFunction, LoaderFunction, ServerBuild } from "@remix-run/node";
import express from "express";
import { onTestFinished } from "vitest";
import type { Services } from "../../app/services.server.ts";

interface ResourceRoute {
  loader?: LoaderFunction;
  action?: ActionFunction;
}

/**
 * Serves routes without a page of their own over real HTTP, by Remix as in the built app, until the test ends.
 * @returns its origin
 */
export async function serveRoutes(
  services: Services,
  routes: Record<string, ResourceRoute>,
): Promise<string> {
  const build: ServerBuild = {
    entry: { module: { default: () => new Response(null, { status: 404 }) } },
    routes: Object.fromEntries(
      Object.entries(routes).map(([path, module]) => [path, { id: path, path, module }]),
    ) as ServerBuild["routes"],
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: { v3_singleFetch: true } as ServerBuild["future"],
    isSpaMode: false,
    mode: "production",
  };
  const handle = createRequestHandler({ build, mode: "production", getLoadContext: () => ({ services }) });
  const server = createServer(express().use((req, res, next) => void handle(req, res, next)));
  server.listen(0);
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
