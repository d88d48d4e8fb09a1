import type { ShopContext } from "../../shop-context.ts";
import { startTask } from "../../work/start-task.ts";
import { applyWords, previewWords, type ApplyWords, type ApplyWordsOutcome } from "./change-words.ts";
import { FEW } from "./write-mappings.ts";

export type AskForWordsOutcome =
  | ApplyWordsOutcome
  /** It changes many variants: a worker does it (`readTasks`). */
  | { outcome: "started" };

/**
 * Does what a preview showed (`applyWords`) if it changes few variants, and otherwise has a worker do it: whatever the
 * merchant has to be asked or told is said here as long as it can be seen now.
 */
export async function askForWords(
  ctx: ShopContext,
  { action, selection, expected, confirmed }: ApplyWords,
): Promise<AskForWordsOutcome> {
  const input = { action, selection, expected, confirmed };
  if ("variantIds" in selection && selection.variantIds.length <= FEW) return applyWords(ctx, input);
  const preview = await previewWords(ctx, { action, selection });
  if (preview.changes <= FEW) return applyWords(ctx, input);
  if (preview.fingerprint !== expected) return { outcome: "changed-meanwhile", preview };
  if (preview.asks && !confirmed) return { outcome: "ask", preview };
  // JSON has no readonly lists.
  const all = "variantIds" in selection ? { variantIds: [...selection.variantIds] } : selection;
  await startTask(ctx, { kind: "words", input: { ...input, selection: all }, count: preview.changes });
  return { outcome: "started" };
}
