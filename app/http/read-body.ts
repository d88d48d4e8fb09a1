import type { IncomingMessage } from "node:http";
import getRawBody from "raw-body";
import { doorOf } from "./doors.ts";

/** A megabyte in twenty seconds is what a bad mobile connection manages; a sender that trickles bytes is cut off. */
const BODY_WAIT_MAX_MS = 20_000;

/** Why a body was not read to its end; the answer's status. */
export class BodyError extends Error {
  override readonly name = "BodyError";
  readonly status: 408 | 413;

  constructor(status: 408 | 413) {
    super(status === 413 ? "The body is too large." : "The body took too long to arrive.");
    this.status = status;
  }
}

/** Whether a request says that it has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Reads the whole body of a request, as large as its door allows.
 * @throws BodyError; what `raw-body` throws of a body that breaks off, with a `status` of 400
 */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const { bodyMaxBytes } = doorOf(request);
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    late = setTimeout(() => reject(new BodyError(408)), BODY_WAIT_MAX_MS);
  });
  try {
    const length = request.headers["content-length"];
    return await Promise.race([getRawBody(request, { limit: bodyMaxBytes, length }), tooLate]);
  } catch (error) {
    if ((error as { type?: unknown }).type === "entity.too.large") throw new BodyError(413);
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/**
 * The body of a request as it arrives, up to what its door allows. Stopping early leaves the connection open for the answer.
 * @throws BodyError, to its reader
 */
export async function* streamBody(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  const { bodyMaxBytes } = doorOf(request);
  let received = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received > bodyMaxBytes) throw new BodyError(413);
    yield chunk;
  }
}
