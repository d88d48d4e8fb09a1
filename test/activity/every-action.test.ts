import { describe, expect, onTestFinished, test } from "vitest";
import { everyRow } from "../support/every-table.ts";
import type { AtEnd } from "../support/share.ts";
import type { World } from "../support/world.ts";
import {
  ask,
  discriminatorsOf,
  intentOf,
  knownActions,
  labelOf,
  NAMES,
  notedBy,
  routesWithActions,
  wordsOf,
  type Act,
} from "./actions-bench.ts";
import { ON_CONNECTION, openForConnection } from "./actions-on-connection.ts";
import { ON_FAILURES_AND_VIEWS, openForFailures } from "./actions-on-failures.ts";
import { ON_INBOUNDS, openForInbounds } from "./actions-on-inbounds.ts";
import { ON_PRODUCTS, openForProducts } from "./actions-on-products.ts";
import { ON_RETURNS, openForReturns } from "./actions-on-returns.ts";
import { ON_STOCK, openForStock } from "./actions-on-stock.ts";

const STORIES: [string, (atEnd: AtEnd) => Promise<World>, Act[]][] = [
  ["the connection", openForConnection, ON_CONNECTION],
  ["products", openForProducts, ON_PRODUCTS],
  ["stock", openForStock, ON_STOCK],
  ["returns", openForReturns, ON_RETURNS],
  ["incoming shipments", openForInbounds, ON_INBOUNDS],
  ["failures, tasks and views", openForFailures, ON_FAILURES_AND_VIEWS],
];
const ALL = STORIES.flatMap(([, , acts]) => acts);

/** What only reads, and so leaves no entry; the test sees that no row changes. */
const READING: Record<string, string> = {
  "app.inbounds_.lines": "says what a file would add to a form, which is not saved",
  "app.products_.words preview confirm": "counts what an action on many variants would change",
  "app.products_.words preview unmap": "the same",
  "app.products_.words preview ignore": "the same",
  "app.products_.words preview reset": "the same",
  "app.stock preview": "counts what going live would change",
  "app.work put-away push": "does nothing: the result stays on its page",
  "app.work put-away update": "does nothing: the result stays on its page",
};

describe("what leaves no entry or is taken below is all that staff can do:", () => {
  test("every route that takes an action", async () => {
    expect([...new Set(ALL.map(({ route }) => route))].toSorted()).toEqual(await routesWithActions());
  });

  test("every word that a route takes for what is to be done", async () => {
    for (const route of await routesWithActions()) {
      const taken = ALL.filter((act) => act.route === route).flatMap(({ intent }) => intent.split(" "));
      for (const word of wordsOf(route)) expect(taken, `${route}: ${word}`).toContain(word);
      for (const name of discriminatorsOf(route)) expect(NAMES, route).toContain(name);
    }
  });

  test("every action that attacks and other tests know", () => {
    expect([...new Set(ALL.map(labelOf))].toSorted()).toEqual(knownActions());
  });

  test("what leaves no entry is listed with the reason", () => {
    const reading = ALL.filter(({ noted }) => noted === null).map(labelOf);
    expect(reading.toSorted()).toEqual(Object.keys(READING).toSorted());
  });
});

test.each(STORIES)(
  "each action on %s leaves an entry that names the staff member, unless it only reads",
  async (_of, open, acts) => {
    const world = await open(onTestFinished);
    for (const act of acts) {
      const sent = await act.send(world);
      expect(intentOf(sent.post)).toBe(act.intent);
      if (act.noted === null) await world.settle();
      const before = act.noted === null ? await everyRow(world.services.pool) : null;
      let answer: unknown;
      const noted = await notedBy(world, async () => {
        answer = await ask(world, act.route, sent).catch((thrown: unknown) => thrown);
      });
      const label = `${labelOf(act)} was answered with ${JSON.stringify(answer)}`;
      if (act.noted)
        expect(
          noted.filter((kind) => kind === act.noted),
          label,
        ).toHaveLength(1);
      else {
        expect(noted, label).toEqual([]);
        expect(await everyRow(world.services.pool), label).toEqual(before);
      }
    }
  },
);
