import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import remixOptions from "./remix.config.js";

/**
 * Remix builds its routes as the server's entry. Ours is `server.ts`, which imports them: web, webhooks and worker are
 * then one program with one copy of each module. A plugin after Remix's, because its setting would win otherwise.
 */
const serverEntry: Plugin = {
  name: "dockline-server-entry",
  config: (_config, { isSsrBuild }) =>
    isSsrBuild ? { build: { rollupOptions: { input: "server.ts" } } } : {},
};

export default defineConfig({
  plugins: [remix(remixOptions), serverEntry],
  build: { assetsInlineLimit: 0, sourcemap: true },
});
