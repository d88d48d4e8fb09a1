import type { LinksFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "@remix-run/react";

export const links: LinksFunction = () => [{ rel: "icon", href: "data:," }];

export default function Root() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** For addresses outside the panel; inside it, the panel's own boundary answers. */
export function ErrorBoundary() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>Dockline</title>
      </head>
      <body>
        <h1>This page could not be shown</h1>
        <p>Open Dockline from the list of apps in your shop’s admin.</p>
      </body>
    </html>
  );
}
