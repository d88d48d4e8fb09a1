import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { changeSender } from "../domain/returns/announce/change-sender.ts";
import { SENDER_FIELDS } from "../domain/inbounds/sender.ts";
import { readSender } from "../domain/returns/announce/read-sender.ts";
import { returnIdOf } from "../domain/returns/return-ref.ts";
import { openStore, readForm } from "../http/open-store.server.ts";

const formSchema = z.partialRecord(z.enum(SENDER_FIELDS), z.string().max(1_000));

/** The sender of a return, as it stands now. */
export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  return readSender(ctx, { returnId: returnIdOf(params.id ?? "") });
}

export async function action({ request, params, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const typed = await readForm(request, formSchema);
  return changeSender(ctx, {
    returnId: returnIdOf(params.id ?? ""),
    typed,
  });
}

/** Read once, when it is asked for: reading asks the shop or the warehouse, and what is being typed must stay. */
export function shouldRevalidate(): boolean {
  return false;
}
