import type { ShopContext } from "../shop-context.ts";
import { kindOf, type TaskKind, type ToldTask } from "./task-kinds.ts";

/** A task as the merchant is told of it: under way, or over and not yet put away. */
export type ShownTask = ToldTask & {
  id: string;
  state: "waiting" | "running" | "done" | "failed";
  count: number;
  percent: number;
};

/** Nobody has more than a few at once. */
const SHOWN = 10;

/** The shop's tasks, of these kinds or all, the one asked for first first. */
export async function readTasks(
  { db, shop }: ShopContext,
  kinds?: readonly TaskKind[],
): Promise<ShownTask[]> {
  const rows = await db.task.findMany({
    where: { shop, seen: false, state: { not: "cancelled" }, ...(kinds && { kind: { in: [...kinds] } }) },
    orderBy: { askedAt: "asc" },
    take: SHOWN,
  });
  return rows.flatMap(({ id, kind, input, result, state, count, percent }) => {
    const told = kindOf(kind);
    const asked = told?.input.safeParse(input);
    const came = result === null ? null : told?.result.safeParse(result).data;
    if (!asked?.success || came === undefined) return []; // Of another version of the app.
    // TypeScript does not see that input and result are of the kind; their schemas have just seen to it.
    return [{ id, kind, input: asked.data, result: came, state, count, percent } as ShownTask];
  });
}
