import { createServer } from "node:net";
import { once } from "node:events";
import { problem, SettingsError } from "./settings-error.ts";

interface PortSettings {
  LISTEN_ADDRESS: string;
  PORT: number;
  METRICS_PORT?: number | undefined;
}

/**
 * Checks that the ports can be opened, before anything else starts: opens each and closes it at once.
 * @param roles what the process does; every role when empty
 * @throws SettingsError with one sentence for each port that cannot be opened
 */
export async function checkPorts(settings: PortSettings, roles: readonly string[]): Promise<void> {
  const isWeb = roles.length === 0 || roles.includes("web");
  const names = (["PORT", "METRICS_PORT"] as const).filter((name) => name !== "PORT" || isWeb);
  const problems: string[] = [];
  for (const name of names) {
    const port = settings[name];
    if (port === undefined) continue;
    const error = await tryToListen(port, settings.LISTEN_ADDRESS);
    if (error) problems.push(explainListenError(error, name));
  }
  // An address that is not there is one problem, however many ports it has.
  if (problems.length > 0) throw new SettingsError([...new Set(problems)]);
}

async function tryToListen(port: number, address: string): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer();
  try {
    server.listen(port, address);
    await once(server, "listening");
    server.close();
    await once(server, "close");
    return undefined;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

/**
 * Why a port cannot be opened, as one sentence.
 * @param setting the setting that names the port
 */
export function explainListenError({ code = "" }: { code?: string }, setting: string): string {
  switch (code) {
    case "EADDRINUSE":
      return problem(`${setting} names a port that another program uses; set a free port`);
    case "EACCES":
      return problem(`${setting} names a port that this user may not open; set a port above 1023`);
    case "EADDRNOTAVAIL":
    case "EAFNOSUPPORT":
    case "EINVAL":
      return problem(
        "LISTEN_ADDRESS is not an address of this machine; set 127.0.0.1, 0.0.0.0 or one that is",
      );
    default:
      return problem(`${setting} names a port that cannot be opened (${code || "unknown error"})`);
  }
}
