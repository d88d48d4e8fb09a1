import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import type { ShopContext } from "../domain/shop-context.ts";
import {
  deleteView,
  LISTS,
  renameView,
  saveView,
  type SaveViewOutcome,
} from "../domain/views/saved-views.ts";
import { openStore, readJson } from "../http/open-store.server.ts";

const name = z.string().trim().min(1).max(40);
const list = z.enum(LISTS);
const schema = z.discriminatedUnion("intent", [
  z.object({
    ...{ intent: z.literal("save"), list, name },
    tab: z.string().max(40).nullable(),
    search: z.string().trim().min(1).max(200),
  }),
  z.object({ intent: z.literal("rename"), list, name: z.string(), to: name }),
  z.object({ intent: z.literal("delete"), list, name: z.string() }),
]);

/** What is asked of the views above a list. */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const asked = await readJson(request, schema);
  return Response.json(await answer(ctx, asked));
}

async function answer(ctx: ShopContext, asked: z.infer<typeof schema>): Promise<SaveViewOutcome> {
  switch (asked.intent) {
    case "save": {
      const { list, name, tab, search } = asked;
      return saveView(ctx, { list, name, tab, search });
    }
    case "rename":
      return renameView(ctx, asked);
    case "delete":
      await deleteView(ctx, asked);
      return "saved";
  }
}
