/** Shopify's own check of what is registered with it: its command line builds a copy of the app's extensions. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "./run-tool.ts";

/** Shopify's limit on what one extension is built to, in bytes. */
export const LARGEST_EXTENSION = 64 * 1024;

/** It takes seven seconds; without a network it must not wait for one. */
const WITHIN_MS = 120_000;

export interface RegistrationCheck {
  passed: boolean;
  /** What Shopify's command line said. */
  said: string;
  /** Bytes of each built extension, by its handle. */
  sizes: Record<string, number>;
}

/**
 * Has `shopify app build` look at shopify.app.toml and extensions/ without a login. It writes beside what it reads, so it
 * gets a copy, inside this project so that packages are found; `change` may do something to that copy first.
 */
export async function checkRegistration(change?: (copy: string) => void): Promise<RegistrationCheck> {
  const cache = join(ROOT, ".cache");
  mkdirSync(cache, { recursive: true });
  const copy = mkdtempSync(join(cache, "registration-"));
  try {
    for (const name of ["shopify.app.toml", "package.json", "tsconfig.json", "extensions"])
      cpSync(join(ROOT, name), join(copy, name), {
        recursive: true,
        filter: (source) => !["dist", "node_modules"].includes(basename(source)),
      });
    change?.(copy);
    const { code, said } = await shopify(copy);
    const built = globSync("extensions/*/dist/*.js", { cwd: copy });
    const sizes = Object.fromEntries(
      built.map((file) => [basename(dirname(dirname(file))), statSync(join(copy, file)).size]),
    );
    return { passed: code === 0, said, sizes };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function shopify(path: string): Promise<{ code: number | null; said: string }> {
  // What the command line remembers between runs belongs to whoever uses it here, not to this check.
  const own = join(path, ".home");
  const home = Object.fromEntries(
    ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"].map((name) => [name, own]),
  );
  const child = spawn(
    join(ROOT, "node_modules/.bin/shopify"),
    ["app", "build", "--path", path, "--no-color", "--skip-dependencies-installation"],
    {
      cwd: path,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: WITHIN_MS,
      // It asks npm whether there is a newer version of itself, and does not mind when it hears nothing: no request counts.
      env: { ...process.env, ...home, CI: "1", SHOPIFY_CLI_NO_ANALYTICS: "1", LOOPBACK_GUARD_LOG: "" },
    },
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return { code, said: signal ? `${said}\nIt did not end within ${WITHIN_MS / 1000} s.` : said };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { passed, said, sizes } = await checkRegistration();
  const tooLarge = Object.entries(sizes).filter(([, bytes]) => bytes > LARGEST_EXTENSION);
  for (const [handle, bytes] of tooLarge)
    console.error(`The extension ${handle} is ${bytes} bytes, and Shopify takes ${LARGEST_EXTENSION}.`);
  if (!passed) console.error(said);
  process.exit(passed && tooLarge.length === 0 ? 0 : 1);
}
