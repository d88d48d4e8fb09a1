import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An app that writes down what it is sent and answers as told. */
export async function startReceiver() {
  const received: Received[] = [];
  const state: { answer: number | "silence" } = { answer: 200 };
  const server = createServer((req, res) => {
    let body = "";
    req.on("data", (chunk) => (body += String(chunk)));
    req.on("end", () => {
      received.push({ path: req.url ?? "", headers: req.headers, body });
      if (state.answer !== "silence") res.writeHead(state.answer, { location: "/elsewhere" }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    received,
    state,
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One more thing an app asks to be told of. */
export const subscriptionTo = (topic: string, more = "") =>
  `\n  [[webhooks.subscriptions]]\n  topics = ["${topic}"]\n  uri = "/webhooks/${topic}"\n${more}`;
