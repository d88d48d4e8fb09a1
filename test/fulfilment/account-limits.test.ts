import { fork } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import type { AccountLimits } from "../../app/fulfilment/account-limits.server.ts";
import { createDatabase } from "../support/database.ts";
import { holdWaits } from "../support/held-time.ts";
import { openLimits } from "./bench.ts";

/** A request of another account that has been served: those that asked its process before have looked for a slot. */
const lookedBefore = (limits: AccountLimits) => limits.run("another account", async () => undefined);

test("two processes together never ask more of an account at once than is allowed", async () => {
  const url = await createDatabase();
  const processes = await Promise.all([1, 2].map(() => openLimits({ atOnce: 3, perSecond: 1_000 }, { url })));
  const letGo = Promise.withResolvers<void>();
  const seen = { now: 0, most: 0, done: 0 };
  const work = async () => {
    seen.most = Math.max(seen.most, ++seen.now);
    await letGo.promise;
    seen.now--;
    seen.done++;
  };
  const all = processes.flatMap((one) => Array.from({ length: 15 }, () => one.run("account", work)));
  await expect.poll(() => seen.now).toBe(3);
  await Promise.all(processes.map(lookedBefore));
  expect(seen.now).toBe(3);
  letGo.resolve();
  await Promise.all(all);
  expect(seen).toMatchObject({ most: 3, done: 30 });
});

test("accounts do not wait for each other", async () => {
  const limits = await openLimits({ atOnce: 1, perSecond: 1_000 });
  const [began, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = limits.run("slow", () => {
    began.resolve();
    return letGo.promise;
  });
  await began.promise;
  expect(await limits.run("quick", async () => "done")).toBe("done");
  letGo.resolve();
  await slow;
});

test("two processes together begin no more requests in a second than is allowed", async () => {
  const url = await createDatabase();
  const processes = await Promise.all([1, 2].map(() => openLimits({ atOnce: 16, perSecond: 5 }, { url })));
  const now = new Date();
  vi.setSystemTime(now);
  onTestFinished(() => void vi.useRealTimers());
  const waits = holdWaits();
  let began = 0;
  const all = processes.flatMap((one) =>
    Array.from({ length: 6 }, () => one.run("account", async () => void began++)),
  );
  for (const [second, waiting] of [7, 2, 0].entries()) {
    vi.setSystemTime(now.getTime() + second * 1_000);
    waits.pass();
    await expect.poll(() => [began, waits.asked().length]).toEqual([12 - waiting, waiting]);
  }
  await Promise.all(all);
});

test("an account that asked for patience is left alone by every process", async () => {
  const url = await createDatabase();
  const [one, other] = await Promise.all([1, 2].map(() => openLimits({ atOnce: 2, perSecond: 50 }, { url })));
  await one!.pause("account", 60_000);
  let asked = 0;
  const ask = () => other!.run("account", async () => ++asked);
  await expect(ask()).rejects.toMatchObject({ code: "unavailable", retryable: true });
  expect(asked).toBe(0);
});

test("a failed request gives its place to the next", async () => {
  const limits = await openLimits({ atOnce: 1, perSecond: 1_000 });
  await expect(limits.run("account", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await limits.run("account", async () => "next")).toBe("next");
});

test("what a killed process held is free at once", async () => {
  const url = await createDatabase();
  const holder = fork(new URL("hold-slots.ts", import.meta.url), [url, "2"]);
  onTestFinished(() => void holder.kill("SIGKILL"));
  expect(await once(holder, "message")).toEqual(["holding", undefined]);
  const limits = await openLimits({ atOnce: 2, perSecond: 1_000 }, { url });
  let got = false;
  const waiting = limits.run("busy", async () => void (got = true));
  await lookedBefore(limits);
  expect(got).toBe(false);

  holder.kill("SIGKILL");
  await waiting;
  expect(got).toBe(true);
});

test("a broken connection to the database is replaced", async () => {
  const url = await createDatabase();
  const limits = await openLimits({ atOnce: 1, perSecond: 1_000 }, { url });
  await limits.run("account", async () => undefined);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  await admin.end();
  // Requests fail until the loss is noticed, and are tried again by whoever asked; then there is a new connection.
  await expect.poll(() => limits.run("account", async () => "done").catch(() => "not yet")).toBe("done");
});
