/** `npm run sbom`: what a production image holds, as CycloneDX JSON on standard output. Made by npm from the lockfile. */
import { parseArgs } from "node:util";
import { spawnSync } from "node:child_process";
import { ROOT } from "./run-tool.ts";

const { values } = parseArgs({
  options: { all: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
});
if (values.help) {
  console.log("npm run --silent sbom [-- --all] > sbom.json\n\n  --all  also what only development needs");
  process.exit(0);
}

interface Sbom {
  components: { "bom-ref": string; properties?: { name: string; value: string }[] }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

const { status, stdout } = spawnSync(
  "npm",
  ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application"],
  { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 256 * 1024 * 1024 },
);
if (status !== 0) process.exit(status ?? 1);
const sbom = JSON.parse(stdout) as Sbom;
console.log(JSON.stringify(values.all ? sbom : withoutDevelopment(sbom), null, 2));

/** npm's own `--omit dev` leaves out what production and development both need. */
function withoutDevelopment({ components, dependencies, ...rest }: Sbom): Sbom {
  const isDevelopment = ({ properties = [] }: Sbom["components"][number]) =>
    properties.some(({ name, value }) => name === "cdx:npm:package:development" && value === "true");
  const left = new Set(components.filter(isDevelopment).map((component) => component["bom-ref"]));
  return {
    ...rest,
    components: components.filter((component) => !left.has(component["bom-ref"])),
    dependencies: dependencies
      .filter(({ ref }) => !left.has(ref))
      .map(({ dependsOn = [], ...of }) => ({ ...of, dependsOn: dependsOn.filter((ref) => !left.has(ref)) })),
  };
}
