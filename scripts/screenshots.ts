/** `npm run screenshots`: opens the demo's panel in a real browser and renews the pictures in docs/screenshots. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { LOCATIONS } from "../sandbox/demo/catalogue.ts";
import { createMerchant } from "../sandbox/demo/merchant.ts";
import { quiet, readWorlds, until } from "../sandbox/demo/observe.ts";
import { fillWorlds } from "../sandbox/demo/stage.ts";
import { startDemoWorld, type DemoWorld } from "../sandbox/demo/world.ts";
import { control } from "../sandbox/demo/control.ts";
import { watchRequests } from "./lib/at-rest.ts";
import { launchChromium } from "./lib/chromium.ts";
import { makeRunFolder } from "./lib/run-folder.ts";
import { prepare } from "./prepare.ts";
import { ROOT } from "./run-tool.ts";

interface Picture {
  name: string;
  path: string;
  /** In English, and so in other languages too: names of goods, not words of the panel. */
  shows?: string;
  /** Of a phone unless it says otherwise. */
  narrow?: true;
  height?: number;
}

/** What a merchant sees once all is set up. */
const PICTURES: Picture[] = [
  { name: "home", path: "/app", shows: "Camp Lantern", height: 1300 },
  { name: "home-narrow", path: "/app", shows: "Camp Lantern", narrow: true },
  { name: "products", path: "/app/products", shows: "Camp Lantern" },
  { name: "products-narrow", path: "/app/products", shows: "Camp Lantern", narrow: true },
  { name: "ambiguous", path: "/app/products?state=ambiguous", shows: "Beeswax Balm" },
  { name: "kit", path: "/app/products?state=not_at_warehouse", shows: "Camp Coffee Set" },
  { name: "stock", path: "/app/stock", shows: "CSV" },
  { name: "returns", path: "/app/returns", shows: "#1001-R1" },
  { name: "returns-narrow", path: "/app/returns", shows: "#1001-R1", narrow: true },
  { name: "purchase", path: "/app/inbounds/new", shows: "CSV" },
  { name: "activity", path: "/app/activity", shows: "LANT" },
  { name: "mappings", path: "/app/mappings", shows: "CSV" },
  { name: "settings", path: "/app/settings", shows: "Dockline" },
  { name: "sale", path: "/app/settings/stock" },
  { name: "disconnect", path: "/app/connect", shows: "Dockline", height: 1300 },
];
/** English, and one other language. */
const LOCALES = ["en", "de"];
const say = (message: string) => console.log(message);

await prepare(say);
const folder = join(ROOT, "docs/screenshots");
mkdirSync(folder, { recursive: true });
const runFolder = await makeRunFolder({ say });
const home = join(runFolder.path, "demo");
const world = await startDemoWorld({ home, fresh: true, usualPorts: false, say, onLost: say });
const browser = await launchChromium();
try {
  await fillWorlds(world);
  await setUp();
  await createMerchant(world).goLive();
  await until(
    () => readWorlds(world),
    ({ differing }) => differing === 0,
  );
  await control(world.warehouse.url, { path: "receive", body: { lines: [{ sku: "LANT", quantity: 7 }] } });
  await quiet(world);
  const returned = await sendSomeBack(world);
  const pictures: Picture[] = [
    ...PICTURES,
    { name: "return", path: returned, shows: "#1001-R1", height: 1400 },
    { name: "return-narrow", path: returned, shows: "#1001-R1", narrow: true, height: 2000 },
  ];
  for (const picture of pictures) for (const locale of LOCALES) await take(picture, locale);
  const kit = await orderKit(world);
  const sums: Picture[] = [
    { name: "sum", path: kit, shows: "MUG-FOR", height: 1460 },
    { name: "sum-narrow", path: kit, shows: "MUG-FOR", narrow: true, height: 1960 },
  ];
  for (const picture of sums) for (const locale of LOCALES) await take(picture, locale);
  await breakSomething(world);
  for (const locale of LOCALES) await take({ name: "problem", path: "/app" }, locale);
} finally {
  await browser.close();
  await world.stop();
  await runFolder.end();
}

/** As a stranger would, with a picture of each step. */
async function setUp(): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } });
  const page = await context.newPage();
  const atRest = watchRequests(page);
  const panel = page.frameLocator("iframe");
  const keep = async (name: string) => {
    await atRest();
    await page.screenshot({ path: join(folder, `${name}.png`) });
    say(`docs/screenshots/${name}.png`);
    // A step's state is what is so, and shows to whoever opens the page, in whatever language.
    const path = new URL(page.url()).pathname.replace(/^.*\/apps\/dockline/, "");
    for (const locale of LOCALES.slice(1)) await take({ name, path, height: 1000 }, locale);
  };
  const press = (name: string | RegExp) => panel.getByRole("button", { name }).first().click();
  await page.goto(`${world.shopUrl}/store/demo/apps/dockline`);
  await page.getByRole("button", { name: "Install Dockline" }).click();
  await panel.getByText("0 of 5 steps done").waitFor();
  await keep("setup-1-installed");
  await panel
    .getByRole("link", { name: "Start set-up" })
    .or(panel.getByRole("button", { name: "Start set-up" }))
    .click();
  await panel.getByLabel("Access token").fill(world.warehouse.accessToken);
  await panel.getByLabel("Webhook key").fill(world.warehouse.webhookKey);
  await keep("setup-2-connect");
  await panel.getByRole("button", { name: "Connect", exact: true }).click();
  await panel.getByLabel("Location", { exact: true }).selectOption(LOCATIONS[0]!);
  await keep("setup-3-location");
  await press("Use this location");
  await panel.getByText("119 variants are matched.").waitFor();
  await keep("setup-4-match");
  await page.goto(`${world.shopUrl}/store/demo/apps/dockline/app/stock`);
  await panel.getByRole("heading", { name: "Ledger" }).waitFor();
  await keep("setup-5-shadow");
  await page.goto(`${world.shopUrl}/store/demo/apps/dockline/app/setup`);
  await panel.getByText(/of 5 steps done/).waitFor();
  await keep("setup-6-live");
  await context.close();
}

