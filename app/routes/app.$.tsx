import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { NotFoundPage } from "../components/not-found-page.tsx";

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  await services.shopify.authenticate.admin(request);
  return data(null, { status: 404 });
}

/** Any address in the panel that leads nowhere. */
export default function NotFound() {
  return <NotFoundPage />;
}
