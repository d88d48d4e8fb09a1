import { loadConnection } from "../../connection/load-connection.ts";
import type { ShopContext } from "../../shop-context.ts";
import { readTasks, type ShownTask } from "../../work/read-tasks.ts";
import { previewPush, type PreviewPush, type PushPreview } from "./preview-push.ts";
import { listRejected, readPushProgress, type PushProgress, type RejectedPage } from "./read-push.ts";

export interface PushPage {
  connected: boolean;
  /** The creating under way, or the last one. */
  progress: PushProgress | null;
  /** What would be created next; not worked out while something is being created. */
  preview: PushPreview | null;
  rejected: RejectedPage;
  /** Choosing what is created next, or why that came to nothing. */
  tasks: ShownTask[];
}

/** What a merchant needs to see who wants to create products at the warehouse. */
export async function readPushPage(
  ctx: ShopContext,
  { rejectedAfter, ...wanted }: PreviewPush & { rejectedAfter?: string | undefined },
): Promise<PushPage> {
  const [connection, progress, rejected, tasks] = await Promise.all([
    loadConnection(ctx),
    readPushProgress(ctx),
    listRejected(ctx, { after: rejectedAfter }),
    readTasks(ctx, ["push"]),
  ]);
  const idle =
    !progress?.counts.waiting && tasks.every(({ state }) => state === "done" || state === "failed");
  const preview = connection && idle ? await previewPush(ctx, wanted) : null;
  return { connected: Boolean(connection), progress, preview, rejected, tasks };
}
