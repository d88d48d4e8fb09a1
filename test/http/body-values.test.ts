import { expect, test } from "vitest";
import { z } from "zod";
import { readForm, readJson } from "../../app/http/open-store.server.ts";

const asked = (body: string) => new Request("https://dockline.example.com/app", { method: "POST", body });
const statusOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 200,
    (thrown: { init?: { status?: number } | null }) => thrown.init?.status,
  );
const anyForm = z.object({ name: z.string() });
const anyValue = z.unknown().refine((value) => value !== undefined);

test.each([
  ["a thousand fields", `${"a=1&".repeat(999)}name=x`, 200],
  ["one more", `${"a=1&".repeat(1_000)}name=x`, 400],
  ["very many that are empty", `name=x${"&a".repeat(200_000)}`, 400],
])("a form with %s", async (_fields, body, status) => {
  expect(await statusOf(readForm(asked(body), anyForm))).toBe(status);
});

const lines = (count: number) =>
  JSON.stringify({ lines: Array.from({ length: count }, (_, at) => ({ sku: `SKU-${at}`, quantity: 1 })) });

test.each([
  ["a purchase of as many lines as there may be", lines(2_000), 200],
  ["five times as many", lines(10_000), 200],
  ["more values than any page sends", lines(20_000), 400],
  ["very many empty lists", `[${"[],".repeat(100_000)}[]]`, 400],
  ["lists within lists", "[".repeat(100_000) + "]".repeat(100_000), 400],
  ["a long text with many commas", JSON.stringify("a, ".repeat(20_000)), 200],
])("JSON with %s", async (_values, body, status) => {
  expect(await statusOf(readJson(asked(body), anyValue))).toBe(status);
});
