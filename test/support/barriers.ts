import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Frame } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** What axe calls the rules of WCAG 2.2 up to level AA. */
export const WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * The rules of axe that one document breaks in its present state, each with the elements that break it. Frames inside it are
 * documents of their own and not looked at.
 * @param rules tags of axe's rules; all rules when left out
 */
export async function findBarriers(frame: Frame, rules?: string[]): Promise<string[]> {
  if (!(await frame.evaluate(() => Boolean(window.axe)))) await frame.evaluate(AXE);
  const options: axe.RunOptions = {
    iframes: false,
    resultTypes: ["violations"],
    ...(rules && { runOnly: rules }),
  };
  const { violations } = await frame.evaluate((how) => window.axe!.run(document, how), options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}
