import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { changeSender } from "../domain/returns/announce/change-sender.ts";
import { SENDER_FIELDS } from "../domain/inbounds/sender.ts";
import { readSender } from "../domain/returns/announce/read-sender.ts";
import { returnIdOf } from "../domain/returns/return-ref.ts";

const formSchema = z.partialRecord(z.enum(SENDER_FIELDS), z.string().max(1_000));

/** The sender of a return, as it stands now. */
export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const { session } = await services.shopify.authenticate.admin(request);
  return readSender(services.openShop(session.shop), { returnId: returnIdOf(params.id ?? "") });
}

export async function action({ request, params, context: { services } }: ActionFunctionArgs) {
  const { session } = await services.shopify.authenticate.admin(request);
  const form = formSchema.safeParse(Object.fromEntries(await request.formData()));
  if (!form.success) throw data(null, { status: 400 });
  return changeSender(services.openShop(session.shop), {
    returnId: returnIdOf(params.id ?? ""),
    typed: form.data,
  });
}

/** Read once, when it is asked for: reading asks the shop or the warehouse, and what is being typed must stay. */
export function shouldRevalidate(): boolean {
  return false;
}
