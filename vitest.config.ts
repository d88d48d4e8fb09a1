import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { PROOF_TAG } from "./scripts/lib/proof-tests.ts";
import { LIMITS } from "./test/support/limits.ts";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "app",
          include: ["test/**/*.test.ts"],
          environment: "node",
          isolate: false,
          globalSetup: ["test/support/global-setup.ts"],
          setupFiles: ["test/support/setup.ts"],
          ...LIMITS,
        },
      },
      // Shopify's extensions run in a browser's world, with Preact.
      "extensions/vitest.config.ts",
    ],
    coverage: {
      provider: "v8",
      include: ["app/**/*.{ts,tsx}"],
      // It runs in a browser and in the built app, which are not processes of the tests.
      exclude: ["app/components/**"],
      reporter: ["text-summary", "json-summary"],
      reportsDirectory: ".cache/coverage",
      reportOnFailure: true,
    },
    tags: [{ name: PROOF_TAG, description: "needs length, volume or chance: npm run proof" }],
    // What a test starts runs in processes of its own, and a test often waits for them: one file more than processors.
    maxWorkers: availableParallelism() + 1,
  },
});
