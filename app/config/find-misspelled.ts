import leven from "leven";
import { problem } from "./settings-error.ts";

/** Shorter names (PORT) are near too many others. */
const NAME_MIN_LENGTH = 8;
/** One slip in so many letters is a misspelling, up to three. */
const LETTERS_PER_SLIP = 5;
const MAX_SLIPS = 3;

/**
 * Variables that nothing reads and whose names are nearly those of settings, each as one sentence with the likely name.
 * @param given names in the environment
 * @param known names of settings
 */
export function findMisspelled(given: readonly string[], known: readonly string[]): string[] {
  return given.flatMap((name) => {
    if (known.includes(name)) return [];
    const likely = known.filter((one) => one.length >= NAME_MIN_LENGTH && isNear(name, one));
    const [nearest] = likely.sort((a, b) => leven(name, a) - leven(name, b));
    if (nearest === undefined) return [];
    return [problem(`${name} is not a setting of Dockline; the likely name is ${nearest}`)];
  });
}

function isNear(name: string, known: string): boolean {
  return leven(name, known) <= Math.min(MAX_SLIPS, Math.floor(known.length / LETTERS_PER_SLIP));
}
