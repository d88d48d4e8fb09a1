import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parseYaml } from "@redocly/openapi-core";
import { create } from "tar";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { serve } from "../../sandbox/lib/serve.ts";
import { licencesOf, type Lockfile } from "../../scripts/lib/licences.ts";

const run = promisify(execFile);
const read = (file: string) =>
  JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, string>>;

describe("what the app is made of", () => {
  test("has exact versions, and an integrity for each package", () => {
    const { dependencies, devDependencies, optionalDependencies } = read("package.json");
    const ranges = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(ranges).toEqual([]);
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
      packages: Record<string, { integrity?: string; link?: boolean; inBundle?: boolean }>;
    };
    const without = Object.entries(packages).filter(
      ([path, { integrity, link, inBundle }]) => path !== "" && !link && !inBundle && !integrity,
    );
    expect(without.map(([path]) => path)).toEqual([]);
  });

  test("comes under licences somebody has looked at", () => {
    const lockfile = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lockfile;
    expect(licencesOf(lockfile).unknown).toEqual([]);
    const strange: Lockfile = {
      packages: {
        "node_modules/of-nobody": {},
        "node_modules/copyleft": { license: "AGPL-3.0-only" },
        "node_modules/checks": { license: "MPL-2.0", dev: true },
        "node_modules/ships": { license: "MPL-2.0" },
      },
    };
    expect(licencesOf(strange).unknown.map(({ name }) => name)).toEqual(["of-nobody", "copyleft", "ships"]);
  });

  test("can be listed as CycloneDX, with every package a production image needs", async () => {
    const { stdout } = await run(process.execPath, ["scripts/sbom.ts"], { maxBuffer: 64 * 1024 * 1024 });
    const { bomFormat, components } = JSON.parse(stdout) as {
      bomFormat: string;
      components: { name: string; group?: string; version: string }[];
    };
    expect(bomFormat).toBe("CycloneDX");
    const listed = new Set(components.map(({ group, name }) => (group ? `${group}/${name}` : name)));
    const { dependencies = {} } = read("package.json");
    expect(Object.keys(dependencies).filter((name) => !listed.has(name))).toEqual([]);
  });

  test("is validated elsewhere by the same command as here, with nothing that can be moved under it", () => {
    const workflow = readFileSync(".github/workflows/validate.yml", "utf8");
    expect(readFileSync(".ci/run", "utf8")).toMatch(/ npm run --silent validate /);
    expect(workflow).toMatch(/^ +- run: npm run validate$/m);
    for (const file of globSync(".github/workflows/*.yml")) {
      const { permissions, jobs } = parseYaml(readFileSync(file, "utf8")) as Workflow;
      expect(permissions, file).toEqual({ contents: "read" });
      const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
      expect(used.filter((action) => !/^[\w./-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
    }
  });

  test("has its signatures checked before anything of it runs, and its vulnerabilities each day", () => {
    expect(stepsOf("validate")).toEqual([
      "npm ci --min-release-age=0",
      "npm audit signatures",
      "npm run validate",
    ]);
    expect(stepsOf("vulnerabilities")).toEqual([
      "npm audit --package-lock-only --omit=dev --audit-level=high",
    ]);
    expect(readFileSync(".github/workflows/vulnerabilities.yml", "utf8")).toMatch(/cron: "\d+ \d+ \* \* \*"/);
  });
});

interface Workflow {
  permissions: object;
  jobs: Record<string, { steps: { run?: string; uses?: string }[] }>;
}

/** What a workflow's only job runs. */
function stepsOf(workflow: string): string[] {
  const { jobs } = parseYaml(readFileSync(`.github/workflows/${workflow}.yml`, "utf8")) as Workflow;
  return Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
}

describe("an installation", () => {
  test("has each install script allowed or refused by somebody", () => {
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
      packages: Record<string, { hasInstallScript?: boolean }>;
    };
    const withScript = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = new Set(withScript.map(([path]) => path.replace(/^.*node_modules\//, "")));
    const { allowScripts = {} } = read("package.json");
    expect(Object.keys(allowScripts).toSorted()).toEqual([...names].toSorted());
  });

  test("runs no script that is refused or that nobody has looked at, whatever npm installs", async () => {
    const { project, install } = await createProject(
      ["allowed", "refused", "unknown"].map((name) => ({
        name,
        scripts: { postinstall: `node -e "require('fs').writeFileSync('ran', '')"` },
        hasInstallScript: true,
      })),
    );
    const ran = () => globSync("node_modules/*/ran", { cwd: project });
    await install({ dependencies: ["allowed", "refused"] });
    expect(ran()).toEqual(["node_modules/allowed/ran"]);
    // npm 11 refuses to run any script beside one that nobody has looked at; npm 10 runs those it is asked to run.
    await install({ dependencies: ["allowed", "refused", "unknown"] }).catch(() => undefined);
    expect(ran()).not.toContain("node_modules/refused/ran");
    expect(ran()).not.toContain("node_modules/unknown/ran");
    expect(existsSync(join(project, "node_modules/unknown"))).toBe(true);
  });

  test("links the command of this machine's Node, though packages for other machines have one of the same name", async () => {
    const { platform, arch } = process;
    const names = [`node-${platform}-${arch}`, `node-${platform}-other`];
    const { project, install } = await createProject(
      names.map((name) => ({
        name,
        os: [platform],
        cpu: [name.endsWith("other") ? "other" : arch],
        bin: { node: "package.json" },
      })),
    );
    await install({ optionalDependencies: names });
    expect(readlinkSync(join(project, "node_modules/.bin/node"))).toContain(names[0]);
  });

  test("runs no script and locks no young version by the settings in .npmrc", () => {
    const settings = readFileSync(".npmrc", "utf8");
    for (const setting of ["ignore-scripts=true", "strict-allow-scripts=true", "min-release-age=7"])
      expect(settings).toMatch(new RegExp(`^${setting}$`, "m"));
  });
});

interface Manifest extends Record<string, unknown> {
  name: string;
}

/** A project with the settings of this one, and a registry that has these packages. */
async function createProject(packages: Manifest[]) {
  const registry = await startRegistry(packages);
  const project = mkdtempSync(join(tmpdir(), "dockline-install-"));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  copyFileSync(".npmrc", join(project, ".npmrc"));
  vi.stubEnv("npm_config_registry", registry);
  vi.stubEnv("npm_config_cache", join(project, "cache"));
  onTestFinished(() => void vi.unstubAllEnvs());
  const install = async (named: Record<string, string[]>) => {
    const manifest: Record<string, unknown> = {
      name: "project",
      version: "1.0.0",
      allowScripts: { allowed: true, refused: false },
    };
    for (const [kind, names] of Object.entries(named))
      manifest[kind] = Object.fromEntries(names.map((name) => [name, "1.0.0"]));
    writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
    await run("npm", ["install", "--package-lock-only", "--min-release-age=0"], { cwd: project });
    const script = `import { installDependencies } from "./scripts/install.mjs"; installDependencies(process.argv[1]);`;
    await run(process.execPath, ["--input-type=module", "--eval", script, project]);
  };
  return { project, install };
}

/** @returns its address. */
async function startRegistry(packages: Manifest[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "dockline-registry-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const versions = new Map<string, { manifest: Manifest; tarball: Buffer }>();
  for (const { name, ...rest } of packages) {
    const manifest = { name, version: "1.0.0", ...rest };
    mkdirSync(join(folder, name, "package"), { recursive: true });
    writeFileSync(join(folder, name, "package/package.json"), JSON.stringify(manifest));
    const file = join(folder, `${name}.tgz`);
    await create({ gzip: true, file, cwd: join(folder, name) }, ["package"]);
    versions.set(name, { manifest, tarball: readFileSync(file) });
  }
  const { url, close } = await serve((req, res) => {
    const [, name = "", isTarball] = /^\/([\w-]+)(\.tgz)?$/.exec(req.url ?? "") ?? [];
    const found = versions.get(name);
    if (!found) return void res.writeHead(404).end("{}");
    if (isTarball) return void res.end(found.tarball);
    const integrity = `sha512-${createHash("sha512").update(found.tarball).digest("base64")}`;
    const version = { ...found.manifest, dist: { tarball: `${url}/${name}.tgz`, integrity } };
    res.setHeader("content-type", "application/json");
    res.end(JSON.stringify({ name, "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": version } }));
  }, 0);
  onTestFinished(() => close());
  return url;
}
