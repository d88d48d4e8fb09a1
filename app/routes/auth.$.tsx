import { data, type LoaderFunctionArgs } from "@remix-run/node";

/** The pages of Shopify's library: session token bounce and exit from the frame. It answers by throwing. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  try {
    await services.guard.authenticate(request);
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    // It will not lead anybody out of the frame to where the app does not belong.
    services.log.warn({ err: thrown }, "a way out of the frame was refused");
    throw data(null, { status: 400 });
  }
  return null;
}
