import fc from "../support/fast-check.ts";
import { expect, test } from "vitest";
import { changeStockSettings } from "../../app/domain/stock/settings/change-stock-settings.ts";
import { control } from "../../sandbox/demo/control.ts";
import { countCalls, forgetCalls } from "../support/stock.ts";
import { begin, Known } from "./model/known.ts";
import { ALL_SOLD, SETTLE } from "./model/rules.ts";
import { anyStep, buy, deliver, pass } from "./model/steps.ts";

/** So many stories at first; `FC_RUNS=500 npm test -- test/stock/model.test.ts` for many, `FC_SEED=7` for others. */
const RUNS = Number(process.env["FC_RUNS"] ?? 10);
/** `FC_SHRINK=no` shows a story that fails as it is. */
const SHRINK = process.env["FC_SHRINK"] !== "no";
/** A story takes some two seconds; one that fails is told again and again until it is short. */
const LONGEST_MS = RUNS * 15_000 + 600_000;

/** Open orders every story begins with, so that much can be sent, returned and cancelled. */
const OPEN = [
  ["MUG", 2],
  ["MUG", 1],
  ["KIT", 1],
] as const;

test(
  "whatever happens in both worlds, and wherever the app is cut off, the shop ends with what may be sold",
  { timeout: LONGEST_MS },
  async () => {
    const story = fc.commands([anyStep], { maxCommands: 50, size: "max" });
    const told = fc.asyncProperty(story, async (steps) => {
      const ends: (() => Promise<void>)[] = [];
      try {
        const world = await begin((end) => ends.push(end));
        const known = new Known(world);
        for (const [sold, pieces] of OPEN) await buy(known, sold, pieces);
        await known.look();
        await fc.asyncModelRun(() => ({ model: known, real: null }), steps);
        await judgeEnd(known);
      } finally {
        for (const end of ends.reverse()) await end();
      }
    });
    await fc.assert(told, { numRuns: RUNS, endOnFailure: !SHRINK });
  },
);

/** Once nothing goes wrong any more, what was held back has settled, and a comparison has been made. */
async function judgeEnd(known: Known): Promise<void> {
  const { world } = known;
  await control(world.warehouse.url, { path: "deliveries/faults", method: "DELETE" });
  known.begin();
  await deliver(known);
  await world.retryNow();
  await world.sweep();
  await pass(known, SETTLE + 1);
  await world.sweep();
  await known.look();
  if (known.kept.sale !== null) await endSale(known);
  const shown = Object.fromEntries(
    await Promise.all(ALL_SOLD.map(async (sold) => [sold, await known.onHand(sold)] as const)),
  );
  expect(shown).toEqual(Object.fromEntries(ALL_SOLD.map((sold) => [sold, known.shown(sold)])));

  await forgetCalls(world);
  await world.sweep();
  await world.sweep();
  expect((await countCalls(world)).writes, "written although nothing changed").toBe(0);
  await known.judgeLedger();
}

/** During it nothing was raised (`Known.look`), and nothing more is shown than may be; afterwards all of it is. */
async function endSale(known: Known): Promise<void> {
  for (const sold of ALL_SOLD)
    expect(await known.onHand(sold), `${sold} at the sale's end`).toBeLessThanOrEqual(known.shown(sold));
  known.kept = { ...known.kept, sale: null };
  await changeStockSettings(known.world.ctx, { saleFrom: null, saleBuffer: 0 });
  await known.world.settle();
  await known.look();
}
