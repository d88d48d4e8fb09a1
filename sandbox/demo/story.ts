import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { control } from "./control.ts";
import { kitStory } from "./kit-story.ts";
import { createMerchant, type Merchant } from "./merchant.ts";
import { quiet, readWorlds, until } from "./observe.ts";
import { lookAtPanel } from "./panel.ts";
import { expect, type Step } from "./play.ts";
import { returnStory } from "./return-story.ts";
import { connectApp, fillWorlds } from "./stage.ts";
import type { DemoWorld } from "./world.ts";

/** The piece the story follows through the warehouse, and how many of it arrive. */
const SKU = "MUG-FOR";
const PIECES = 7;
const EVENT_KINDS = 6;

/** The main story, looked at from outside only: what the shop shows, what the warehouse was asked, what a merchant sees. */
export function mainStory(world: DemoWorld): Step[] {
  const { shopUrl, warehouse } = world;
  const merchant = createMerchant(world);
  const look = () => readWorlds(world);
  const receive = () =>
    control(warehouse.url, { path: "receive", body: { lines: [{ sku: SKU, quantity: PIECES }] } });

  return [
    {
      step: "A wrong access token is refused where it is typed",
      async play() {
        await fillWorlds(world);
        await merchant.open("/app");
        const { locationId } = await look();
        const { webhookKey } = warehouse;
        const page = await merchant.connect({ accessToken: "mistyped", webhookKey, locationId });
        expect(page.includes("refused the access token"), "the form does not say that the token is refused");
        expect(await isUnconnected(merchant), "Home does not ask to connect any more");
        return "the form says so; nothing is saved";
      },
    },
    {
      step: "The app is connected and asks for every event",
      async play() {
        await connectApp(world);
        const { subscriptions } = await until(look, (worlds) => worlds.subscriptions === EVENT_KINDS);
        expect(!(await isUnconnected(merchant)), "Home still asks to connect");
        return `${subscriptions} subscriptions at the warehouse`;
      },
    },
    {
      step: "Until the merchant goes live, the differences are listed and nothing is written",
      async play() {
        const { differing } = await look();
        const listed = `${differing} variants would change.`;
        await until(
          () => merchant.open("/app/stock"),
          (page) => page.includes(listed) && page.includes("Nothing is written into your shop yet"),
        );
        await quiet(world);
        expect((await look()).writes === 0, "the shop was written to");
        return listed;
      },
    },
    {
      step: "Live, variants matched by SKU show the warehouse's stock",
      async play() {
        await merchant.goLive();
        const { matchable, variants } = await until(look, ({ differing }) => differing === 0);
        return `${matchable} of ${variants} variants, all equal`;
      },
    },
    {
      step: "Duplicates, missing SKUs, kits and bundles are left alone",
      async play() {
        const { untouched } = await look();
        const changed = untouched.filter((variant) => variant.changed).map(({ name }) => name);
        expect(changed.length === 0, `changed: ${changed.join(", ")}`);
        return `${untouched.length} variants as they were`;
      },
    },
    {
      step: `The warehouse receives ${PIECES} pieces; the shop shows them`,
      async play() {
        const before = (await look()).onHand(SKU);
        await receive();
        await until(look, ({ onHand }) => onHand(SKU) === before + PIECES);
        return `${SKU}: ${before} → ${before + PIECES} on hand`;
      },
    },
    {
      step: "A wrong signature is refused with 401 and changes nothing",
      async play() {
        await quiet(world);
        const { lastEvent, writes } = await look();
        const signature = createHmac("sha256", "not the key").update(lastEvent.body).digest("base64");
        const headers = { "content-type": "application/json", "x-hook-signature": signature };
        const { status } = await fetch(lastEvent.url, { method: "POST", headers, body: lastEvent.body });
        expect(status === 401, `answered ${status}`);
        await quiet(world);
        expect((await look()).writes === writes, "the shop was written to");
        return "401, no write";
      },
    },
    {
      step: "The same event ten times has the effect of one",
      async play() {
        const { lastEvent, writes } = await look();
        const path = `deliveries/${lastEvent.id}/redeliver`;
        const { statuses } = await control<{ statuses: number[] }>(warehouse.url, {
          path,
          body: { times: 10 },
        });
        expect(
          statuses.every((status) => status === 200),
          `answered ${statuses.join(", ")}`,
        );
        await quiet(world);
        expect((await look()).writes === writes, "the shop was written to again");
        return "ten times 200, no further write";
      },
    },
    {
      step: "A worker killed between the 200 and the write loses nothing",
      async play() {
        const before = (await look()).onHand(SKU);
        const hold = { method: "GET", path: "/fulfilment/", times: 1, action: { kind: "hold" } };
        await control(warehouse.url, { path: "faults", body: hold });
        await receive();
        await until(look, ({ held, pendingEvents }) => held > 0 && pendingEvents === 0);
        await world.worker.kill();
        await control(warehouse.url, { path: "release", body: {} });
        expect((await look()).onHand(SKU) === before, "it was written before the worker was killed");
        await world.worker.start();
        await until(look, ({ onHand }) => onHand(SKU) === before + PIECES);
        return `${SKU}: ${before} → ${before + PIECES} on hand, by the next worker`;
      },
    },
    ...returnStory(world, SKU),
    kitStory(world),
    {
      step: "The panel shows it, in a real browser",
      async play() {
        const onHand = (await look()).onHand(SKU);
        return lookAtPanel({ adminUrl: `${shopUrl}/store/demo/apps/dockline`, sku: SKU, onHand });
      },
    },
    {
      step: "No request left this machine",
      async play() {
        const refused = readFileSync(world.refusedLog, { encoding: "utf8", flag: "a+" }).trim();
        expect(refused === "", `tried: ${refused.split("\n").join("; ")}`);
        return "none was tried";
      },
    },
  ];
}

async function isUnconnected(merchant: Merchant): Promise<boolean> {
  return (await merchant.open("/app")).includes("Connect your warehouse");
}
