import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface Served {
  /** Origin without a trailing slash, e.g. `http://localhost:9300`. */
  url: string;
  port: number;
  /** Ends open connections too, so that a stopped sandbox looks like a machine that went away. May be called again. */
  close(): Promise<void>;
}

/** Listens on loopback only. Port 0 asks the system for a free one. Rejects with the system's error (EADDRINUSE …). */
export async function serve(listener: RequestListener, port: number): Promise<Served> {
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://localhost:${bound}`,
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
