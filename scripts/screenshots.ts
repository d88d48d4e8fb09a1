/** `npm run screenshots`: opens the demo's panel in a real browser and renews the pictures in docs/screenshots. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LOCATIONS } from "../sandbox/demo/catalogue.ts";
import { createMerchant } from "../sandbox/demo/merchant.ts";
import { quiet, readWorlds, until } from "../sandbox/demo/observe.ts";
import { connectApp, fillWorlds } from "../sandbox/demo/stage.ts";
import { startDemoWorld, type DemoWorld } from "../sandbox/demo/world.ts";
import { control } from "../sandbox/demo/control.ts";
import { launchChromium } from "./lib/chromium.ts";
import { prepare } from "./prepare.ts";
import { ROOT } from "./run-tool.ts";

const PICTURES = [
  { name: "home", path: "/app", width: 1280, height: 860, shows: "Camp Lantern" },
  { name: "products", path: "/app/products", width: 1280, height: 860, shows: "Camp Lantern" },
  { name: "products-narrow", path: "/app/products", width: 375, height: 812, shows: "Camp Lantern" },
  { name: "returns", path: "/app/returns", width: 1280, height: 860, shows: "#1001-R1" },
  { name: "returns-narrow", path: "/app/returns", width: 375, height: 812, shows: "#1001-R1" },
];
const say = (message: string) => console.log(message);

await prepare(say);
const folder = join(ROOT, "docs/screenshots");
mkdirSync(folder, { recursive: true });
const home = mkdtempSync(join(tmpdir(), "dockline-screenshots-"));
const world = await startDemoWorld({ home, fresh: true, usualPorts: false, say, onLost: say });
const browser = await launchChromium();
try {
  await fillWorlds(world);
  await connectApp(world);
  await createMerchant(world).goLive();
  await until(
    () => readWorlds(world),
    ({ differing }) => differing === 0,
  );
  await control(world.warehouse.url, { path: "receive", body: { lines: [{ sku: "LANT", quantity: 7 }] } });
  await quiet(world);
  const returned = await sendSomeBack(world);
  const pictures = [
    ...PICTURES,
    { name: "return", path: returned, width: 1280, height: 1400, shows: "Timeline" },
    { name: "return-narrow", path: returned, width: 375, height: 2000, shows: "Timeline" },
  ];
  for (const { name, path, width, height, shows } of pictures) {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.goto(`${world.shopUrl}/store/demo/apps/dockline${path}`);
    await page.frameLocator("iframe").getByText(shows).first().waitFor();
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await page.close();
    say(`docs/screenshots/${name}.png`);
  }
} finally {
  await browser.close();
  await world.stop();
  rmSync(home, { recursive: true, force: true });
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
  await quiet(world);
  const received = [
    { sku: "LANT", quantity: 1 },
    { sku: "LANT", quantity: 1, defective: true },
  ];
  await control(warehouse.url, {
    path: "receive",
    body: { inboundRef: `return-${ids[0]}`, lines: received },
  });
  await quiet(world);
  return `/app/returns/${ids[0]}`;
}
