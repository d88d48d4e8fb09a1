import type { LinksFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ShippedTexts } from "./components/page-texts.tsx";

export const links: LinksFunction = () => [{ rel: "icon", href: "data:," }];

export default function Root() {
  const { i18n } = useTranslation();
  return (
    <html lang={i18n.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Dockline</title>
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <ScrollRestoration />
        <ShippedTexts />
        <Scripts />
      </body>
    </html>
  );
}

/** For addresses outside the panel; inside it, the panel's own boundary answers. */
export function ErrorBoundary() {
  const { t, i18n } = useTranslation();
  return (
    <html lang={i18n.language}>
      <head>
        <meta charSet="utf-8" />
        <title>Dockline</title>
      </head>
      <body>
        <h1>{t("install.failed.heading")}</h1>
        <p>{t("install.failed.body")}</p>
      </body>
    </html>
  );
}
