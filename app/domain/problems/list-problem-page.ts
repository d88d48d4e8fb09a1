import { z } from "zod";
import { pageOf, startOf, writeCursor, type Page, type PageAsked } from "../keyset-page.ts";
import type { ShopContext } from "../shop-context.ts";
import { nameVariants, type NamedProblem } from "./name-variants.ts";
import type { ProblemKind } from "./problem-kinds.ts";
import { problemOf, PROBLEMS_SHOWN } from "./problems.ts";

export type ProblemPage = Page<NamedProblem>;

/** One page of the open problems of one kind, by what they are about. */
export async function listProblemPage(
  ctx: ShopContext,
  { kind, ...asked }: PageAsked & { kind: ProblemKind },
): Promise<ProblemPage> {
  const start = startOf(z.string(), asked);
  const { place, backwards } = start;
  const found = await ctx.db.problem.findMany({
    where: { shop: ctx.shop, kind, ...(place && { subject: backwards ? { lt: place } : { gt: place } }) },
    orderBy: { subject: backwards ? "desc" : "asc" },
    take: PROBLEMS_SHOWN + 1,
  });
  const page = pageOf({
    found: found.map(problemOf),
    size: PROBLEMS_SHOWN,
    start,
    cursorOf: ({ subject }) => writeCursor(subject),
  });
  return { ...page, rows: await nameVariants(ctx, page.rows) };
}
