import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchSharedChromium } from "../../scripts/lib/chromium.ts";
import { startDemoWorld, type DemoStore, type DemoWorld } from "../../sandbox/demo/world.ts";

/** What all tests of a run share that look at the built app in a browser. */
export interface SharedWorld extends Omit<DemoStore, "shop"> {
  databaseUrl: string;
  /** Where a test connects to the browser. */
  browserUrl: string;
  /** Programs that ended unasked, and requests to other machines: nobody wants to see any here. */
  wrong: string[];
}

/**
 * Answers each `GET` with the shared world, which the first one has started: database, both sandboxes, the built app and
 * Chromium, once for all processes that tests run in, and not at all when no test needs it.
 */
export async function offerSharedWorld(
  createDatabase: () => Promise<{ databaseUrl: string; ownerUrl: string }>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), "dockline-shared-"));
  const lost: string[] = [];
  let starting:
    | Promise<{ world: DemoWorld; browser: Awaited<ReturnType<typeof launchSharedChromium>> }>
    | undefined;
  const start = async () => {
    const [browser, world] = await Promise.all([
      launchSharedChromium(),
      createDatabase().then((database) =>
        startDemoWorld({
          ...{ home, database, fresh: true, usualPorts: false },
          say: () => undefined,
          onLost: (message) => lost.push(message),
        }),
      ),
    ]);
    return { browser, world };
  };
  const server = createServer((_req, res) => {
    starting ??= start();
    starting.then(
      ({ browser, world: { appUrl, shopUrl, databaseUrl, warehouse, refusedLog } }) => {
        const refused = existsSync(refusedLog) ? [readFileSync(refusedLog, "utf8")] : [];
        const shared: SharedWorld = {
          ...{ appUrl, shopUrl, databaseUrl, warehouse },
          browserUrl: browser.wsEndpoint(),
          wrong: [...lost, ...refused],
        };
        res.end(JSON.stringify(shared));
      },
      (error: Error) => res.writeHead(500).end(error.stack),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      const started = await starting?.catch(() => undefined);
      await started?.browser.close();
      await started?.world.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
