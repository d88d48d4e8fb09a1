import type { LoaderFunctionArgs } from "@remix-run/node";
import { allowSandboxFrame } from "../sandbox.server.ts";

/** The pages of Shopify's library: session token bounce and exit from the frame. It answers by throwing. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  try {
    await services.shopify.authenticate.admin(request);
  } catch (thrown) {
    if (thrown instanceof Response) allowSandboxFrame(services.env, thrown.headers);
    throw thrown;
  }
  return null;
}
