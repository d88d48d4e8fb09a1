import { randomInt } from "node:crypto";
import getPort, { portNumbers } from "get-port";

/** Above what tests take for the app (`test/support/world.ts`), below what Linux lends to outgoing connections (32768). */
const [FIRST, LAST] = [31_000, 32_700];
/** Each worker of Vitest takes ports of its own range: two that ask at the same moment would be given the same one. */
const RANGES = 8;
const RANGE_PORTS = Math.floor((LAST - FIRST) / RANGES);

/**
 * A free port for a server that starts later, or is stopped and started again: until it listens nobody is lent the port for
 * an outgoing connection, as may happen to one that the system chose.
 * @param count how many ports in a row must be free
 * @returns the first of them
 * @throws Error when there are no such ports
 */
export async function steadyPort(count = 1): Promise<number> {
  const range = Number(process.env.VITEST_POOL_ID ?? 0) % RANGES;
  const first = FIRST + range * RANGE_PORTS;
  const candidates = [...portNumbers(first, first + RANGE_PORTS - count)];
  const begin = randomInt(candidates.length);
  for (const port of [...candidates.slice(begin), ...candidates.slice(0, begin)])
    if (await reserve(port, count)) return port;
  throw new Error(`no ${count} free ports in a row from ${first} to ${first + RANGE_PORTS - 1}`);
}

/** @returns whether these ports are free. If so, no other call in this process gets one of them within the next 15 seconds. */
async function reserve(first: number, count: number): Promise<boolean> {
  for (const port of portNumbers(first, first + count - 1))
    if ((await getPort({ port })) !== port) return false;
  return true;
}
