import type { Side } from "../side.ts";
import { judgeDispositions } from "./dispositions.ts";
import { gatherEvidence, type Evidence, type Finding, type Watched } from "./evidence.ts";
import { judgeHints } from "./hints.ts";
import { judgeJumps } from "./jumps.ts";
import { judgeLedger } from "./ledger.ts";
import { judgeNeighbours } from "./neighbours.ts";
import { judgePurchases, judgeReturns } from "./returns.ts";
import { judgeSilence } from "./silence.ts";
import { judgeStock } from "./stock.ts";
import { judgeWork } from "./work.ts";

/** What has to be so of each shop, whatever went wrong. */
const OF_A_SHOP: Record<string, (evidence: Evidence) => string[]> = {
  stock: judgeStock,
  returns: judgeReturns,
  purchases: judgePurchases,
  dispositions: judgeDispositions,
  silence: judgeSilence,
  hints: judgeHints,
  ledger: judgeLedger,
  jumps: judgeJumps,
};

/** Holds both worlds and what the app keeps to everything that has to be so. */
export async function judge(world: Watched, sides: readonly Side[]): Promise<Finding[]> {
  const all = await Promise.all(sides.map((side) => gatherEvidence(world, side)));
  const findings: Finding[] = [];
  for (const evidence of all) {
    const { shop } = evidence.side;
    const found = (invariant: string, whats: string[]) =>
      void findings.push(...whats.map((what) => ({ invariant, shop, what })));
    for (const [invariant, judgeOne] of Object.entries(OF_A_SHOP)) found(invariant, judgeOne(evidence));
    found("work", await judgeWork(world, shop));
    for (const other of all)
      if (other !== evidence)
        found("neighbours", await judgeNeighbours(world, { mine: evidence, theirs: other }));
  }
  return findings;
}
