import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { followReturn } from "../../app/domain/returns/follow-return.ts";
import { remakeLabel } from "../../app/domain/returns/label/redo-label.ts";
import { ShopifyError } from "../../app/shopify/errors.ts";
import { followedUntil, inbounds, kept, timeline } from "../support/returns.ts";
import { SHOP, type World } from "../support/world.ts";
import {
  countLabels,
  faultyLabels,
  labels,
  mailsAbout,
  mugBack,
  mugs,
  stand,
  twoParcelsBack,
} from "./labels.ts";

/*
 * The upload to the shop's storage is no call of its own here: killed before it is killed after staging, killed after it
 * is killed before the next call, and between the two there is nothing else.
 */

/** As after any interruption: the job is tried again, and once more when nothing under way can arrive any more. */
async function goOn(world: World, returnId: string): Promise<void> {
  await followReturn(world.ctx, { returnId });
  await world.pass(2);
  await followReturn(world.ctx, { returnId });
}

describe.each(["before", "after"] as const)("killed %s any of its calls", (when) => {
  test.each([
    ["one parcel", mugBack, [1]],
    ["two parcels", twoParcelsBack, [1, 1]],
  ])(
    "the app puts one label on each and the customer gets one email: %s",
    { tags: ["proof"] },
    async (_what, sendBack, each) => {
      const world = await mugs();
      let returns = 0;
      for (let call = 1; ; call++) {
        const back = await sendBack(world);
        returns++;
        const wasCut = await followedUntil(world, { returnId: back.id, call, when });
        await goOn(world, back.id);
        expect(await countLabels(world, back), `call ${call}`).toEqual(each);
        expect(await mailsAbout(world, back), `call ${call}`).toBe(1);
        expect(await stand(world, back), `call ${call}`).toBe("ready");
        if (!wasCut) break;
      }
      expect(returns).toBeGreaterThan(12);
    },
  );

  test("the app makes a new label, and the customer gets one email with it", async () => {
    const world = await mugs();
    const back = await mugBack(world);
    await world.settle();
    let before = (await labels(world, back))[0]![0];
    for (let call = 1; ; call++) {
      await remakeLabel(world.ctx, { returnId: back.id });
      const wasCut = await followedUntil(world, { returnId: back.id, call, when });
      await goOn(world, back.id);
      const [[now]] = (await labels(world, back)) as [string[]];
      expect(now, `call ${call}`).not.toBe(before);
      before = now;
      expect(await countLabels(world, back), `call ${call}`).toEqual([1]);
      expect(await mailsAbout(world, back), `call ${call}`).toBe(1 + call);
      expect(await kept(world, back), `call ${call}`).toMatchObject({ label: "ready", labelAnew: false });
      if (!wasCut) break;
    }
  });
});

const lost = { kind: "reset" };
const graphql = { method: "POST", path: "/graphql.json" };

/** What following a return asks of the shop: to show it, to say which location shipped it, to stage the label, to put it there. */
const QUESTIONS = ["show", "locate", "stage", "attach"] as const;
const goneWrong = (question: (typeof QUESTIONS)[number], when: "request" | "answer") => ({
  ...{ ...graphql, when, skip: QUESTIONS.indexOf(question), times: 1, action: lost },
});

/** Follows a return, alone with the shop. @returns what went wrong, in the app's own words. */
async function followed(world: World, { id: returnId }: { id: string }): Promise<string | undefined> {
  return followReturn(world.ctx, { returnId }).then(
    () => undefined,
    (error: unknown) => (error instanceof ShopifyError ? error.code : String(error)),
  );
}

describe.each(["request", "answer"] as const)("a lost %s", (when) => {
  test.each(QUESTIONS)("of the question to %s makes no second label and no second mail", async (question) => {
    const world = await mugs();
    const back = await mugBack(world);
    await world.atShop("faults", goneWrong(question, when));
    // What is only read is asked again at once; the others are left to the next run.
    const isRead = question === "show" || question === "locate";
    expect(await followed(world, back)).toBe(isRead ? undefined : "unavailable");
    for (let time = 0; time < 2; time++) {
      await world.pass(2);
      await world.settle();
      await followReturn(world.ctx, { returnId: back.id });
    }
    expect(await countLabels(world, back)).toEqual([1]);
    expect(await mailsAbout(world, back)).toBe(1);
    expect(await stand(world, back)).toBe("ready");
    expect(await inbounds(world)).toHaveLength(1);
  });
});

