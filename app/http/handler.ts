import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Answers a request or has the next one do it; with an error, whoever answers for those. Express takes one as it is, and
 * what has to be quick does without Express.
 */
export type Handler = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;

/** The path of a request as it was sent, without its query, which may carry session tokens. */
export function pathOf({ url = "" }: IncomingMessage): string {
  return url.split("?", 1)[0]!;
}

/** Ends an answer with JSON. */
export function answerJson(res: ServerResponse, status: number, body: object): void {
  const json = JSON.stringify(body);
  res.statusCode = status;
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Length", Buffer.byteLength(json));
  res.end(json);
}
