import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { serve } from "../../sandbox/lib/serve.ts";

/** What a program under the guard prints, and what the guard noted. */
function underGuard(code: string) {
  const folder = mkdtempSync(join(tmpdir(), "dockline-guard-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const log = join(folder, "refused.log");
  const { stdout } = spawnSync(
    process.execPath,
    ["--import", "./scripts/loopback-guard.mjs", "--input-type=module", "--eval", code],
    { encoding: "utf8", env: { ...process.env, LOOPBACK_GUARD_LOG: log } },
  );
  return { stdout, noted: readFileSync(log, { encoding: "utf8", flag: "a+" }) };
}

/** `192.0.2.1` is set aside for documentation: nobody answers there (RFC 5737). */
test.each([
  [
    "fetch",
    `await fetch("http://192.0.2.1/").catch((error) => console.log(error.cause.message))`,
    "192.0.2.1",
  ],
  [
    "a name",
    `await fetch("https://example.com/").catch((error) => console.log(error.cause.message))`,
    "example.com",
  ],
  [
    "a bare socket",
    `import net from "node:net"; net.connect(80, "192.0.2.1").on("error", (error) => console.log(error.message))`,
    "192.0.2.1",
  ],
])("%s to another machine is refused and noted", (_how, code, host) => {
  const { stdout, noted } = underGuard(code);
  expect(stdout).toContain(`Refused to connect to ${host}`);
  expect(noted).toContain(host);
});

test("this machine is reached", async () => {
  const here = await serve((_req, res) => void res.end("hello"), 0);
  onTestFinished(() => here.close());
  const { noted } = underGuard(
    `import net from "node:net"; net.connect(${here.port}).on("connect", (s) => process.exit())`,
  );
  expect(noted).toBe("");
});
