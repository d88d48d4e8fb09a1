import { defineProject } from "vitest/config";
import { LIMITS } from "../test/support/limits.ts";

/** The blocks, in a DOM as Shopify's admin gives them one. */
export default defineProject({
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  test: {
    name: "extensions",
    include: ["tests/*.test.ts"],
    environment: "jsdom",
    setupFiles: ["../test/support/setup.ts"],
    ...LIMITS,
    server: { deps: { inline: [/@shopify\/ui-extensions/] } },
  },
});
