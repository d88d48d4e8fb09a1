import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ADMIN_SCHEMA_FILE, fetchAdminSchema } from "./fetch-admin-schema.ts";
import { ROOT, tool } from "./run-tool.ts";

/** One thing that is made from others and made again when they change. */
interface Step {
  name: string;
  /** Glob patterns of what it is made from. */
  from: string[];
  /** What must be there for it to count as made. */
  makes: string;
  make(): Promise<unknown>;
}

export const ADMIN_SCHEMA: Step = {
  name: "Shopify's Admin schema",
  from: ["scripts/fetch-admin-schema.ts"],
  makes: ADMIN_SCHEMA_FILE,
  make: fetchAdminSchema,
};

export const DATABASE_CLIENT: Step = {
  name: "database client",
  from: ["prisma/schema.prisma", "package-lock.json"],
  makes: join(ROOT, "node_modules/.prisma/client/index.js"),
  make: () => tool("prisma", ["generate"], { DATABASE_URL: "postgresql://nowhere/none" }),
};

const EVERYTHING: Step[] = [
  ADMIN_SCHEMA,
  DATABASE_CLIENT,
  {
    name: "app",
    from: [
      "app/**/*",
      "server.ts",
      "vite.config.ts",
      "remix.config.js",
      "prisma/schema.prisma",
      "package-lock.json",
    ],
    makes: join(ROOT, "build/server/index.js"),
    async make() {
      rmSync(join(ROOT, "build"), { recursive: true, force: true });
      await tool("vite", ["build", "--logLevel", "error"]);
      await tool("vite", ["build", "--ssr", "--logLevel", "error"]);
    },
  },
];

/**
 * Makes what is missing or out of date: the Admin schema, the database client, the built app, or only `steps`.
 * `say` hears of each step that takes its time.
 */
export async function prepare(say: (message: string) => void, steps = EVERYTHING): Promise<void> {
  for (const step of steps) {
    const stamp = join(ROOT, ".cache/made", `${step.name.replace(/\W+/g, "-")}`);
    const digest = digestOf(step.from);
    const made = existsSync(step.makes) && existsSync(stamp) && readFileSync(stamp, "utf8") === digest;
    if (made) continue;
    const started = Date.now();
    await step.make();
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, digest);
    say(`${step.name} made in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
}

function digestOf(patterns: string[]): string {
  const hash = createHash("sha256");
  for (const file of globSync(patterns, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort())
    hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}
