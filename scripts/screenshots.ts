/** `npm run screenshots`: opens the demo's panel in a real browser and renews the pictures in docs/screenshots. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMerchant } from "../sandbox/demo/merchant.ts";
import { quiet, readWorlds, until } from "../sandbox/demo/observe.ts";
import { connectApp, fillWorlds } from "../sandbox/demo/stage.ts";
import { startDemoWorld } from "../sandbox/demo/world.ts";
import { control } from "../sandbox/demo/control.ts";
import { launchChromium } from "./lib/chromium.ts";
import { prepare } from "./prepare.ts";
import { ROOT } from "./run-tool.ts";

const PICTURES = [
  { name: "home", path: "/app", width: 1280, height: 860, shows: "Camp Lantern" },
  { name: "products", path: "/app/products", width: 1280, height: 860, shows: "Camp Lantern" },
  { name: "products-narrow", path: "/app/products", width: 375, height: 812, shows: "Camp Lantern" },
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
  for (const { name, path, width, height, shows } of PICTURES) {
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