/** The warehouse no longer takes the access token. */
async function breakSomething({ warehouse }: DemoWorld): Promise<void> {
  const fault = { method: "GET", path: "/fulfilment/", action: { kind: "status", status: 401 } };
  await control(warehouse.url, { path: "faults", body: fault });
  await control(warehouse.url, { path: "receive", body: { lines: [{ sku: "LANT", quantity: 1 }] } });
  await quiet(world);
}

/** One picture, in one language; English has no ending. */
async function take({ name, path, shows, narrow, height }: Picture, locale: string): Promise<void> {
  const viewport = { width: narrow ? 375 : 1280, height: height ?? (narrow ? 812 : 860) };
  const context = await browser.newContext({ viewport });
  await context.addCookies([{ name: "locale", value: locale, url: world.shopUrl }]);
  const page = await context.newPage();
  const atRest = watchRequests(page);
  await page.goto(`${world.shopUrl}/store/demo/apps/dockline${path}`);
  const panel = page.frameLocator("iframe");
  await (shows ? panel.getByText(shows) : panel.getByRole("heading", { level: 1 })).first().waitFor();
  await atRest();
  const file = `${name}${locale === "en" ? "" : `-${locale}`}.png`;
  await page.screenshot({ path: join(folder, file) });
  await context.close();
  say(`docs/screenshots/${file}`);
}

/** A kit of which one is ordered, and one of its parts alone. @returns its page */
async function orderKit(world: DemoWorld): Promise<string> {
  const atShop = <Answer>(path: string, body?: object) =>
    control<Answer>(world.shopUrl, { path: `shops/demo/${path}`, body });
  const { products } = await atShop<{ products: { variants: { id: string; sku: string | null }[] }[] }>(
    "state",
  );
  const kit = products.flatMap(({ variants }) => variants).find(({ sku }) => sku === "KIT-COFFEE");
  const path = `/app/products/${kit?.id.split("/").at(-1)}`;
  const components = [
    { sku: "DRIP", quantity: 1 },
    { sku: "MUG-FOR", quantity: 2 },
  ];
  await createMerchant(world).say(path, { intent: "map", components });
  await quiet(world);
  for (const sku of ["KIT-COFFEE", "MUG-FOR"])
    await atShop("orders", { lines: [{ sku, quantity: 1 }], location: LOCATIONS[0] });
  await quiet(world);
  return path;
}

/**
 * Four returns on different parts of their way: partly received with a defective piece, on its way, with a sender the
 * warehouse does not take, and only asked for. @returns the page of the first.
 */
async function sendSomeBack({ shopUrl, warehouse }: DemoWorld): Promise<string> {
  const atShop = <Answer>(path: string, body: unknown) =>
    control<Answer>(shopUrl, { path: `shops/demo/${path}`, body });
  const city = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch";
  const shippingAddress = { firstName: "Robin", lastName: "Shopper", address1: "Nowhere Street 1" };
  const senders = [
    {},
    {},
    { shippingAddress: { ...shippingAddress, zip: "1000 AA", city, countryCode: "NL" } },
    {},
  ];
  const ids: string[] = [];
  for (const [index, sender] of senders.entries()) {
    const lines = [{ sku: "LANT", quantity: 3 }];
    const { id } = await atShop<{ id: string }>("orders", { lines, location: LOCATIONS[0], ...sender });
    await atShop(`orders/${encodeURIComponent(id)}/fulfill`, {});
    const status = index === 3 ? "requested" : "open";
    const made = await atShop<{ id: string }>(`orders/${encodeURIComponent(id)}/returns`, { lines, status });
    ids.push(made.id.replace(/^.*\//, ""));
  }
  const inboundRef = `return-${ids[0]}`;
  await until(
    () => control<{ ref: string }[]>(warehouse.url, { path: "inbounds" }),
    (all) => all.some(({ ref }) => ref === inboundRef),
  );
  const received = [
    { sku: "LANT", quantity: 1 },
    { sku: "LANT", quantity: 1, defective: true },
  ];
  await control(warehouse.url, {
    path: "receive",
    body: { inboundRef, lines: received },
  });
  await quiet(world);
  return `/app/returns/${ids[0]}`;
}
