import type { VariantStockAnswer } from "../../../app/extension-answers.ts";
import { ask } from "../../shared/ask.ts";

/** A look takes a second or two; when other work stands in front of it, nobody should stare at a spinner any longer. */
const TRIES = 15;
const GAP_MS = 1_000;

/**
 * Asks until the variant has been looked at since `before`, and what was found to differ is written.
 * @returns how it stands then, or null when that takes longer than somebody would wait
 */
export async function waitForLook(
  path: string,
  { before }: { before: VariantStockAnswer["looked"] },
): Promise<VariantStockAnswer | null> {
  for (let tries = 0; tries < TRIES; tries++) {
    await new Promise((resolve) => setTimeout(resolve, GAP_MS));
    const answer = await ask<VariantStockAnswer>(path);
    const isNew = answer.looked !== null && answer.looked.at !== before?.at;
    const isWritten = answer.looked?.verdict !== "write" || answer.written !== "yes";
    if (isNew && isWritten) return answer;
  }
  return null;
}
