import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type FrameLocator,
  type Locator,
  type Page,
} from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";
import { watchRequests } from "../../scripts/lib/at-rest.ts";
import { launchChromium } from "../../scripts/lib/chromium.ts";
import { control } from "../../sandbox/demo/control.ts";
import { createMerchant } from "../../sandbox/demo/merchant.ts";
import { readWorlds, until } from "../../sandbox/demo/observe.ts";
import { connectApp, fillWorlds } from "../../sandbox/demo/stage.ts";
import { startDemoWorld, type DemoStore, type DemoWorld } from "../../sandbox/demo/world.ts";
import { findBarriers, WCAG_22_AA } from "./barriers.ts";
import { createDatabase, ownerUrlOf } from "./database.ts";
import { onFailure } from "./on-failure.ts";
import { share, type AtEnd } from "./share.ts";
import type { SharedWorld } from "./shared-world.ts";

export const WIDE = { width: 1280, height: 860 };
export const NARROW = { width: 375, height: 812 };

/** A store with the demo's goods in which the app is not yet installed, and a browser to look at it. */
export interface Stage {
  store: DemoStore;
  /** Of the app that the store has, for the app's role. */
  databaseUrl: string;
  /** Calls the control API of the store, or of its account at the warehouse. */
  atShop<T = unknown>(path: string, body?: unknown): Promise<T>;
  atWarehouse<T = unknown>(path: string, body?: unknown): Promise<T>;
  /** The account at the warehouse behaves again. */
  clearFaults(): Promise<void>;
  /** A new window of this size, at a path of the app. */
  visit(path: string, size?: typeof WIDE, options?: WindowOptions): Promise<Window>;
  /** A new window of this size. */
  open(size?: typeof WIDE, options?: WindowOptions): Promise<Window>;
}

interface WindowOptions {
  /** The language of the merchant's admin. */
  locale?: string;
  /**
   * Whether `passTime` can move its time. Such a window has a profile of its own, because Playwright's clock is that of all
   * pages in a profile, also of those that are opened later.
   */
  ownClock?: boolean;
}

/** A store, and the database of the app that it has. */
type AppStore = DemoStore & Pick<DemoWorld, "databaseUrl">;

