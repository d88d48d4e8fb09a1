import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "app",
          include: ["test/**/*.test.ts"],
          environment: "node",
          globalSetup: ["test/support/global-setup.ts"],
          setupFiles: ["test/support/setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      // Shopify's extensions run in a browser's world, with Preact.
      "extensions/vitest.config.ts",
    ],
    // What a test starts runs in processes of its own, so that a machine of two cores has time for two files at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
