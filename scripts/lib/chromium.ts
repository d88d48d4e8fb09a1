import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { chromium, type Browser, type BrowserServer, type LaunchOptions } from "playwright-core";

const require = createRequire(import.meta.url);
const runFile = promisify(execFile);
const cacheRoot = resolve(import.meta.dirname, "../../.cache/chromium");

/** A merchant's browser. The app turns robots away, and both headless Chromium and Node say that they are one. */
export const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36";

/** Switches for a browser that draws the same everywhere and asks nothing of any network. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--font-render-hinting=none",
  `--user-agent=${USER_AGENT}`,
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
];

/**
 * Launches Chromium: the one in `CHROMIUM_PATH`, else the one that comes in an npm package, unpacked once into
 * `.cache/`. The package's own fonts and NSS libraries are used where the machine has none.
 */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch(await findChromium());
}

/** The same for several processes, each of which connects to it. */
export async function launchSharedChromium(): Promise<BrowserServer> {
  return chromium.launchServer({ ...(await findChromium()), host: "127.0.0.1" });
}

async function findChromium(): Promise<LaunchOptions> {
  const env = { ...process.env } as Record<string, string>;
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return { executablePath: chosen, args: flags, env };

  const packageDir = dirname(dirname(require.resolve("@sparticuz/chromium")));
  const { version } = require(join(packageDir, "package.json")) as { version: string };
  const home = join(cacheRoot, version);
  if (!existsSync(home)) await unpack(home);
  const executablePath = join(home, "chromium");
  if (!existsSync("/etc/fonts")) env.FONTCONFIG_PATH = join(home, "fonts");
  if (lacksLibraries(executablePath)) env.LD_LIBRARY_PATH = join(home, "al2023/lib");
  return { executablePath, args: flags, env };
}

/** The package unpacks into TMPDIR under fixed names: give it a folder of its own, and move it in place when whole. */
async function unpack(home: string): Promise<void> {
  const partial = `${home}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  await runFile(process.execPath, [join(import.meta.dirname, "unpack-chromium.ts")], {
    env: { ...process.env, TMPDIR: partial },
  });
  if (!existsSync(home)) renameSync(partial, home);
}

function lacksLibraries(executable: string): boolean {
  try {
    return execFileSync("ldd", [executable], { encoding: "utf8" }).includes("not found");
  } catch {
    return true;
  }
}
