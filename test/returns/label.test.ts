import { describe, expect, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import { readTimeline } from "../../app/domain/timeline/timeline.ts";
import { remakeLabel, retryLabel } from "../../app/domain/returns/label/redo-label.ts";
import { inbounds, kept, shown, step, timeline } from "../support/returns.ts";
import type { World } from "../support/world.ts";
import {
  choose,
  countLabels,
  faultyLabels,
  fileAt,
  labels,
  mailsAbout,
  mugBack,
  mugs,
  stand,
  takeCalls,
  twoParcelsBack,
} from "./labels.ts";

const labelOf = async (world: World) => {
  const [inbound] = await inbounds(world);
  return fileAt(`${world.warehouse.url}/_sandbox/inbounds/${inbound!.ref}/label.pdf`);
};

/** How often the warehouse was asked for a label, also where it gave none. */
async function labelReads({ warehouse }: World): Promise<number> {
  const requests = await control<{ path: string }[]>(warehouse.url, { path: "requests" });
  return requests.filter(({ path }) => path.endsWith("/label")).length;
}

/** Another label than the warehouse's own, as the interface gives it. */
const OTHER = Buffer.from("%PDF-1.7\nanother one\n%%EOF\n");
const another = { kind: "body", body: OTHER.toString("base64") };

describe("an approved return", () => {
  test("gets the warehouse's label, and the shopper one mail with it", async () => {
    const world = await mugs();
    await takeCalls(world);
    const back = await mugBack(world);
    await world.settle();

    const [[url]] = (await labels(world, back)) as [string[]];
    // The sandbox's storage would have refused a form in another order, or with the access token.
    expect(await fileAt(url)).toEqual(await labelOf(world));
    expect(await mailsAbout(world, back)).toBe(1);
    expect(await kept(world, back)).toMatchObject({ label: "ready", stage: "labelled", needs: [] });
    expect(await timeline(world, back)).toContain("label-attach done");
    const { shop, warehouse } = await takeCalls(world);
    expect(warehouse).toMatchObject({ "POST inbounds": 1, "GET inbounds/:ref/label": 1 });
    expect(shop).toMatchObject({ stagedUploadsCreate: 1, reverseDeliveryCreateWithShipping: 1 });
  });

  test("keeps that one label, however often the shop speaks of the return", async () => {
    const world = await mugs();
    const back = await mugBack(world);
    await world.settle();
    const before = await labels(world, back);
    for (let time = 0; time < 3; time++) {
      await step(world, back, "lines", { change: [{ id: back.lines[0]!.id, quantity: 1 }] });
      await world.sweep();
    }
    expect(await labels(world, back)).toEqual(before);
    expect(await mailsAbout(world, back)).toBe(1);
  });

  test("gets no mail where the merchant switched that off", async () => {
    const world = await mugs();
    await choose(world, { notify: false });
    const back = await mugBack(world);
    await world.settle();
    expect(await countLabels(world, back)).toEqual([1]);
    expect(await mailsAbout(world, back)).toBe(0);
  });

  test("gets no label where the merchant switched that off, until the merchant asks for this one", async () => {
    const world = await mugs();
    await choose(world, { label: false });
    const back = await mugBack(world);
    await world.settle();
    expect(await countLabels(world, back)).toEqual([0]);
    expect(await stand(world, back)).toBe("none");

    expect(await remakeLabel(world.ctx, { returnId: back.id })).toEqual({ outcome: "asked" });
    await world.settle();
    expect(await countLabels(world, back)).toEqual([1]);
    expect(await mailsAbout(world, back)).toBe(1);
  });

  test("with a label of somebody else's gets none, and the timeline says so once", async () => {
    const world = await mugs();
    const back = await mugBack(world);
    await step(world, back, "deliveries", { label: "https://labels.example/1.pdf" });
    await world.settle();
    await world.sweep();
    await step(world, back, "lines", { change: [{ id: back.lines[0]!.id, quantity: 1 }] });
    await world.settle();

    expect(await labels(world, back)).toEqual([["https://labels.example/1.pdf"]]);
    expect(await mailsAbout(world, back)).toBe(1); // Theirs.
    expect(await stand(world, back)).toBe("theirs");
    expect((await timeline(world, back)).filter((kind) => kind.startsWith("label"))).toEqual([
      "label-theirs",
    ]);
  });

  test("whose parcel the merchant noted by its tracking gets the label on that, and the tracking stays", async () => {
    const world = await mugs();
    const back = await mugBack(world);
    const tracking = { number: "PARCEL-7", url: "https://track.example/7" };
    await step(world, back, "deliveries", { tracking, notify: false });
    await world.settle();

    const [work] = (await shown(world, back)).reverseFulfillmentOrders;
    expect(work?.deliveries).toEqual([
      expect.objectContaining({ tracking, label: expect.objectContaining({}) as object }),
    ]);
    expect(await mailsAbout(world, back)).toBe(1);
    expect(await stand(world, back)).toBe("ready");
  });

  test("that went out in two parcels gets a label for each, and the shopper one mail", async () => {
    const world = await mugs();
    const back = await twoParcelsBack(world);
    await takeCalls(world);
    await world.settle();
    expect(await countLabels(world, back)).toEqual([1, 1]);
    expect(await mailsAbout(world, back)).toBe(1);
    expect((await takeCalls(world)).shop).toMatchObject({ stagedUploadsCreate: 1 });
  });

  test("of which one parcel has somebody else's label gets ours for the other", async () => {
    const world = await mugs();
    const back = await twoParcelsBack(world);
    const [first] = back.reverseFulfillmentOrders;
    await step(world, back, "deliveries", {
      ...{ lines: [{ id: first!.lines[0]!.id }], label: "https://labels.example/1.pdf", notify: false },
    });
    await world.settle();
    const [[theirs], [ours]] = (await labels(world, back)) as [string[], string[]];
    expect(theirs).toBe("https://labels.example/1.pdf");
    expect(await fileAt(ours)).toEqual(await labelOf(world));
    expect(await mailsAbout(world, back)).toBe(1);
  });
});

describe("a label the warehouse", () => {
  test("does not have yet is waited for, in growing gaps, and put there when it has", async () => {
    const world = await mugs();
    await faultyLabels(world, { kind: "status", status: 404 });
    const back = await mugBack(world);
    await world.settle();
    expect(await stand(world, back)).toBe("waiting: not-there");
    expect(await kept(world, back)).toMatchObject({ stage: "announced", needs: [] });

    const before = await labelReads(world);
    for (let minute = 0; minute < 32; minute++) {
      await world.pass(1);
      await world.settle();
    }
    // After 1, 2, 4, 8, 16 and 32 minutes, roughly.
    const reads = (await labelReads(world)) - before;
    expect(reads).toBeGreaterThanOrEqual(5);
    expect(reads).toBeLessThanOrEqual(8);

    await world.clearFaults();
    await world.retryNow();
    expect(await stand(world, back)).toBe("ready");
    expect(await mailsAbout(world, back)).toBe(1);
    expect((await timeline(world, back)).filter((kind) => kind.startsWith("label"))).toEqual([
      "label-waits",
      "label-attach done",
    ]);
  });

  test("says is ready is put there at once", async () => {
    const world = await mugs();
    await world.atWarehouse("behaviours", { labelDelayMs: null });
    const back = await mugBack(world);
    await world.settle();
    expect(await stand(world, back)).toBe("waiting: not-there");
    const [inbound] = await inbounds(world);
    await world.atWarehouse(`inbounds/${inbound!.ref}/label`, { readyInMs: 0 });
    await world.settle();
    expect(await stand(world, back)).toBe("ready");
    expect(await mailsAbout(world, back)).toBe(1);
  });

  test("does not have after a day needs the merchant, until it comes", async () => {
    const world = await mugs();
    await world.atWarehouse("behaviours", { labelDelayMs: null });
    const back = await mugBack(world);
    await world.settle();
    await world.pass(23 * 60);
    await world.retryNow();
    expect((await kept(world, back))?.needs).toEqual([]);
    await world.pass(2 * 60);
    await world.retryNow();
    expect((await kept(world, back))?.needs).toEqual([{ kind: "label" }]);
    const [inbound] = await inbounds(world);
    await world.atWarehouse(`inbounds/${inbound!.ref}/label`, { readyInMs: 0 });
    await world.settle();
    expect(await kept(world, back)).toMatchObject({ label: "ready", needs: [] });
  });

  const pdf = OTHER.toString("base64");
  test.each([
    ["sends empty", { kind: "body", body: "" }, "empty"],
    ["sends as a page for people", { kind: "body", body: "<html>Sorry</html>" }, "not-base64"],
    ["sends as a picture", { kind: "body", body: "iVBORw0KGgo=" }, "not-pdf"],
    ["cuts off", { kind: "body", body: Buffer.from("%PDF-1.7\n1 0 obj").toString("base64") }, "cut-off"],
    ["sends too large", { kind: "body", body: pdf.repeat(200_000) }, "too-large"],
    [
      "refuses",
      { kind: "status", status: 409, body: { code: "no-label", message: "No carrier for this." } },
      "warehouse-refused",
    ],
  ])("%s has failed with that reason, and is ready once tried again", async (_how, action, reason) => {
    const world = await mugs();
    await faultyLabels(world, action);
    const back = await mugBack(world);
    await world.settle();
    expect(await stand(world, back)).toBe(`failed: ${reason}`);
    expect(await kept(world, back)).toMatchObject({
      ...{ needs: [{ kind: "label" }], needsPerson: true },
      labelWords: reason === "warehouse-refused" ? "No carrier for this." : null,
    });
    expect(await countLabels(world, back)).toEqual([0]);

    await world.clearFaults();
    expect(await retryLabel(world.ctx, { returnId: back.id })).toEqual({ outcome: "asked" });
    await world.settle();
    expect(await stand(world, back)).toBe("ready");
    expect(await kept(world, back)).toMatchObject({ needs: [], labelWords: null, labelSince: null });
    expect(await mailsAbout(world, back)).toBe(1);
  });

  test("fails to give leaves the return announced all the same, and follows by itself", async () => {
    const world = await mugs();
    await faultyLabels(world, { kind: "status", status: 503 });
    const back = await mugBack(world);
    await world.settle();
    expect(await kept(world, back)).toMatchObject({ inboundStatus: "new", stage: "announced" });
    expect(await stand(world, back)).toBe("waiting: interrupted");

    await world.clearFaults();
    await world.retryNow();
    expect(await stand(world, back)).toBe("ready");
    expect(await inbounds(world)).toHaveLength(1);
  });
});

describe("a label the merchant wants made anew", () => {
  test("takes the place of ours, and the shopper gets one mail with it", async () => {
    const world = await mugs();
    const back = await mugBack(world);
    await world.settle();
    const [[before]] = (await labels(world, back)) as [string[]];

    await faultyLabels(world, another);
    for (let times = 0; times < 2; times++)
      expect(await remakeLabel(world.ctx, { returnId: back.id })).toEqual({ outcome: "asked" });
    await world.settle();
    const [[after]] = (await labels(world, back)) as [string[]];
    expect(after).not.toBe(before);
    expect(await fileAt(after)).toEqual(OTHER);
    expect(await countLabels(world, back)).toEqual([1]);
    expect(await mailsAbout(world, back)).toBe(2);
    expect(await kept(world, back)).toMatchObject({ label: "ready", labelAnew: false });
    expect(await timeline(world, back)).toContain("label-replace done");
  });

  test("and that cannot be had says so, and follows when it can", async () => {
    const world = await mugs();
    const back = await mugBack(world);
    await world.settle();
    await faultyLabels(world, { kind: "body", body: "" });
    await remakeLabel(world.ctx, { returnId: back.id });
    await world.settle();
    expect(await stand(world, back)).toBe("failed: empty");
    expect(await countLabels(world, back)).toEqual([1]);

    await world.clearFaults();
    await faultyLabels(world, another);
    await retryLabel(world.ctx, { returnId: back.id });
    await world.settle();
    expect(await stand(world, back)).toBe("ready");
    expect(await fileAt((await labels(world, back))[0]![0])).toEqual(OTHER);
    expect(await mailsAbout(world, back)).toBe(2);
  });

  test("does not take the place of somebody else's", async () => {
    const world = await mugs();
    const back = await mugBack(world);
    await step(world, back, "deliveries", { label: "https://labels.example/1.pdf" });
    await world.settle();
    await remakeLabel(world.ctx, { returnId: back.id });
    await world.settle();
    expect(await labels(world, back)).toEqual([["https://labels.example/1.pdf"]]);
    expect(await kept(world, back)).toMatchObject({ label: "theirs", labelAnew: false });
  });

  test("is made of no return that is over, nor of another shop's", async () => {
    const world = await mugs();
    const back = await mugBack(world);
    await world.settle();
    const other = world.services.openShop("other.myshopify.com");
    expect(await remakeLabel(other, { returnId: back.id })).toEqual({ outcome: "not-possible" });
    await step(world, back, "close");
    await world.settle();
    expect(await remakeLabel(world.ctx, { returnId: back.id })).toEqual({ outcome: "not-possible" });
    expect(await retryLabel(world.ctx, { returnId: back.id })).toEqual({ outcome: "not-possible" });
  });
});

test("once the goods are there, nobody waits for a label any more", async () => {
  const world = await mugs();
  await faultyLabels(world, { kind: "body", body: "" });
  const back = await mugBack(world);
  await world.settle();
  expect(await stand(world, back)).toBe("failed: empty");
  const [inbound] = await inbounds(world);
  await world.atWarehouse("receive", { inboundRef: inbound!.ref, lines: [{ sku: "MUG", quantity: 1 }] });
  await retryLabel(world.ctx, { returnId: back.id });
  await world.settle();
  expect(await stand(world, back)).toBe("none");
  expect(await countLabels(world, back)).toEqual([0]);
});

test("the timeline tells of the label without a word of the warehouse's or the shopper's", async () => {
  const world = await mugs();
  await faultyLabels(world, { kind: "status", status: 409, body: { message: "Robin Shopper is unknown." } });
  const back = await mugBack(world);
  await world.settle();
  const entries = await readTimeline(world.ctx, { subject: back.id });
  expect(entries.map(({ kind }) => kind)).toContain("label-failed");
  expect(JSON.stringify(entries)).not.toContain("Robin");
});
