import { once } from "node:events";
import { connect } from "node:net";
import type { Logger } from "../operations/log.server.ts";

/** What does not answer sooner is called unreachable. */
const CONNECT_TIMEOUT_MS = 5_000;

const SETTINGS = ["FULFILMENT_BASE_URL", "OTEL_EXPORTER_OTLP_ENDPOINT"] as const;
type Settings = Partial<Record<(typeof SETTINGS)[number], string | undefined>>;

/**
 * Warns in the log of each service that cannot be reached as the app starts. Outages are normal, so it stops nothing:
 * jobs are retried, and traces are dropped.
 */
export async function warnUnreachable(settings: Settings, log: Pick<Logger, "warn">): Promise<void> {
  await Promise.all(
    SETTINGS.map(async (setting) => {
      const url = settings[setting];
      if (url === undefined) return;
      const code = await tryToConnect(new URL(url));
      if (code) log.warn({ setting, code }, `${setting} names a server that cannot be reached now`);
    }),
  );
}

/** @returns the code of the error, if there is one. */
async function tryToConnect({ protocol, hostname, port }: URL): Promise<string | undefined> {
  const socket = connect({
    host: hostname.replace(/^\[(.+)\]$/, "$1"),
    port: Number(port) || (protocol === "https:" ? 443 : 80),
  });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
    return undefined;
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    return name === "AbortError" ? "ETIMEDOUT" : (code ?? "unknown");
  } finally {
    socket.destroy();
  }
}
