import { Prisma } from "@prisma/client";
import { noteActivity } from "../activity/note-activity.ts";
import type { ShopContext } from "../shop-context.ts";

/** Lists of the panel that a merchant can keep views of. */
export const LISTS = ["products", "returns", "inbounds", "activity"] as const;
export type List = (typeof LISTS)[number];

/** What a merchant looked for in a list and gave a name, for everybody in the shop. */
export interface SavedView {
  name: string;
  /** The list's tab it was made in; null for all. */
  tab: string | null;
  search: string;
}

/** More tabs than these nobody finds anything in. */
const MOST_VIEWS = 20;

/** The views of one list, oldest first. */
export async function listViews(ctx: ShopContext, list: List): Promise<SavedView[]> {
  return ctx.db.savedView.findMany({
    where: { shop: ctx.shop, list },
    orderBy: [{ savedAt: "asc" }, { name: "asc" }],
    take: MOST_VIEWS,
    select: { name: true, tab: true, search: true },
  });
}

export type SaveViewOutcome = "saved" | "name-taken" | "too-many";

/** Keeps a view. Kept twice under one name, the first stays. */
export async function saveView(
  ctx: ShopContext,
  { list, ...view }: SavedView & { list: List },
): Promise<SaveViewOutcome> {
  const { shop } = ctx;
  if ((await ctx.db.savedView.count({ where: { shop, list } })) >= MOST_VIEWS) return "too-many";
  return unlessTaken(() =>
    ctx.db.$transaction(async (tx) => {
      await tx.savedView.create({ data: { shop, list, ...view, savedAt: ctx.clock() } });
      await noteActivity({ ...ctx, db: tx }, { kind: "view-saved", details: { list, name: view.name } });
    }),
  );
}

/** Gives a view another name. One that is gone meanwhile stays gone. */
export async function renameView(
  ctx: ShopContext,
  { list, name, to }: { list: List; name: string; to: string },
): Promise<SaveViewOutcome> {
  const { shop } = ctx;
  if (to === name) return "saved";
  return unlessTaken(() =>
    ctx.db.$transaction(async (tx) => {
      const where = { shop, list, name };
      const { count } = await tx.savedView.updateMany({ where, data: { name: to } });
      if (count > 0)
        await noteActivity({ ...ctx, db: tx }, { kind: "view-renamed", details: { list, name, to } });
    }),
  );
}

/** Forgets a view. What it showed is no matter of its. */
export async function deleteView(
  ctx: ShopContext,
  { list, name }: { list: List; name: string },
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.savedView.deleteMany({ where: { shop: ctx.shop, list, name } });
    if (count > 0) await noteActivity({ ...ctx, db: tx }, { kind: "view-deleted", details: { list, name } });
  });
}

async function unlessTaken(write: () => Promise<unknown>): Promise<SaveViewOutcome> {
  try {
    await write();
    return "saved";
  } catch (error) {
    const taken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
    if (!taken) throw error;
    return "name-taken";
  }
}