/** A world of one's own, for tests that end a program of it or give it other settings. */
export interface PanelWorld extends Stage {
  world: DemoWorld;
  /** As `openStore`, in this world. */
  openStore(): Promise<Stage>;
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
export async function connectLive(store: DemoStore): Promise<void> {
  await connectApp(store);
  await createMerchant(store).goLive();
  await until(
    () => readWorlds(store),
    ({ differing }) => differing === 0,
  );
}

/** Has the timers of a window with `ownClock` run for the next while, and waits until what they ask for has been asked. */
export async function passTime({ page, panel }: Window, ms: number): Promise<void> {
  await page.context().clock.runFor(ms);
  await panel.locator("html").evaluate(askPlainly, MARKER);
}

/** As a merchant who turns to another tab, or back to this one. A page that nobody can see does not read itself again. */
export async function become({ panel }: Window, state: "hidden" | "visible"): Promise<void> {
  await panel.locator("html").evaluate((_, value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
  }, state);
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
export async function expectNothingWrong(window: Window): Promise<void> {
  await window.atRest();
  // A component that measures itself, as tabs do, is finished a frame after the page.
  await window.panel.locator("html").evaluate(nextFrames);
  expect(await window.barriers()).toEqual([]);
  await expectToFit(window);
}

/** The same in a window as wide as a phone, and then as wide as a screen. `shown`: waits at each width for what is looked at. */
export async function expectNothingWrongAtBothSizes(
  window: Window,
  shown: () => Promise<unknown>,
): Promise<void> {
  for (const size of [NARROW, WIDE]) {
    await window.page.setViewportSize(size);
    await shown();
    await expectNothingWrong(window);
  }
}

/** What stands in a window now fits its width, and the browser has nothing to complain about. */
export async function expectToFit({ panel, complaints }: Window): Promise<void> {
  await panel.locator("html").evaluate(nextFrames);
  expect(complaints).toEqual([]);
  // Of the app's own document: the admin around it is as wide as the window, whatever stands in its frame.
  const beyond = await panel.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(beyond).toBeLessThanOrEqual(0);
}

/**
 * A store of the test's own in the world that all share, with an account of its own at the warehouse. Ends with the test, or
 * when what `atEnd` was given is called.
 */
export async function openStore(atEnd: AtEnd = onTestFinished): Promise<Stage> {
  const shared = await askForSharedWorld();
  const profile = await (sharedProfile ??= openSharedProfile(shared));
  const stage = await openStoreIn(shared, { profile, atEnd });
  atEnd(async () => expect((await askForSharedWorld()).wrong).toEqual([]));
  return stage;
}

/**
 * A browser's profile for all tests of this process, one after the other, so that scripts are fetched and compiled once. It keeps
 * one thing of a test, the cookie with the language, and each window sets that.
 */
let sharedProfile: Promise<BrowserContext> | undefined;

async function openSharedProfile({ browserUrl }: SharedWorld): Promise<BrowserContext> {
  return openProfile(await chromium.connect(browserUrl));
}

const openProfile = (browser: Browser) => browser.newContext({ reducedMotion: "reduce" });

/** One more store in a world. When it ends, its windows and its account at the warehouse are closed. */
async function openStoreIn(
  world: Omit<AppStore, "shop">,
  { profile, atEnd }: { profile: BrowserContext; atEnd: AtEnd },
): Promise<Stage> {
  const { warehouse } = world;
  const name = `store-${randomBytes(5).toString("hex")}`;
  const account = { name, token: `token-${name}`, webhookKey: `key-${name}` };
  await control(warehouse.url, { path: "accounts", body: account });
  const store: AppStore = {
    ...world,
    shop: `${name}.myshopify.com`,
    warehouse: {
      url: `${warehouse.url}/accounts/${name}`,
      accessToken: account.token,
      webhookKey: account.webhookKey,
      ours: true,
    },
  };
  await fillWorlds(store);
  const { closeWindows, ...stage } = stageOf(store, profile);
  atEnd(async () => {
    await closeWindows();
    await control(warehouse.url, { path: `accounts/${name}`, method: "DELETE" });
  });
  return stage;
}

async function askForSharedWorld(): Promise<SharedWorld> {
  const answer = await fetch(inject("sharedWorld"));
  if (!answer.ok) throw new Error(`The shared world did not start: ${await answer.text()}`);
  return (await answer.json()) as SharedWorld;
}

/** A store in which the app shows all stock, see `connectLive`. */
export async function openLiveStore(atEnd?: AtEnd): Promise<Stage> {
  const stage = await openStore(atEnd);
  await connectLive(stage.store);
  return stage;
}

/** The same for all tests of a file or a `describe`, none of which changes anything another one sees. */
export const shareLiveStore = () => share(openLiveStore);

function stageOf(
  store: AppStore,
  profile: BrowserContext,
): Stage & {
  closeWindows(): Promise<void>;
} {
  const { shopUrl, shop, warehouse, databaseUrl } = store;
  const admin = `${shopUrl}/store/${shop.split(".")[0]}/apps/dockline`;
  const opened: { close(): Promise<void> }[] = [];
  const open: Stage["open"] = async (size = WIDE, { locale = "en", ownClock = false } = {}) => {
    const own = ownClock ? await openProfile(profile.browser()!) : undefined;
    await own?.clock.install();
    const window = await openWindow(own ?? profile, { size, locale, admin });
    opened.push(own ?? window.page);
    return window;
  };
  return {
    store,
    databaseUrl,
    atShop: (path, body) => control(shopUrl, { path: `shops/${shop}/${path}`, body }),
    atWarehouse: (path, body) => control(warehouse.url, { path, body }),
    async clearFaults() {
      await control(warehouse.url, { path: "faults", method: "DELETE" });
    },
    open,
    async closeWindows() {
      for (const one of opened) await one.close();
    },
    async visit(path, size, options) {
      const window = await open(size, options);
      await window.goTo(path);
      return window;
    },
  };
}

/** `env`: settings of the app besides those it needs. */
export async function startPanelWorld(env: Record<string, string> = {}): Promise<PanelWorld> {
  const home = mkdtempSync(join(tmpdir(), "dockline-panel-"));
  const lost: string[] = [];
  const drops: (() => Promise<void>)[] = [];
  const databaseUrl = await createDatabase((drop) => drops.push(drop));
  const world = await startDemoWorld({
    home,
    database: { databaseUrl, ownerUrl: ownerUrlOf(databaseUrl) },
    fresh: true,
    env,
    usualPorts: false,
    say: () => undefined,
    onLost: (message) => lost.push(message),
  });
  await fillWorlds(world);
  const browser = await launchChromium();
  const profile = await openProfile(browser);
  return {
    world,
    ...stageOf(world, profile),
    openStore: () => openStoreIn(world, { profile, atEnd: onTestFinished }),
    async stop() {
      await browser.close();
      await world.stop();
      for (const drop of drops) await drop();
      rmSync(home, { recursive: true, force: true });
      if (lost.length > 0) throw new Error(lost.join("\n"));
    },
  };
}

async function openWindow(
  profile: BrowserContext,
  { size, locale, admin }: { size: typeof WIDE; locale: string; admin: string },
): Promise<Window> {
  await profile.addCookies([{ name: "locale", value: locale, url: new URL(admin).origin }]);
  const page = await profile.newPage();
  await page.setViewportSize(size);
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
    barriers: () => findBarriers(page.frames()[1] ?? page.mainFrame(), WCAG_22_AA),
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
