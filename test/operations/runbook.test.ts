import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createWorld } from "../support/world.ts";

const alerts = readFileSync("docs/grafana/alerts.yaml", "utf8");
const dashboard = readFileSync("docs/grafana/dashboard.json", "utf8");

test("dashboard and alerts ask for figures there are", async () => {
  const world = await createWorld({});
  world.services.metrics.addProcess();
  const { body } = await world.services.metrics.expose();
  const kinds = new Map(
    [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", kind = ""]) => [name, kind]),
  );
  const parts = (name: string, kind: string) =>
    kind === "histogram" ? ["_bucket", "_sum", "_count"].map((part) => name + part) : [name];
  const there = new Set([...kinds].flatMap(([name, kind]) => parts(name, kind)));
  const asked = new Set(`${alerts}${dashboard}`.match(/\b(dockline|process|nodejs)_[a-z0-9_]+/g));
  expect([...asked].filter((name) => !there.has(name))).toEqual([]);
  const ours = [...kinds.keys()].filter((name) => name.startsWith("dockline_"));
  const isShown = (name: string) => [...asked].some((one) => one.startsWith(name));
  expect(ours.filter((name) => !isShown(name))).toEqual([]);
});

test("every alert has its entry in the runbook, and every entry of an alert its alert", () => {
  const names = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  const entries = [...readFileSync("docs/runbook.md", "utf8").matchAll(/^## (Dockline\w+)/gm)].map(
    ([, name]) => name,
  );
  expect(entries.toSorted()).toEqual(names.toSorted());
});
