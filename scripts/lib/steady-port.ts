import { randomInt } from "node:crypto";
import getPort, { portNumbers } from "get-port";

/** Above what tests take for the app (`test/support/world.ts`), below what Linux lends to outgoing connections (32768). */
const [FIRST, LAST] = [31_000, 32_700];
const TRIED = 200;

/**
 * A free port for a server that is stopped and started again: meanwhile nobody is lent it for an outgoing connection, as
 * may happen to one that the system chose.
 */
export async function steadyPort(): Promise<number> {
  const first = randomInt(FIRST, LAST - TRIED);
  return getPort({ port: portNumbers(first, first + TRIED) });
}
