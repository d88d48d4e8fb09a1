import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, FrameLocator, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { watchRequests } from "../../scripts/lib/at-rest.ts";
import { launchChromium } from "../../scripts/lib/chromium.ts";
import { createMerchant } from "../../sandbox/demo/merchant.ts";
import { readWorlds, until } from "../../sandbox/demo/observe.ts";
import { connectApp, fillWorlds } from "../../sandbox/demo/stage.ts";
import { startDemoWorld, type DemoWorld } from "../../sandbox/demo/world.ts";
import { onFailure } from "./on-failure.ts";

export const WIDE = { width: 1280, height: 860 };
export const NARROW = { width: 375, height: 812 };

/** The demo's world, filled and not yet installed, with a browser to look at it. */
export interface PanelWorld {
  world: DemoWorld;
  /** A new window of this size, as a merchant's whose admin speaks a language. */
  open(size?: typeof WIDE, options?: { locale?: string }): Promise<Window>;
  stop(): Promise<void>;
}

export interface Window {
  page: Page;
  /** The app inside the mini admin. */
  panel: FrameLocator;
  /** Goes to a path of the app, as the merchant's admin would open it, and waits until the page listens. */
  goTo(path: string): Promise<void>;
  /** Waits until nothing the page asked for is on its way. */
  atRest(): Promise<void>;
  /** The admin's bar for what is changed and not saved. */
  saveBar: Locator;
  /** What the browser complained about. */
  complaints: string[];
  /** Rules of WCAG 2.2 AA the page breaks, in this window's present state. */
  barriers(): Promise<string[]>;
}

/** As a merchant who has got over the first days: the app is installed and connected, and the shop shows all stock. */
export async function connectLive(world: DemoWorld): Promise<void> {
  await connectApp(world);
  await createMerchant(world).goLive();
  await until(
    () => readWorlds(world),
    ({ differing }) => differing === 0,
  );
}

/**
 * Has the page's timers of the next while run, and waits until what they ask for has been asked. To be used in windows whose
 * `page.clock` was installed before the page came.
 */
export async function passTime({ page, panel }: Window, ms: number): Promise<void> {
  await page.clock.runFor(ms);
  await panel.locator("html").evaluate(askPlainly, MARKER);
}

/** What `passTime` asks last. */
export const MARKER = "/healthz";

/** Without App Bridge, which asks for a token before each `fetch`. */
function askPlainly(_: Element, path: string): Promise<void> {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.onloadend = () => done();
    request.open("GET", path);
    request.send();
  });
}

/** What stands in a window now has no barriers, nothing to complain about, and fits its width. */
export async function expectNothingWrong({ atRest, panel, barriers, complaints }: Window): Promise<void> {
  await atRest();
  // A component that measures itself, as tabs do, is finished a frame after the page.
  await panel.locator("html").evaluate(nextFrames);
  expect(await barriers()).toEqual([]);
  expect(complaints).toEqual([]);
  // Of the app's own document: the admin around it is as wide as the window, whatever stands in its frame.
  const beyond = await panel.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(beyond).toBeLessThanOrEqual(0);
}

/** `env`: settings of the app besides those it needs. */
export async function startPanelWorld(env: Record<string, string> = {}): Promise<PanelWorld> {
  const home = mkdtempSync(join(tmpdir(), "dockline-panel-"));
  const lost: string[] = [];
  const world = await startDemoWorld({
    home,
    fresh: true,
    env,
    usualPorts: false,
    say: () => undefined,
    onLost: (message) => lost.push(message),
  });
  await fillWorlds(world);
  const browser = await launchChromium();
  return {
    world,
    open: (size = WIDE, { locale = "en" } = {}) =>
      openWindow(browser, { size, locale, admin: `${world.shopUrl}/store/demo/apps/dockline` }),
    async stop() {
      await browser.close();
      await world.stop();
      rmSync(home, { recursive: true, force: true });
      if (lost.length > 0) throw new Error(lost.join("\n"));
    },
  };
}

async function openWindow(
  browser: Browser,
  { size, locale, admin }: { size: typeof WIDE; locale: string; admin: string },
): Promise<Window> {
  const context = await browser.newContext({
    viewport: size,
    reducedMotion: "reduce",
  });
  await context.addCookies([{ name: "locale", value: locale, url: new URL(admin).origin }]);
  const page = await context.newPage();
  const atRest = watchRequests(page);
  page.setDefaultTimeout(60_000);
  const panel = page.frameLocator("iframe");
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  // Where a page did not come to show what a test waits for, what it showed instead is the first question.
  const forget = onFailure(async () => {
    const shown = page
      .frames()
      .map((frame) => frame.locator("body").innerText({ timeout: 2_000 }).catch(String));
    return [`At ${new URL(page.url()).pathname} stood:`, ...(await Promise.all(shown)), ...complaints].join(
      "\n",
    );
  });
  page.on("close", forget);
  return {
    page,
    panel,
    saveBar: page.getByRole("region", { name: "Unsaved changes" }),
    async goTo(path) {
      await page.goto(admin + path);
      // Where the app is not installed, the shop asks about that first, on a page of its own.
      const listens = async () =>
        (await page.locator("iframe").count()) === 0 || panel.locator("html").evaluate(isTakenOver);
      await until(() => listens().catch(() => false), Boolean);
    },
    atRest,
    complaints,
    async barriers() {
      const found = await new AxeBuilder({ page })
        .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
        .analyze();
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target }) => `${id}: ${target.join(" ")}`),
      );
    },
  };
}

/**
 * The server's page is seen before its script has run, and what is clicked until then is lost. React marks the
 * elements it has taken over, the outermost last.
 */
function isTakenOver(): boolean {
  return Object.keys(document.documentElement).some((key) => key.startsWith("__react"));
}

function nextFrames(): Promise<void> {
  return new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => seen())));
}
