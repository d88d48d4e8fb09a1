/**
 * `npm run rotate-secrets`: seals every stored secret with the first of DOCKLINE_SECRET_KEYS, so that the other keys can
 * be taken away. The app may run meanwhile, once all its processes know the new key. Cut off, it is simply run again. A
 * file `.env` is read if there is one.
 */
import { parseArgs } from "node:util";
import { checkDatabase } from "../app/database/check-database.server.ts";
import { openDatabase } from "../app/db.server.ts";
import { rotateSecrets } from "../app/domain/connection/rotate-secrets.ts";
import { createLog } from "../app/operations/log.server.ts";
import { createSealer } from "../app/secrets.server.ts";
import { DATABASE_SETTINGS, readCommandEnv, runCommand } from "./lib/run-command.ts";

const HELP = `npm run rotate-secrets: seals every stored token and key with the first of DOCKLINE_SECRET_KEYS.

1. Add the new key at the end of DOCKLINE_SECRET_KEYS and restart every process.
2. Put it first and restart every process.
3. npm run rotate-secrets
4. When it says that nothing is left, take the old key away and restart.

  --forget-unreadable  For when a key is lost: deletes what no key opens. Its merchants open the app and connect
                       their warehouse anew; mappings, settings and history stay.`;

const { values } = parseArgs({
  options: {
    help: { type: "boolean", short: "h" },
    "forget-unreadable": { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
await runCommand(async () => {
  const env = readCommandEnv([...DATABASE_SETTINGS, "DOCKLINE_SECRET_KEYS", "LOG_LEVEL"]);
  const log = createLog(env.LOG_LEVEL);
  const secrets = createSealer(env.DOCKLINE_SECRET_KEYS);
  const { db, pool, close } = openDatabase({ url: env.DATABASE_URL, log, secrets });
  try {
    await checkDatabase(pool);
    const { found, resealed, changedMeanwhile, unreadable } = await rotateSecrets(
      { db, pool, secrets, log, clock: () => new Date() },
      { forget: values["forget-unreadable"] },
    );
    console.log(
      `${found} secrets: ${resealed} sealed anew, ${changedMeanwhile} changed meanwhile, ${unreadable} unreadable.`,
    );
    const left = changedMeanwhile + (values["forget-unreadable"] ? 0 : unreadable);
    console.log(
      left === 0 ? "Nothing is left for the other keys." : "Run it again before taking a key away.",
    );
    process.exitCode = left === 0 ? 0 : 1;
  } finally {
    await close();
  }
});
