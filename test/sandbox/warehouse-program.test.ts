import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";

const program = join(import.meta.dirname, "../../sandbox/warehouse/main.ts");
/** The version the project pins, which runs TypeScript as it is; the one that runs the tests may not. */
const execPath = join(import.meta.dirname, "../../node_modules/.bin/node");

/** The program with what it said so far; it ends with the test. */
function run(args: string[], env: Record<string, string> = {}) {
  const child = fork(program, args, { silent: true, execPath, env: { ...process.env, ...env } });
  const said = { out: "", err: "" };
  child.stdout!.on("data", (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr!.on("data", (chunk: Buffer) => (said.err += chunk.toString()));
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, said };
}

async function ready(child: ChildProcess): Promise<string> {
  const [message] = (await once(child, "message")) as [{ ready: boolean; url: string }];
  expect(message.ready).toBe(true);
  return message.url;
}

async function ended(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, "close")) as [number | null];
  return code;
}

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "warehouse-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "state.json");
}

test("it says where it is once it can be asked, and keeps its state when told to stop", async () => {
  const state = temporaryFile();
  const { child, said } = run(["--port", "0", "--token", "mine", "--state", state]);
  const url = await ready(child);
  const created = await fetch(`${url}/fulfilment/v3/products/`, {
    method: "POST",
    headers: { authorization: "Bearer mine", "content-type": "application/json" },
    body: JSON.stringify({ sku: "MUG" }),
  });
  expect(created.status).toBe(201);
  const code = ended(child);
  child.kill("SIGTERM");
  expect(await code).toBe(0);
  expect(said.out).toContain(url);
  expect(JSON.parse(readFileSync(state, "utf8"))).toMatchObject({ products: [{ sku: "MUG" }] });
});

test("it starts with the behaviors it is given, the flags of some included", async () => {
  const { child } = run(["--port", "0", "--sparse-inbounds", "--behaviours", '{"showReceipts":"never"}']);
  const url = await ready(child);
  const behaviours = await fetch(`${url}/_sandbox/behaviours`);
  expect(await behaviours.json()).toMatchObject({ showLines: "included", showReceipts: "never" });
});

test("it ends with the program that started it", async () => {
  const { child } = run(["--port", "0"]);
  await ready(child);
  // A child whose channel was closed from this side never reports `close`.
  const exit = once(child, "exit");
  child.disconnect();
  expect((await exit)[0]).toBe(0);
});

test("a taken port is named, with the flag that chooses another", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  onTestFinished(() => void holder.close());
  const { port } = holder.address() as { port: number };
  const { child, said } = run(["--port", String(port)]);
  expect(await ended(child)).toBe(1);
  expect(said.err).toContain(`Port ${port} is taken`);
  expect(said.err).toContain("--port");
});

test.each([
  [["--colour", "red"], "--colour"],
  [["--port", "many"], "--port must be a whole number"],
  [["--requests-per-second", "0"], "--requests-per-second must be a whole number from 1"],
  [["--behaviours", "{"], "--behaviours must be JSON"],
  [["--behaviours", '{"showLines":"sometimes"}'], "showLines must be one of unasked, included, never"],
  [["--retry-base-ms", "0"], "--retry-base-ms must be a whole number from 1"],
])("started with %j it says what is wrong", async (args, message) => {
  const { child, said } = run(args);
  expect(await ended(child)).toBe(1);
  expect(said.err).toContain(message);
  expect(said.err.trim().split("\n")).toHaveLength(1);
});

test("a state file that is not its own is named and left alone", async () => {
  const state = temporaryFile();
  for (const content of ['{"version":7}', "{"]) {
    writeFileSync(state, content);
    const { child, said } = run(["--port", "0", "--state", state]);
    expect(await ended(child)).toBe(1);
    expect(said.err).toContain(state);
    expect(readFileSync(state, "utf8")).toBe(content);
  }
});

test("it explains its flags", async () => {
  const { child, said } = run(["--help"]);
  expect(await ended(child)).toBe(0);
  for (const flag of [
    "--port",
    "--token",
    "--webhook-key",
    "--state",
    "--retry-base-ms",
    "--rewrite-line-refs",
    "--json-labels",
    "--sparse-inbounds",
    "--requests-per-second",
    "--behaviours",
    "showReceipts",
  ])
    expect(said.out).toContain(flag);
});

test("it refuses to stand in for a real warehouse in production", async () => {
  const { child, said } = run(["--port", "0"], { NODE_ENV: "production", DOCKLINE_DEMO: "" });
  expect(await ended(child)).toBe(1);
  expect(said.err).toContain("production");
});
