import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { printLabel, type PrintLabelOutcome } from "../domain/returns/label/print-label.ts";
import { remakeLabel, retryLabel } from "../domain/returns/label/redo-label.ts";
import { openStore, readJson } from "../http/open-store.server.ts";

const number = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform((id) => `gid://shopify/Return/${id}`);
const schema = z.object({ intent: z.enum(["retry", "anew"]) });

/** What is answered where no label can be shown. */
const STATUS: Record<Exclude<PrintLabelOutcome["outcome"], "label">, number> = {
  "no-return": 404,
  "no-label": 409,
  failed: 502,
};
/** A shopper's address stands on it: nobody keeps it on the way, and nobody takes it for anything but a PDF. */
const KEPT_NOWHERE = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** The label as a PDF, to be looked at and printed; or why there is none, as JSON. */
export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const returnId = number.safeParse(params.id);
  if (!returnId.success) return Response.json({ outcome: "no-return" }, { status: 404 });
  const printed = await printLabel(ctx, { returnId: returnId.data });
  if (printed.outcome !== "label")
    return Response.json(printed, { status: STATUS[printed.outcome], headers: KEPT_NOWHERE });
  return new Response(new Uint8Array(printed.pdf), {
    headers: {
      ...KEPT_NOWHERE,
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="${printed.filename}"`,
    },
  });
}

export async function action({ request, params, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const returnId = number.safeParse(params.id);
  const { intent } = await readJson(request, schema);
  if (!returnId.success) throw data(null, { status: 400 });
  const asked = { returnId: returnId.data };
  return intent === "retry" ? retryLabel(ctx, asked) : remakeLabel(ctx, asked);
}
