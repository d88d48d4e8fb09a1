import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import type { WorkAnswer } from "../components/work-answer.ts";
import { cancelWork } from "../domain/work/cancel-work.ts";
import { putAway } from "../domain/work/put-away.ts";
import { openStore, readJson } from "../http/open-store.server.ts";

const of = z.discriminatedUnion("work", [
  z.object({ work: z.enum(["reading", "comparison", "push", "update"]) }),
  z.object({ work: z.literal("task"), taskId: z.uuid() }),
]);
const schema = z.intersection(z.object({ intent: z.enum(["cancel", "put-away"]) }), of);

/** What the merchant can say to work that takes its time, wherever it is shown. */
export async function action({ request, context: { services } }: ActionFunctionArgs): Promise<WorkAnswer> {
  const { ctx } = await openStore(services, request);
  const asked = await readJson(request, schema);
  const { intent, ...name } = asked;
  if (intent === "cancel") return cancelWork(ctx, name);
  await putAway(ctx, name);
  return { outcome: "put-away" };
}
