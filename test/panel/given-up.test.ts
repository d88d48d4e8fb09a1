import { expect, onTestFinished, test } from "vitest";
import { openPool } from "../support/open-pool.ts";
import { expectNothingWrongAtBothSizes, openLiveStore } from "../support/panel.ts";

test("a merchant sees what was given up, in plain words, and has it tried again", async () => {
  const { store, databaseUrl, visit } = await openLiveStore();
  const { shop } = store;
  const pool = openPool(databaseUrl);
  onTestFinished(() => pool.end());
  for (const [name, lane] of [
    ["push-edits", "catalog"],
    ["turn-sale", "stock"],
  ])
    await pool.query(
      `SELECT graphile_worker.add_job($1, $2::json, queue_name := $3, job_key := $4, run_at := now() + interval '1 day')`,
      [name, JSON.stringify({ shop }), `${lane}:${shop}`, `${name}:${shop}`],
    );
  await pool.query(
    `SELECT graphile_worker.reschedule_jobs(array_agg(id), attempts := max(max_attempts)::int)
     FROM graphile_worker.jobs WHERE run_at > now() + interval '23 hours' AND key = ANY($1)`,
    [[`push-edits:${shop}`, `turn-sale:${shop}`]],
  );
  const merchant = await visit("/app/activity/support");
  const { panel } = merchant;
  const again = (what: string) => panel.getByRole("button", { name: `Try again: ${what}` });
  await again("Send products to the warehouse").waitFor();
  await expectNothingWrongAtBothSizes(merchant, () => panel.getByText("What was given up").waitFor());
  await again("Send products to the warehouse").click();
  await again("Send products to the warehouse").waitFor({ state: "detached" });
  await again("Bring the shop’s stock up to date").click();
  await panel.getByText("What was given up").waitFor({ state: "detached" });
  const left = async () =>
    (
      await pool.query("SELECT 1 FROM graphile_worker.jobs WHERE key = ANY($1)", [
        [`push-edits:${shop}`, `turn-sale:${shop}`],
      ])
    ).rowCount;
  await expect.poll(left).toBe(0);
});
