/**
 * Remix's options. Remix on Vite reads them from its plugin, so `vite.config.ts` passes this object on.
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  buildDirectory: "build",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    // Its address, open to everyone, matches as many paths as one asks for. The whole list of routes takes a few kilobytes.
    v3_lazyRouteDiscovery: false,
    v3_singleFetch: true,
    unstable_optimizeDeps: true,
  },
};
