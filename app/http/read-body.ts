import type { IncomingMessage } from "node:http";
import { doorOf } from "./doors.ts";

/** A megabyte in twenty seconds is what a bad mobile connection manages; a sender that trickles bytes is cut off. */
const BODY_WAIT_MAX_MS = 20_000;
/** Memory for bodies that all requests of this process have under way, in bytes. Nobody has been asked who sends them. */
const BODIES_MAX_BYTES = 64 * 1024 * 1024;
/** Memory for a body begins with this many bytes and doubles. */
const FIRST_BYTES = 4 * 1024;
/** Chunks of which each costs far more than it brings are of no client that means well. */
const TINY_CHUNKS = { countMin: 1_000, meanBytesMax: 16 };

/** Why a body was not read to its end; the answer's status. */
export class BodyError extends Error {
  override readonly name = "BodyError";
  readonly status: 400 | 408 | 413 | 503;

  constructor(status: BodyError["status"]) {
    super(MESSAGES[status]);
    this.status = status;
  }
}

const MESSAGES: Record<BodyError["status"], string> = {
  400: "The body broke off, or came in too many pieces.",
  408: "The body took too long to arrive.",
  413: "The body is too large.",
  503: "Too many requests have a body under way. Try again.",
};

/** Whether a request says that it has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Of all requests of this process. */
let bytesUnderWay = 0;

const taken = new WeakMap<IncomingMessage, number>();

/** Bytes of a request's body that its handler was given. */
export function bytesTaken(request: IncomingMessage): number {
  return taken.get(request) ?? 0;
}

const countTaken = (request: IncomingMessage, { length }: Uint8Array) =>
  taken.set(request, bytesTaken(request) + length);

/** A body as it grows. Its chunks are copied: kept one by one, a byte each would take two hundred. */
class GrowingBody {
  #buffer = Buffer.alloc(0);
  #length = 0;
  #chunks = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @returns why it is not taken */
  add(chunk: Buffer): BodyError | undefined {
    const length = this.#length + chunk.length;
    if (length > this.#maxBytes) return new BodyError(413);
    this.#chunks++;
    const isTiny = this.#chunks >= TINY_CHUNKS.countMin && length / this.#chunks < TINY_CHUNKS.meanBytesMax;
    if (isTiny) return new BodyError(400);
    if (length > this.#buffer.length && !this.#grow(length)) return new BodyError(503);
    chunk.copy(this.#buffer, this.#length);
    this.#length = length;
    return undefined;
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Its memory counts no more: whoever reads on has asked who sends it. */
  end(): void {
    bytesUnderWay -= this.#buffer.length;
  }

  /** @returns false when the process has no memory for it */
  #grow(length: number): boolean {
    const size = Math.max(length, Math.min(this.#maxBytes, this.#buffer.length * 2), FIRST_BYTES);
    const more = size - this.#buffer.length;
    if (bytesUnderWay + more > BODIES_MAX_BYTES) return false;
    bytesUnderWay += more;
    const buffer = Buffer.allocUnsafe(size);
    this.#buffer.copy(buffer, 0, 0, this.#length);
    this.#buffer = buffer;
    return true;
  }
}

/**
 * Reads the whole body of a request, as large as its door allows.
 * @throws BodyError
 */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  // A connection that is gone by now closes no more, and would be waited for.
  if (request.destroyed && !request.readableEnded) throw new BodyError(400);
  const body = new GrowingBody(doorOf(request).bodyMaxBytes);
  let stop = () => undefined as void;
  try {
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new BodyError(408)), BODY_WAIT_MAX_MS);
      const take = (chunk: Buffer) => {
        const error = body.add(chunk);
        if (error) reject(error);
        else countTaken(request, chunk);
      };
      const breakOff = () => reject(new BodyError(400));
      // Its errors are heard to the end: one that nobody hears would end the process.
      request.on("error", breakOff).on("data", take).once("end", resolve).once("close", breakOff);
      stop = () => {
        clearTimeout(late);
        request.off("data", take).off("end", resolve).off("close", breakOff).pause();
      };
    });
    return body.bytes;
  } finally {
    stop();
    body.end();
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
    countTaken(request, chunk);
    yield chunk;
  }
}
