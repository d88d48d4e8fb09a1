import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** One stage of the Dockerfile. */
export interface Stage {
  name: string;
  /** The stage or image it begins with. */
  from: string;
  copies: { flags: string[]; sources: string[]; target: string }[];
  runs: string[];
  user: string | undefined;
  command: string[] | undefined;
}

/** The stages of the Dockerfile, by name. */
export function readStages(): Map<string, Stage> {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const line of readFileSync("Dockerfile", "utf8").split("\n")) {
    const [, instruction = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (instruction === "FROM") {
      const [, from = "", name = ""] = /^(\S+) AS (\S+)$/.exec(rest) ?? [];
      stage = { name, from, copies: [], runs: [], user: undefined, command: undefined };
      stages.set(name, stage);
    }
    if (!stage) continue;
    if (instruction === "RUN") stage.runs.push(rest);
    if (instruction === "USER") stage.user = rest;
    if (instruction === "CMD") stage.command = JSON.parse(rest) as string[];
    if (instruction !== "COPY") continue;
    const words = rest.split(" ");
    const flags = words.filter((word) => word.startsWith("--"));
    const paths = words.filter((word) => !word.startsWith("--"));
    stage.copies.push({ flags, sources: paths.slice(0, -1), target: paths.at(-1) ?? "" });
  }
  return stages;
}

/** What npm writes to in place: a link would change the original. */
const WRITTEN = ["package.json", "package-lock.json", "node_modules/.package-lock.json"];

/**
 * Makes the folders that an image holds, far from any other `node_modules`, as the Dockerfile says: from what is installed and
 * built here, with npm's steps of each stage. Docker itself is not needed, and what only Docker does is left out.
 */
export function createImages(): { folderOf(stage: string): string; remove(): void } {
  const home = mkdtempSync(join(tmpdir(), "dockline-image-"));
  chmodSync(home, 0o755); // Another user runs the image.
  const stages = readStages();
  const folderOf = (name: string): string => {
    const folder = join(home, name);
    const stage = stages.get(name);
    if (!stage) throw new Error(`The Dockerfile has no stage ${name}.`);
    if (existsSync(folder)) return folder;
    if (stages.has(stage.from)) link(folderOf(stage.from), folder);
    else mkdirSync(folder);
    if (name === "build") for (const path of BUILD) link(path, join(folder, path));
    for (const { flags, sources, target } of stage.copies)
      for (const source of sources) {
        const [, origin] = /^--from=(\S+)$/.exec(flags[0] ?? "") ?? [];
        if (!origin) continue;
        const isFolder = target.endsWith("/");
        const path = source.replace(/^\/app\//, "");
        link(join(folderOf(origin), path), join(folder, target, isFolder ? path : ""));
      }
    for (const path of WRITTEN) copy(join(folder, path));
    for (const step of stage.runs.flatMap((run) => run.split(" && ")))
      if (step.startsWith("npm ")) execFileSync("sh", ["-c", step], { cwd: folder, stdio: "pipe" });
    return folder;
  };
  return { folderOf, remove: () => rmSync(home, { recursive: true, force: true }) };
}

/** What the stage `build` holds once it is installed and built. */
const BUILD = [
  ...["package.json", "package-lock.json", ".npmrc", "prisma.config.ts"],
  ...["prisma", "scripts", "app", "build", "node_modules"],
];

/** As hard links where the file system can: some hundred thousand files. */
function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    execFileSync("cp", ["-al", from, to], { stdio: "pipe" });
  } catch {
    rmSync(to, { recursive: true, force: true });
    execFileSync("cp", ["-a", from, to], { stdio: "pipe" });
  }
}

/** Makes a file that may be a link one of its own. */
function copy(path: string): void {
  if (!existsSync(path)) return;
  cpSync(path, `${path}.own`);
  rmSync(path);
  cpSync(`${path}.own`, path);
  rmSync(`${path}.own`);
}
