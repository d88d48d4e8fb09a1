import type { ShopContext } from "../shop-context.ts";
import { nameVariants, type NamedProblem } from "./name-variants.ts";
import { PROBLEM_KINDS, type ProblemKind } from "./problem-kinds.ts";
import { problemOf, type OpenProblem } from "./problems.ts";

/** Open problems of one kind: a hundred SKUs that were refused are one thing to look into. */
export interface ProblemGroup {
  kind: ProblemKind;
  /** Counted no further than `MANY_PROBLEMS`. */
  count: number;
  /** When the first of them was opened. */
  since: Date;
  /** One of them: the one, where there is no other. */
  one: NamedProblem;
}

/** Whoever has as many wants to know that, not the figure. */
export const MANY_PROBLEMS = 1_000;

/** What the merchant has to fix, kind by kind, the gravest first; of some kinds alone where they are named. */
export async function groupProblems(
  ctx: ShopContext,
  { kinds = PROBLEM_KINDS }: { kinds?: readonly ProblemKind[] } = {},
): Promise<ProblemGroup[]> {
  const { shop } = ctx;
  const { rows } = await ctx.pool.query<Pick<ProblemGroup, "count" | "since"> & OpenProblem>(
    `SELECT n."count", n."since", p."kind", p."subject", p."details", p."openedAt"
     FROM unnest($2::text[]) WITH ORDINALITY AS k ("kind", "position")
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS "count", min(s."openedAt") AS "since" FROM (
         SELECT "openedAt" FROM "Problem" WHERE "shop" = $1 AND "kind" = k."kind" LIMIT $3) s
     ) n
     JOIN LATERAL (
       SELECT * FROM "Problem" WHERE "shop" = $1 AND "kind" = k."kind" ORDER BY "subject" LIMIT 1
     ) p ON true
     ORDER BY k."position"`,
    [shop, kinds, MANY_PROBLEMS],
  );
  const named = await nameVariants(ctx, rows.map(problemOf));
  return named.map((one, index) => ({
    kind: one.kind,
    count: rows[index]!.count,
    since: rows[index]!.since,
    one,
  }));
}
