import type { Shop } from "../store/shop.ts";
import { shopName } from "../store/shop.ts";
import type { RegisteredApp } from "../world.ts";
import { html, type Html } from "./html.ts";

export const ASSETS = "/sandbox-assets";

export interface PageFrame {
  title: string;
  body: Html;
  /** Name of a module in `browser/`. */
  script?: string;
  /** `app` gives the whole window to the frame instead of a column of text. */
  layout?: "app";
  shop?: Shop;
  app: RegisteredApp;
  floorUrl?: string;
  /** The staff member's, such as `de-CH`. This admin's own pages are English all the same. */
  locale: string;
  /** The address of the current page, to mark it in the navigation. */
  path: string;
}

/** A whole page of the mini admin. */
export function page({ title, body, script, layout, shop, ...frame }: PageFrame): string {
  const parts = [title, shop && shopName(shop.domain), "Shop Sandbox"];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${parts.filter(Boolean).join(" · ")}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${ASSETS}/admin.css" />
        <link rel="stylesheet" href="${ASSETS}/orders.css" />
        <script type="module" src="${ASSETS}/shell.js"></script>
        ${script ? html`<script type="module" src="${ASSETS}/${script}"></script>` : ""}
      </head>
      <body data-shop="${shop?.domain ?? ""}" class="${layout ?? "text"}">
        <a class="skip" href="#main">Skip to content</a>
        <header class="bar">
          ${shop ? html`<button id="menu" class="button" aria-expanded="false" aria-controls="side">Menu</button>` : ""}
          <a class="brand" href="/">Shop Sandbox</a>
          ${shop ? html`<span class="domain">${shop.domain}</span>` : ""}
          <div id="save-bar" role="region" aria-label="Unsaved changes" hidden>
            <span>Unsaved changes</span>
            <button class="button" data-save="discard">Discard</button>
            <button class="button primary" data-save="save">Save</button>
          </div>
          <div id="loading" role="progressbar" aria-label="The app is loading" hidden></div>
        </header>
        ${shop ? navigation(shop, frame) : ""}
        <main id="main" tabindex="-1" ${layout === "app" ? html`aria-label="${title}"` : ""}>${body}</main>
        <div id="toasts" role="status" aria-live="polite"></div>
      </body>
    </html>`.text;
}

/** Languages to choose from, each in its own words. */
const LOCALES = {
  en: "English",
  de: "Deutsch",
  nl: "Nederlands",
  fr: "Français",
  "de-CH": "Deutsch (Schweiz)",
};

function navigation(
  shop: Shop,
  { app, floorUrl, path, locale }: Pick<PageFrame, "app" | "floorUrl" | "path" | "locale">,
): Html {
  const base = `/store/${shopName(shop.domain)}`;
  const appPath = `${base}/apps/${app.handle}`;
  const link = (href: string, label: string) =>
    html`<a href="${href}" ${path === href ? html`aria-current="page"` : ""}>${label}</a>`;
  return html`<nav id="side" aria-label="Shop">
    ${link(`${base}/products`, "Products")} ${link(`${base}/orders`, "Orders")}
    ${link(`${base}/inventory`, "Inventory history")} ${link(`${base}/apps`, "Apps")}
    ${
      shop.installation.status === "installed"
        ? html`${link(appPath, app.config.name)}
            <div id="app-nav"></div>`
        : ""
    }
    ${
      floorUrl
        ? html`<a href="${floorUrl}" class="away">Warehouse floor</a>
            ${link(`${base}/tour`, "A tour in ten minutes")}`
        : ""
    }
    <label class="locale"
      >Your language, for apps
      <select id="locale">
        ${Object.entries({ [locale]: locale, ...LOCALES }).map(
          ([code, name]) =>
            html`<option value="${code}" ${code === locale ? html`selected` : ""}>${name}</option>`,
        )}
      </select></label
    >
  </nav>`;
}
