import { data, type ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import type { WorkAnswer } from "../components/work-answer.ts";
import { cancelWork } from "../domain/work/cancel-work.ts";
import { putAway } from "../domain/work/put-away.ts";

const of = z.discriminatedUnion("work", [
  z.object({ work: z.enum(["reading", "comparison", "push"]) }),
  z.object({ work: z.literal("task"), taskId: z.uuid() }),
]);
const schema = z.intersection(z.object({ intent: z.enum(["cancel", "put-away"]) }), of);

/** What the merchant can say to work that takes its time, wherever it is shown. */
export async function action({ request, context: { services } }: ActionFunctionArgs): Promise<WorkAnswer> {
  const { session } = await services.shopify.authenticate.admin(request);
  const parsed = schema.safeParse(await request.json());
  if (!parsed.success) throw data(null, { status: 400 });
  const ctx = services.openShop(session.shop);
  const { intent, ...name } = parsed.data;
  if (intent === "cancel") return cancelWork(ctx, name);
  await putAway(ctx, name);
  return { outcome: "put-away" };
}
