/**
 * `node scripts/install.mjs`: installs what the lockfile names. Of the packages that bring install scripts, only those run that
 * `allowScripts` in package.json allows, whatever npm the machine has: npm 10 knows no such list, so `.npmrc` turns all of
 * them off, and the allowed ones are run by name. Plain JavaScript without dependencies, for any Node from 20 on.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const SELF = fileURLToPath(import.meta.url);
const ROOT = dirname(dirname(SELF));

/** @throws Error when npm fails; npm has said why. */
export function installDependencies(root = ROOT) {
  // The lockfile says which versions; how old they have to be is asked when they get into it.
  npm(root, ["ci", "--ignore-scripts", "--min-release-age=0"]);
  const { allowScripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name] === true);
  // npm 10 unlinks the command `node` with the packages for other machines, which have one of the same name.
  const rebuilt = [...allowed, `node-${process.platform}-${process.arch}`].filter((name) =>
    existsSync(join(root, "node_modules", name)),
  );
  if (rebuilt.length > 0) npm(root, ["rebuild", "--ignore-scripts=false", ...rebuilt]);
}

function npm(cwd, args) {
  // Packages that name a newer Node than the machine's are right: they run on the one installed here.
  const { status } = spawnSync("npm", [...args, "--loglevel=error"], {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm ${args[0]} failed; its own words are above.`);
}

if (process.argv[1] === SELF) installDependencies();
