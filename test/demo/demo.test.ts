// @module-tag proof
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import { until } from "../../sandbox/demo/observe.ts";
import { startWarehouse } from "../../sandbox/warehouse/start-warehouse.ts";
import { processesOf } from "../../scripts/lib/processes.ts";

const PAGE = /http:\/\/\S+/;

interface Run {
  child: ChildProcess;
  /** What it has printed so far: results, and progress beside them. */
  out: () => string;
  err: () => string;
  exited: Promise<number | null>;
}

function demo(args: string[], env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, ["sandbox/demo/main.ts", ...args], {
    env: { ...process.env, ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const exited = once(child, "exit").then(([code]) => code as number | null);
  return { child, out: () => out, err: () => err, exited };
}

function folder(): string {
  const home = mkdtempSync(join(tmpdir(), "dockline-demo-test-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** The page the demo says to open. */
async function opened(run: Run): Promise<string> {
  const { out, err } = await until(
    () => ({ out: run.out(), err: run.err() }),
    (said) => PAGE.test(said.out) || run.child.exitCode !== null,
  );
  const [url] = PAGE.exec(out) ?? [];
  if (!url) throw new Error(`The demo did not start:\n${err}`);
  return url;
}

/** The programs of a demo, but for the one that was asked for it. */
const programsOf = (home: string) =>
  processesOf(home).filter(({ command }) => !command.includes("sandbox/demo/main.ts"));

describe("npm run demo -- --check", () => {
  test("plays the main story to the end, as JSON, without leaving this machine", async () => {
    const run = demo(["--check", "--json"]);
    expect(await run.exited, run.err()).toBe(0);
    const { ok, steps } = JSON.parse(run.out()) as {
      ok: boolean;
      steps: { step: string; verdict: string; ms: number }[];
    };
    expect(ok).toBe(true);
    expect(steps.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 14 }, () => "holds"));
    expect(steps.at(-1)?.step).toBe("No request left this machine");
    expect(steps.every(({ ms }) => Number.isInteger(ms))).toBe(true);
  });
});

describe("npm run demo", () => {
  test("prints one address; Ctrl-C leaves nothing running; the data is there the next time", async () => {
    const home = folder();
    const first = demo(["--home", home]);
    const url = await opened(first);
    expect((await fetch(url)).status).toBe(200);
    expect(first.out().match(/http:\/\//g)).toHaveLength(1);
    const shop = new URL(url).origin;
    await control(shop, {
      path: "shops/demo/seed",
      body: { products: [{ title: "Made by hand", variants: [{ sku: "BY-HAND" }] }] },
    });
    expect(programsOf(home).length).toBeGreaterThan(0);
    first.child.kill("SIGINT");
    expect(await first.exited).toBe(0);
    expect(programsOf(home)).toEqual([]);

    const second = demo(["--home", home]);
    const again = new URL(await opened(second)).origin;
    const { products } = await control<{ products: { title: string }[] }>(again, {
      path: "shops/demo/state",
    });
    expect(products.map(({ title }) => title)).toContain("Made by hand");
    expect(products.length).toBeGreaterThanOrEqual(40);

    const third = demo(["--home", home]);
    expect(await third.exited).toBe(1);
    expect(third.err()).toMatch(/running already \(process \d+\)/);

    second.child.kill("SIGINT");
    expect(await second.exited).toBe(0);
  });

  test("ends its programs even when it is killed itself", async () => {
    const home = folder();
    const run = demo(["--home", home]);
    await opened(run);
    run.child.kill("SIGKILL");
    await run.exited;
    await expect.poll(() => programsOf(home)).toEqual([]);
  });

  test("starts its programs again when they are killed, and ends when a sandbox cannot be started", async () => {
    const home = folder();
    const run = demo(["--home", home]);
    const shop = new URL(await opened(run)).origin;
    const pidOf = (command: string) =>
      processesOf(command).find(({ parent }) => parent === run.child.pid)?.pid;
    const app = ["build/server/index.js web", "build/server/index.js worker"];
    const programs = [...app, "sandbox/shop/main.ts", "sandbox/warehouse/main.ts"];
    const before = programs.map(pidOf);
    for (const pid of before) process.kill(pid!, "SIGKILL");
    const isBack = (command: string, index: number) => ![before[index], undefined].includes(pidOf(command));
    await expect.poll(() => programs.map(isBack)).toEqual(programs.map(() => true));
    for (const name of ["web", "worker", "sandbox shop", "sandbox warehouse"])
      expect(run.err()).toContain(`${name} ended (SIGKILL) and starts again in 1 s.`);
    const page = () => fetch(`${shop}/store/demo/apps/dockline`).then(({ status }) => status, String);
    await expect.poll(page).toBe(200);

    writeFileSync(join(home, "warehouse.json"), "no JSON");
    process.kill(pidOf("sandbox/warehouse/main.ts")!, "SIGKILL");
    expect(await run.exited).toBe(1);
    expect(run.err()).toMatch(/sandbox warehouse did not start 3 times in a row\. Its log: .*warehouse\.log/);
    expect(programsOf(home)).toEqual([]);
  });

  test("says whose port is taken and uses another", async () => {
    const holder = createServer().listen(3000, "127.0.0.1");
    onTestFinished(() => void holder.close());
    await Promise.race([once(holder, "listening"), once(holder, "error")]); // Taken by us, or by somebody else.
    const run = demo(["--home", folder()]);
    await opened(run);
    expect(run.err()).toMatch(/Port 3000 is taken by another program, so the app uses \d+/);
    run.child.kill("SIGINT");
    expect(await run.exited).toBe(0);
  });

  test("speaks to the fulfilment service the environment names", async () => {
    const warehouse = await startWarehouse({ port: 0, token: "their-token", webhookKey: "their-key" });
    onTestFinished(() => warehouse.close());
    const run = demo(["--home", folder()], {
      FULFILMENT_BASE_URL: warehouse.url,
      FULFILMENT_ACCESS_TOKEN: "their-token",
      FULFILMENT_WEBHOOK_KEY: "their-key",
    });
    await opened(run);
    const subscriptions = async () =>
      (await control<{ subscriptions: number }>(warehouse.url, { path: "health" })).subscriptions;
    await expect.poll(subscriptions).toBe(6);
    run.child.kill("SIGINT");
    expect(await run.exited).toBe(0);
  });

  test("asks for the rest when only part of that service's settings is there", async () => {
    const run = demo(["--home", folder()], { FULFILMENT_BASE_URL: "http://localhost:1" });
    expect(await run.exited).toBe(1);
    expect(run.err()).toContain("FULFILMENT_ACCESS_TOKEN, FULFILMENT_WEBHOOK_KEY");
  });

  test.each(["x", "ftp://localhost", "//localhost"])(
    "says in one sentence what is expected where that service's address is %s",
    async (FULFILMENT_BASE_URL) => {
      const run = demo(["--home", folder()], {
        FULFILMENT_BASE_URL,
        FULFILMENT_ACCESS_TOKEN: "hunter2",
        FULFILMENT_WEBHOOK_KEY: "hunter3",
      });
      expect(await run.exited).toBe(1);
      expect(run.err()).toBe(
        "FULFILMENT_BASE_URL is not valid; set it to the fulfilment service's address, with https:// (see README.md#settings).\n",
      );
    },
  );
});
