import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
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
    expect(readFileSync(".ci/run", "utf8")).toMatch(/^exec npm run --silent validate$/m);
    expect(workflow).toMatch(/^ +- run: npm run validate$/m);
    const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(actions.filter((action) => !/^[\w./-]+@[0-9a-f]{40}$/.test(action ?? ""))).toEqual([]);
    expect(workflow).toContain("permissions:\n  contents: read");
  });
});
