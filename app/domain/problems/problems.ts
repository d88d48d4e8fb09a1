import type { ShopContext } from "../shop-context.ts";

/** What a merchant can be told to fix. Each has its sentences (what broke, what it costs, what to do) in `i18n`. */
export type ProblemKind =
  | "warehouse-unreachable"
  | "warehouse-token-refused"
  | "warehouse-not-understood"
  | "shop-access-lost"
  | "shop-scope-missing"
  | "location-gone"
  | "stock-unreadable"
  | "stock-rejected"
  | "stock-absurd"
  | "stock-stopped"
  | "other-writer"
  | "events-missed"
  | "edit-rejected";

/** What a problem's sentences name. Never a token, never a shopper. */
export interface ProblemDetails {
  location: string;
  sku: string;
  reason: string;
  count: number;
}

export interface OpenProblem {
  kind: ProblemKind;
  subject: string;
  details: ProblemDetails;
  openedAt: Date;
}

/**
 * Opens a problem, or leaves it open with its age if it is there already.
 * `subject` tells apart problems of one kind (an SKU); empty where there can be only one.
 */
export async function openProblem(
  ctx: ShopContext,
  {
    kind,
    subject = "",
    details = {},
  }: { kind: ProblemKind; subject?: string; details?: Partial<ProblemDetails> },
): Promise<void> {
  const { shop } = ctx;
  await ctx.db.problem.upsert({
    where: { shop_kind_subject: { shop, kind, subject } },
    create: { shop, kind, subject, details, openedAt: ctx.clock() },
    update: { details },
  });
}

/** Clears problems whose cause is gone; those not open are no matter. Without `subjects`, all of the kind. */
export async function clearProblems(
  ctx: ShopContext,
  { kinds, subjects }: { kinds: ProblemKind[]; subjects?: string[] },
): Promise<void> {
  const { shop } = ctx;
  // Problems are few and what is in order may be a whole shop, so the few are looked up among the many.
  const { rows } = await ctx.pool.query<{ subject: string }>(
    `SELECT "subject" FROM "Problem" WHERE "shop" = $1 AND "kind" = ANY($2::text[])`,
    [shop, kinds],
  );
  const cleared = subjects && new Set(subjects);
  const over = rows.map(({ subject }) => subject).filter((subject) => !cleared || cleared.has(subject));
  if (over.length === 0) return;
  // A list goes as one array: PostgreSQL takes at most 32,767 parameters.
  await ctx.db.$executeRaw`
    DELETE FROM "Problem" WHERE "shop" = ${shop} AND "kind" = ANY(${kinds}::text[])
      AND "subject" = ANY(${over}::text[])`;
}

/** The shop's open problems, oldest first. */
export async function listProblems(ctx: ShopContext): Promise<OpenProblem[]> {
  const rows = await ctx.db.problem.findMany({
    where: { shop: ctx.shop },
    orderBy: [{ openedAt: "asc" }, { kind: "asc" }, { subject: "asc" }],
    take: 50, // More would not be read; those at the top are the oldest.
  });
  return rows.map(({ kind, subject, details, openedAt }) => ({
    kind: kind as ProblemKind,
    subject,
    details: { location: "", sku: "", reason: "", count: 0, ...(details as Partial<ProblemDetails>) },
    openedAt,
  }));
}
