import { expect, test } from "vitest";
import { startBuiltApp } from "../support/built-app.ts";
import { createWorld, SHOP, TOKEN, WEBHOOK_KEY } from "../support/world.ts";

test("what is logged says which request or job and which shop it is about, and no secret", async () => {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
  await world.connect();
  const app = await startBuiltApp(world, { roles: ["web", "worker"] });
  const { hookId } = await world.services.db.connection.findUniqueOrThrow({ where: { shop: SHOP } });
  const answer = await fetch(`${app.url}/webhooks/warehouse/${hookId}/outbound-status?token=hidden-one`, {
    method: "POST",
    body: "{}",
  });
  const requestId = answer.headers.get("x-request-id");
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  await world.atWarehouse("faults", {
    method: "GET",
    path: "products",
    action: { kind: "status", status: 401 },
  });
  await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 2 }] });
  const failed = (line: Record<string, unknown>) =>
    line.msg === "a job failed and will be tried again" && line.job === "follow-stock-hints";
  await expect.poll(() => app.log().some(failed)).toBe(true);
  await app.stop();

  const lines = app.log();
  expect(lines.filter((line) => line.requestId === requestId)).toMatchObject([
    { msg: "a warehouse event was refused", outcome: "bad-signature" },
    {
      msg: "a request was answered",
      method: "POST",
      path: "/webhooks/warehouse/…/outbound-status",
      status: 401,
    },
  ]);
  expect(lines.find(failed)).toMatchObject({
    shop: SHOP,
    attempt: 1,
    jobId: expect.stringMatching(/^\d+$/) as string,
    err: { code: "token-refused" },
  });
  const secrets = [hookId, "hidden-one", TOKEN, WEBHOOK_KEY];
  expect(secrets.filter((secret) => JSON.stringify(lines).includes(secret))).toEqual([]);
});

test("a disk that is full costs log lines and nothing else", async () => {
  const world = await createWorld({});
  const web = await startBuiltApp(world, { roles: ["web"], logFile: "/dev/full" });
  for (let times = 0; times < 3; times++) expect((await fetch(`${web.url}/healthz`)).status).toBe(200);
  await web.stop();
});
