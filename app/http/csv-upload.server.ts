import { setTimeout as sleep } from "node:timers/promises";

/** Between two parts of a refused file, some 64 KB each: read as fast as it comes, it would be cleared up far too late. */
const DRAIN_PAUSE_MS = 8;

/** Has a file that is being uploaded read as it comes in. @returns what `read` makes of it. */
export async function readUploadedFile<Result>(
  request: Request,
  read: (content: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const body = request.body?.getReader();
  const result = await read(arriving(body));
  // A file refused half-way is still taken off the line: who is not done sending does not hear an answer.
  while (body && !(await body.read()).done) await sleep(DRAIN_PAUSE_MS);
  return result;
}

/** The body as it comes in. Stopping early leaves the rest of it to be read. */
async function* arriving(body: ReadableStreamDefaultReader<Uint8Array> | undefined) {
  for (let part = await body?.read(); part && !part.done; part = await body?.read()) yield part.value;
}
