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
 */
export async function steadyPort(): Promise<number> {
  const range = Number(process.env.VITEST_POOL_ID ?? 0) % RANGES;
  const first = FIRST + range * RANGE_PORTS;
  const all = [...portNumbers(first, first + RANGE_PORTS - 1)];
  const begin = randomInt(all.length);
  return getPort({ port: [...all.slice(begin), ...all.slice(0, begin)] });
}
