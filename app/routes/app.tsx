import interCss from "@fontsource-variable/inter/wght.css?url";
import { NavMenu } from "@shopify/app-bridge-react";
import polarisCss from "@shopify/polaris/build/esm/styles.css?url";
import { boundary } from "@shopify/shopify-app-remix/server";
import type { HeadersFunction, LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Link,
  Outlet,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { useTranslation } from "react-i18next";
import brandCss from "../components/brand.css?url";
import { FailedPage } from "../components/failed-page.tsx";
import { PanelProvider, type PanelSettings } from "../components/panel-provider.tsx";

export const links: LinksFunction = () =>
  [polarisCss, interCss, brandCss].map((href) => ({ rel: "stylesheet", href }));

export async function loader({ request, context: { services } }: LoaderFunctionArgs): Promise<PanelSettings> {
  await services.shopify.authenticate.admin(request);
  const { SHOPIFY_API_KEY: apiKey, APP_BRIDGE_URL: appBridgeUrl } = services.env;
  return { apiKey, appBridgeUrl };
}

export default function App() {
  return (
    <PanelProvider settings={useLoaderData<typeof loader>()}>
      <Navigation />
      <Outlet />
    </PanelProvider>
  );
}

function Navigation() {
  const { t } = useTranslation();
  return (
    <NavMenu>
      <Link to="/app" rel="home">
        {t("nav.home")}
      </Link>
      <Link to="/app/products">{t("nav.products")}</Link>
      <Link to="/app/stock">{t("nav.stock")}</Link>
      <Link to="/app/returns">{t("returns.title")}</Link>
      <Link to="/app/mappings">{t("mappings.title")}</Link>
    </NavMenu>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const settings = useRouteLoaderData<typeof loader>("routes/app");
  // Shopify's library answers some requests by throwing a response with a page of its own.
  const ofLibrary = isRouteErrorResponse(error) && error.status < 500 && error.status !== 404;
  if (ofLibrary) return boundary.error(error);
  return (
    <PanelProvider settings={settings}>
      <FailedPage />
    </PanelProvider>
  );
}

export const headers: HeadersFunction = (args) => boundary.headers(args);
