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
import { AwayBanner } from "../components/away-banner.tsx";
import brandCss from "../components/brand.css?url";
import { FailedPage } from "../components/failed-page.tsx";
import { MissingScopes } from "../components/missing-scopes.tsx";
import { WithPageTexts, type PageHandle } from "../components/page-texts.tsx";
import { PanelProvider, type PanelSettings } from "../components/panel-provider.tsx";
import type { PanelFacts } from "../components/use-panel.ts";
import { findPlanNeeded } from "../domain/billing/find-plan-needed.ts";
import { findMissingScopes } from "../domain/connection/find-missing-scopes.ts";
import { loadTimeZone } from "../domain/connection/time-zone.ts";
import { openStore } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["scopes"] };

export const links: LinksFunction = () =>
  [polarisCss, interCss, brandCss].map((href) => ({ rel: "stylesheet", href }));

type Panel = PanelSettings & PanelFacts;

export async function loader({ request, context: { services } }: LoaderFunctionArgs): Promise<Panel> {
  const { ctx, session } = await openStore(services, request);
  const { SHOPIFY_API_KEY: apiKey, APP_BRIDGE_URL: appBridgeUrl } = services.env;
  const [missingScopes, timeZone, plans] = await Promise.all([
    findMissingScopes(ctx, session.scope),
    loadTimeZone(ctx),
    findPlanNeeded(ctx),
  ]);
  return { apiKey, appBridgeUrl, missingScopes, timeZone, plans };
}

/** None of it changes without the admin opening the app anew. */
export const shouldRevalidate = () => false;

export default function App() {
  const panel = useLoaderData<typeof loader>();
  return (
    <PanelProvider settings={panel}>
      <Navigation />
      <WithPageTexts>
        <AwayBanner />
        <MissingScopes />
        <Outlet />
      </WithPageTexts>
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
      <Link to="/app/returns">{t("nav.returns")}</Link>
      <Link to="/app/inbounds">{t("nav.inbounds")}</Link>
      <Link to="/app/activity">{t("nav.activity")}</Link>
      <Link to="/app/settings">{t("nav.settings")}</Link>
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
