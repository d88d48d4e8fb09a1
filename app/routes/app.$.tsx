import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { NotFoundPage } from "../components/not-found-page.tsx";
import { openStore } from "../http/open-store.server.ts";

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  await openStore(services, request);
  return data(null, { status: 404 });
}

/** Any address in the panel that leads nowhere. */
export default function NotFound() {
  return <NotFoundPage />;
}