test("a label whose answer was lost is not sent again before it is known what became of it", async () => {
  const world = await mugs();
  const back = await mugBack(world);
  await world.atShop("faults", goneWrong("attach", "request"));
  expect(await followed(world, back)).toBe("unavailable");
  expect(await stand(world, back)).toBe("waiting: interrupted");
  await world.settle();
  expect(await stand(world, back)).toBe("waiting: unanswered");
  expect(await mailsAbout(world, back)).toBe(0);

  await world.pass(2);
  await world.settle();
  expect(await stand(world, back)).toBe("ready");
  expect(await mailsAbout(world, back)).toBe(1);
  const labelled = (await timeline(world, back)).filter((kind) => kind.startsWith("label-attach"));
  expect(labelled).toEqual(["label-attach lost", "label-attach done"]);
});

test("a label that did arrive is found at the next look, without waiting", async () => {
  const world = await mugs();
  const back = await mugBack(world);
  await world.atShop("faults", goneWrong("attach", "answer"));
  expect(await followed(world, back)).toBe("unavailable");
  await world.settle();
  expect(await stand(world, back)).toBe("ready");
  expect((await timeline(world, back)).filter((kind) => kind.startsWith("label-attach"))).toEqual([
    "label-attach done",
  ]);
});

const atStorage = { method: "POST", path: "^/staged-uploads" };

describe("the shop's storage", () => {
  test.each([
    ["fails", { kind: "status", status: 500 }, "waiting: interrupted"],
    ["drops the connection", { kind: "reset" }, "waiting: interrupted"],
    ["is busy", { kind: "status", status: 429 }, "waiting: interrupted"],
    ["refuses", { kind: "status", status: 403 }, "failed: storage-refused"],
    ["answers with something else than 201", { kind: "status", status: 200 }, "waiting: interrupted"],
    [
      "sends us elsewhere",
      { kind: "status", status: 303, headers: { location: "/" } },
      "waiting: interrupted",
    ],
  ])("%s: the label is not on the return, and gets there later", async (_how, action, says) => {
    const world = await mugs();
    await world.atShop("faults", { ...atStorage, action });
    const back = await mugBack(world);
    await world.settle();
    expect(await stand(world, back)).toBe(says);
    expect(await countLabels(world, back)).toEqual([0]);
    expect(await mailsAbout(world, back)).toBe(0);

    await world.clearFaults();
    await world.retryNow();
    expect(await stand(world, back)).toBe("ready");
    expect(await mailsAbout(world, back)).toBe(1);
  });

  test("is slow: the label comes when it has taken it", async () => {
    const world = await mugs();
    await world.atShop("faults", { ...atStorage, action: { kind: "hold" } });
    const back = await mugBack(world);
    const settled = world.settle();
    await world.held();
    expect(await countLabels(world, back)).toEqual([0]);
    await world.atShop("release", {});
    await settled;
    expect(await countLabels(world, back)).toEqual([1]);
    expect(await mailsAbout(world, back)).toBe(1);
  });

  test("is frozen: it is given up after a while, and asked again later", { tags: ["proof"] }, async () => {
    const world = await mugs();
    await world.atShop("faults", { ...atStorage, action: { kind: "silence" }, times: 1 });
    const back = await mugBack(world);
    await world.settle();
    expect(await stand(world, back)).toBe("waiting: interrupted");
    await world.retryNow();
    expect(await stand(world, back)).toBe("ready");
    expect(await mailsAbout(world, back)).toBe(1);
  });
});

test("what goes wrong on the way says nothing of the customer or of the label", async () => {
  const world = await mugs();
  const said: unknown[] = [];
  for (const fault of [
    () => world.atShop("faults", { ...atStorage, action: { kind: "status", status: 500 } }),
    () => world.atShop("faults", goneWrong("stage", "answer")),
    () => world.atShop("faults", goneWrong("attach", "answer")),
    () => faultyLabels(world, { kind: "status", status: 503, body: { message: "Robin Shopper, oh no" } }),
  ]) {
    const back = await mugBack(world);
    await fault();
    await followReturn(world.ctx, { returnId: back.id }).catch((error: unknown) => said.push(error));
    await world.clearFaults();
  }
  expect(said).toHaveLength(4);
  const { rows } = await world.services.pool.query("SELECT * FROM graphile_worker._private_jobs");
  const entries = await world.services.db.timelineEntry.findMany({ where: { shop: SHOP } });
  const text = inspect([said, rows, entries], { depth: 20, maxStringLength: null, maxArrayLength: null });
  expect(text).not.toMatch(/Robin|robin\.shopper|Nowhere Street|JVBERi|%PDF/);
});
