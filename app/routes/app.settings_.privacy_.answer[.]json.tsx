import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerDataRequest } from "../domain/privacy/answer-data-request.ts";
import { openStore } from "../http/open-store.server.ts";

/** What is kept about the orders a shopper asked about, for the merchant to pass on. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const asked = new URL(request.url).searchParams.get("request") ?? "";
  const answer = await answerDataRequest(ctx, { request: asked });
  if (answer === null) return new Response(null, { status: 404 });
  return new Response(answer, {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="data-request.json"`,
      "cache-control": "no-store",
    },
  });
}
