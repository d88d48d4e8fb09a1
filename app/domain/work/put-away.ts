import type { ShopContext } from "../shop-context.ts";
import type { WorkName } from "./cancel-work.ts";

/** The merchant has seen what came of some work, and is not told of it any more. What is under way stays. */
export async function putAway({ db, shop }: ShopContext, name: WorkName): Promise<void> {
  switch (name.work) {
    case "reading":
      await db.catalogueImport.updateMany({ where: { shop, stage: "done" }, data: { asked: false } });
      return;
    case "comparison":
      await db.stockComparison.updateMany({ where: { shop, asked: true }, data: { asked: false } });
      return;
    case "push":
    case "update":
      return; // Its result stays on its page.
    case "task":
      await db.task.updateMany({
        where: { shop, id: name.taskId, endedAt: { not: null } },
        data: { seen: true },
      });
  }
}
