import { describe, expect, test } from "vitest";
import { startChild, type ChildOptions } from "../../sandbox/demo/child.ts";
import { supervise, type Supervised } from "../../scripts/supervise.ts";
import { processesOf } from "../../scripts/lib/processes.ts";

/** A clock of which this test turns the hands: waits are noted and over at once. */
function createClock() {
  const waits: number[] = [];
  let nowMs = 0;
  return {
    waits,
    pass: (ms: number) => void (nowMs += ms),
    now: () => nowMs,
    async wait(ms: number) {
      waits.push(ms);
      nowMs += ms;
    },
  };
}

const READY = "process.send({ ready: true });";
/** A real process. It is ready at once, and then does as told. */
const run = (code: string, onLost: ChildOptions["onLost"]) =>
  startChild({ name: "worker", args: ["--eval", code], env: {}, onLost });

/** Supervises processes that run `code`, the first and each next one, until the last is reached. */
async function superviseAll(
  codes: string[],
  { ranMs = [], startsMax }: { ranMs?: number[]; startsMax?: number } = {},
) {
  const clock = createClock();
  const said: string[] = [];
  const givenUp = Promise.withResolvers<string>();
  let started = 0;
  const over = Promise.withResolvers<void>();
  const supervised: Supervised = await supervise({
    name: "worker",
    start: async (onLost) => {
      const number = started++;
      const child = await run(codes[number]!, (message, exit) => {
        clock.pass(ranMs[number] ?? 0);
        onLost(message, exit);
      });
      if (started === codes.length) over.resolve();
      return child;
    },
    say: (message) => void said.push(message),
    onGivenUp: givenUp.resolve,
    clock,
    ...(startsMax !== undefined && { startsMax }),
  });
  return { clock, said, supervised, over: over.promise, givenUp: givenUp.promise, started: () => started };
}

const STAYS = `${READY} setInterval(() => undefined, 1000); process.on("disconnect", () => process.exit());`;
const ENDS = `${READY} setImmediate(() => process.exit(1));`;

describe("a supervised process", () => {
  test("that ends again and again is started after growing waits, each with one line", async () => {
    const { clock, said, supervised, over } = await superviseAll([...Array<string>(8).fill(ENDS), STAYS]);
    await over;
    await supervised.stop();
    expect(clock.waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000));
    expect(said[0]).toBe("worker ended (exit code 1) and starts again in 1 s.");
    expect(said.at(-1)).toBe("worker ended (exit code 1) and starts again in 60 s.");
    expect(said).toHaveLength(8);
  });

  test("that has run for a minute starts again after a second", async () => {
    const { clock, supervised, over } = await superviseAll([ENDS, ENDS, ENDS, ENDS, STAYS], {
      ranMs: [0, 0, 59_000, 60_000],
    });
    await over;
    await supervised.stop();
    expect(clock.waits).toEqual([1000, 2000, 4000, 1000]);
  });

  test("is started again when it was stopped by somebody else, or killed", async () => {
    const { said, supervised, over } = await superviseAll([
      `${READY} setImmediate(() => process.exit(0));`,
      `${READY} setImmediate(() => process.kill(process.pid, "SIGKILL"));`,
      STAYS,
    ]);
    await over;
    await supervised.stop();
    expect(said.map((line) => /\((.*)\)/.exec(line)?.[1])).toEqual(["exit code 0", "SIGKILL"]);
  });

  test("that does not come up when started again is tried again", async () => {
    const { clock, supervised, over } = await superviseAll([
      ENDS,
      "process.exit(1)",
      "process.exit(1)",
      STAYS,
    ]);
    await over;
    await supervised.stop();
    expect(clock.waits).toEqual([1000, 2000, 4000]);
  });

  test("that refuses its settings is not started again", async () => {
    const { clock, givenUp, supervised, started } = await superviseAll([ENDS, "process.exit(78)"]);
    expect(await givenUp).toBe("worker refuses its settings.");
    await supervised.stop();
    expect(started()).toBe(2);
    expect(clock.waits).toEqual([1000]);
  });

  test("with a limit is given up after as many failed starts", async () => {
    const codes = [ENDS, "process.exit(1)", "process.exit(1)"];
    const { givenUp, supervised, started } = await superviseAll(codes, { startsMax: 2 });
    expect(await givenUp).toBe("worker did not start 2 times in a row.");
    await supervised.stop();
    expect(started()).toBe(3);
  });

  test("that cannot be started the first time is not tried again", async () => {
    await expect(superviseAll(["process.exit(3)"])).rejects.toMatchObject({
      exit: { code: 3, signal: null },
    });
  });

  test("is not started any more once it was asked to stop, even while it waits to be started", async () => {
    const waiting = Promise.withResolvers<void>();
    let started = 0;
    const supervised = await supervise({
      name: "worker",
      start(onLost) {
        started++;
        return run(ENDS, onLost);
      },
      say: () => undefined,
      onGivenUp: () => undefined,
      clock: {
        now: () => 0,
        wait(_ms, signal) {
          waiting.resolve();
          return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
        },
      },
    });
    await waiting.promise;
    await supervised.stop();
    expect(started).toBe(1);
  });

  test("that does not heed being asked to stop is killed", async () => {
    const marker = `deaf-${process.pid}`;
    const code = `process.on("SIGTERM", () => undefined); setInterval(() => undefined, 1000, "${marker}"); ${READY}`;
    const args = ["--eval", code];
    const child = await startChild({
      name: "deaf",
      args,
      env: {},
      killAfterMs: 100,
      onLost: () => undefined,
    });
    expect(processesOf(marker)).toHaveLength(1);
    await child.stop();
    expect(processesOf(marker)).toEqual([]);
  });
});
