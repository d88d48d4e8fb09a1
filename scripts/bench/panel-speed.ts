import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Frame, FrameLocator, Locator } from "playwright-core";
import { connectApp, fillWorlds } from "../../sandbox/demo/stage.ts";
import { startDemoWorld } from "../../sandbox/demo/world.ts";
import { watchRequests } from "../lib/at-rest.ts";
import { launchChromium } from "../lib/chromium.ts";
import { median, type Figure } from "./figure.ts";
import { fillPanel } from "./fill-panel.ts";

/** Shopify's measures for apps that feel fast; times in milliseconds. */
const GOALS = { lcp: 2500, cls: 0.1, inp: 200 };
/** A merchant's computer is slower than a server. */
const SLOWER = 4;
/** How long a finger stays on a button. */
const PRESSED_MS = 60;
/** The page with the least on it, as the floor of what any page takes. */
const BARE = "/app/no-such-page";

type Act = (panel: FrameLocator) => Promise<void>;
interface Visit {
  lcp: number;
  cls: number;
  inp: number;
}

/** Each page, and what a merchant does there first. */
const PAGES: Record<string, Act | undefined> = {
  "/app": undefined,
  "/app/products": search("thing number 77"),
  "/app/products/46000000000001": undefined,
  "/app/stock": tab(1),
  "/app/returns": search("#1042"),
  "/app/returns/70001": undefined,
  "/app/inbounds": tab(1),
  "/app/inbounds/new": async (panel) => panel.getByRole("textbox").first().pressSequentially("Mill"),
  "/app/mappings": undefined,
  "/app/activity": tab(1),
  "/app/activity/support": undefined,
  "/app/problems": undefined,
  "/app/setup": undefined,
  "/app/connect": undefined,
  "/app/settings": undefined,
  "/app/settings/stock": async (panel) => panel.getByRole("textbox").first().pressSequentially("1"),
  "/app/settings/products": undefined,
  "/app/settings/returns": undefined,
  "/app/settings/privacy": undefined,
};

function search(text: string): Act {
  return async (panel) => {
    await press(panel.getByRole("button", { name: "Search and filter results" }));
    await panel.getByRole("textbox").first().pressSequentially(text);
  };
}

function tab(index: number): Act {
  return (panel) => press(panel.getByRole("tab").nth(index));
}

/**
 * As a person does it: the pointer comes to rest on what is pressed, and what that shows is shown. A machine's comes, presses
 * and lets go in one go, and all of it together counts as the answer to the press.
 */
async function press(target: Locator): Promise<void> {
  await target.hover();
  await untilIdle((await (await target.elementHandle()).ownerFrame())!);
  await target.click({ delay: PRESSED_MS });
}

/** The browser has nothing left to do: before, nobody could have read the page, and React may not have taken it over. */
async function untilIdle(frame: Frame): Promise<void> {
  await frame.evaluate(() => new Promise((done) => requestIdleCallback(done)));
}

/**
 * How soon the panel's pages are there (LCP), how still they stand (CLS) and how soon they answer (INP), in a Chromium
 * slowed down four times, in a shop of a hundred thousand variants and ten thousand returns. The floor is the panel's
 * barest page.
 */
export async function panelSpeed({ quick }: { quick: boolean }): Promise<Figure[]> {
  const home = join(tmpdir(), "panel-speed");
  const quiet = () => undefined;
  const world = await startDemoWorld({ home, fresh: true, usualPorts: false, say: quiet, onLost: quiet });
  const browser = await launchChromium();
  try {
    await fillWorlds(world);
    await connectApp(world);
    // Nothing is to change while it is measured, and the worlds know nothing of what is made up.
    await world.worker.kill();
    const shop = { url: world.ownerUrl, home, shop: "demo.myshopify.com" };
    await fillPanel({ ...shop, variants: quick ? 10_000 : 100_000, returns: quick ? 1_000 : 10_000 });

    const admin = `${world.shopUrl}/store/demo/apps/dockline`;
    const see = async (path: string, act?: Act) => {
      const visits: Visit[] = [];
      for (let round = 0; round < (quick ? 1 : 5); round++)
        visits.push(await visit(browser, { url: admin + path, act }));
      return (measure: keyof Visit) => median(visits.map((one) => one[measure]));
    };
    const bare = await see(BARE);
    const figures: Figure[] = [];
    for (const [path, act] of Object.entries(PAGES)) {
      const measured = await see(path, act);
      figures.push({
        name: `panel-speed: LCP of ${path}`,
        measured: `${Math.round(measured("lcp"))} ms`,
        floor: `${Math.round(bare("lcp"))} ms`,
        ratio: measured("lcp") / bare("lcp"),
        ...{ goal: `≤ ${GOALS.lcp} ms`, met: measured("lcp") <= GOALS.lcp },
      });
      figures.push({
        name: `panel-speed: CLS of ${path}`,
        measured: measured("cls").toFixed(3),
        ...{ goal: `≤ ${GOALS.cls}`, met: measured("cls") <= GOALS.cls },
      });
      if (act)
        figures.push({
          name: `panel-speed: INP of ${path}`,
          measured: `${Math.round(measured("inp"))} ms`,
          ...{ goal: `≤ ${GOALS.inp} ms`, met: measured("inp") <= GOALS.inp },
        });
    }
    return figures;
  } finally {
    await browser.close();
    await world.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** One look at a page, from an empty cache, of which the frame with the app is measured. */
async function visit(browser: Browser, { url, act }: { url: string; act: Act | undefined }): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  try {
    const page = await context.newPage();
    const atRest = watchRequests(page);
    await page.addInitScript(observe);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.goto(url);
    await atRest();
    const panel = page.frameLocator("iframe");
    const frame = page.frames().find((one) => one.parentFrame() === page.mainFrame())!;
    await untilIdle(frame);
    if (act) await act(panel);
    // Whatever the act set off is to be over: pages read themselves again every two seconds.
    await page.waitForTimeout(2500);
    return await frame.evaluate(() => (window as unknown as { seen: Visit }).seen);
  } finally {
    await context.close();
  }
}

/** Runs in the browser before anything else there: notes what it observes where `visit` finds it. */
function observe(): void {
  const seen = { lcp: 0, cls: 0, inp: 0 };
  (window as unknown as { seen: Visit }).seen = seen;
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; interactionId: number };
  const watch = (
    options: PerformanceObserverInit & { durationThreshold?: number },
    note: (entry: Entry) => void,
  ) =>
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => note(entry as Entry))).observe({
      ...options,
      buffered: true,
    });
  watch({ type: "largest-contentful-paint" }, ({ startTime }) => (seen.lcp = startTime));
  watch({ type: "layout-shift" }, ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.cls += value;
  });
  watch({ type: "event", durationThreshold: 16 }, ({ interactionId, duration }) => {
    if (interactionId) seen.inp = Math.max(seen.inp, duration);
  });
}
