import { setTimeout as sleep } from "node:timers/promises";
import type { Request, Response } from "express";
import { addGraphqlErrors, mangleAnswer, padAnswer } from "./change-answer.ts";
import type { Action } from "./fault-schema.ts";
import { refusedMutation } from "./graphql-request.ts";

/** What can happen to an answer of which a part is on its way. */
const WITH_ANY_ANSWER: ReadonlySet<Action["kind"]> = new Set(["delay", "hold", "reset", "silence"]);

/** Does `action` to a request. `proceed` is what would have happened without it, with another body if one is given. */
export function misbehave(
  action: Action,
  options: {
    req: Request;
    res: Response;
    /** The body about to be sent; empty before the request is served. */
    body?: Buffer;
    proceed: (body?: Buffer) => void;
    /** Keeps `go` until somebody releases it. */
    hold: (go: () => void) => void;
  },
): void {
  const { req, res, body = Buffer.alloc(0), proceed, hold } = options;
  // What is sent in pieces is on its way by then: all that can still go wrong is the connection.
  if (res.headersSent && !WITH_ANY_ANSWER.has(action.kind)) return void req.socket.destroy();
  switch (action.kind) {
    case "status":
      forgetBody(res);
      return void res
        .status(action.status)
        .set(action.headers ?? {})
        .json(action.body ?? { message: "Fault switched on in the sandbox" });
    case "delay":
      return void sleep(action.ms).then(() => proceed());
    case "hold":
      return hold(() => proceed());
    case "reset":
      return void req.socket.destroy();
    case "silence":
      return; // The connection ends with the client's patience, or with the sandbox.
    case "truncate":
      return sendInstead(body.subarray(0, body.length / 2));
    case "repeat":
      return sendInstead(Buffer.concat([body, body]));
    case "body":
      if (action.contentType) res.setHeader("content-type", action.contentType);
      return sendInstead(Buffer.from(action.body));
    case "mangle":
      return sendInstead(mangleAnswer(body, action.values));
    case "pad":
      return sendInstead(padAnswer(body, action.bytes));
    case "graphql-errors":
      return sendInstead(addGraphqlErrors(body, action));
    case "user-error":
      return void res.json({ data: refusedMutation(req, action) });
  }

  function sendInstead(other: Buffer): void {
    res.removeHeader("etag");
    res.setHeader("content-length", other.length);
    proceed(other);
  }
}

/** So that what is sent instead describes itself. */
function forgetBody(res: Response): void {
  for (const header of ["content-type", "content-length", "etag"]) res.removeHeader(header);
}

/**
 * Calls `interfere` in place of sending the answer. Almost everything the sandboxes answer goes out in one piece, so
 * `end` is the one place to stand in its way; of large files it is where they end.
 */
export function interceptAnswer(
  res: Response,
  interfere: (answer: { body: Buffer; send: (other?: Buffer) => void }) => void,
): void {
  const end = res.end.bind(res) as (body?: unknown, encoding?: unknown) => Response;
  const intercepted = (body?: string | Uint8Array, encoding?: unknown) => {
    res.end = end as Response["end"];
    interfere({
      body: typeof body === "string" ? Buffer.from(body) : Buffer.from(body ?? []),
      send: (other) => void (other ? end(other) : end(body, encoding)),
    });
    return res;
  };
  res.end = intercepted as Response["end"];
}
