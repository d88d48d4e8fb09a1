import { createServer, request } from "node:http";
import { once } from "node:events";

/**
 * One address for several warehouse accounts, as the fulfilment service has: whose token a request carries, that account
 * gets it. `accounts` are the sandboxes' addresses by the token with which an account's tokens begin. Breaks a connection when the sandbox does.
 */
export async function startWarehouseFront({
  port,
  accounts,
}: {
  port: number;
  accounts: ReadonlyMap<string, string>;
}): Promise<{ stop(): Promise<void> }> {
  const server = createServer((req, res) => {
    const [, token = ""] = /^Bearer (.+)$/.exec(req.headers.authorization ?? "") ?? [];
    const account = [...accounts].find(([first]) => token.startsWith(first))?.[1];
    if (!account) return void res.writeHead(401).end();
    const { method, headers, url = "/" } = req;
    const onward = request(account + url, { method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on("error", () => res.destroy());
      answer.pipe(res);
    });
    onward.on("error", () => req.socket.destroy());
    res.on("close", () => onward.destroy());
    req.pipe(onward);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
