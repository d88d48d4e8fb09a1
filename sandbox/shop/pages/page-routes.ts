import { join } from "node:path";
import express, { type NextFunction, type Request, type Response, type Router } from "express";
import { shopName, type Shop } from "../store/shop.ts";
import type { World } from "../world.ts";
import { appFrameUrl } from "./app-frame.ts";
import { html, type Html } from "./html.ts";
import { inventoryHistoryBody } from "./inventory-history.ts";
import { ASSETS, page, type PageFrame } from "./shell.ts";
import { tourBody } from "./tour.ts";

const browserFiles = join(import.meta.dirname, "browser");

/** The mini admin: the pages a merchant would see around the app. */
export function pageRoutes(
  world: World,
  { floorUrl, locale }: { floorUrl?: string; locale: string },
): Router {
  const router = express.Router();
  const { app } = world;
  const localeOf = (req: Request) => /(?:^|; )locale=([\w-]+)/.exec(req.headers.cookie ?? "")?.[1] ?? locale;
  const send = (res: Response, frame: Omit<PageFrame, "app" | "floorUrl" | "path" | "locale">) =>
    void res.send(page({ ...frame, app, floorUrl, path: res.req.path, locale: localeOf(res.req) }));

  router.use(ASSETS, express.static(browserFiles));
  router.get("/shopifycloud/app-bridge.js", (_req, res) => res.sendFile(join(browserFiles, "app-bridge.js")));

  router.get("/", (_req, res) =>
    send(res, {
      title: "Shops",
      body: html`<h1>Shops</h1>
        <ul class="cards">
          ${world
            .shops()
            .map(
              ({ domain, products }) =>
                html`<li>
                  <a href="/store/${shopName(domain)}/products">${domain}</a> ${products.all().length}
                  products
                </li>`,
            )}
        </ul>`,
    }),
  );

  /** Wraps a page of one shop. */
  const withShop =
    (show: (shop: Shop, req: Request, res: Response) => unknown) =>
    (req: Request, res: Response, next: NextFunction): void => {
      const shop = world.find(String(req.params.name));
      if (!shop) return notFound(req, res);
      // Express 4 does not wait for promises.
      Promise.resolve(show(shop, req, res)).catch(next);
    };
  const notFound = (req: Request, res: Response) => {
    res.status(404);
    send(res, {
      title: "Not found",
      body: html`<h1>Not found</h1>
        <p>There is no shop or page at <code>${req.path}</code>. <a href="/">All shops</a></p>`,
    });
  };

  router.get(
    "/store/:name",
    withShop((shop, _req, res) => res.redirect(`/store/${shopName(shop.domain)}/products`)),
  );
  router.get(
    "/store/:name/products",
    withShop((shop, _req, res) =>
      send(res, { title: "Products", shop, script: "products.js", body: productsBody }),
    ),
  );
  router.get(
    "/store/:name/products/:id",
    withShop((shop, req, res) =>
      res.redirect(
        `/store/${shopName(shop.domain)}/products?search=${encodeURIComponent(String(req.params.id))}`,
      ),
    ),
  );
  router.get(
    "/store/:name/orders",
    withShop((shop, _req, res) =>
      send(res, { title: "Orders", shop, script: "order-list.js", body: ordersBody }),
    ),
  );
  router.get(
    "/store/:name/orders/:id",
    withShop((shop, req, res) =>
      res.redirect(
        `/store/${shopName(shop.domain)}/orders?search=${encodeURIComponent(String(req.params.id))}`,
      ),
    ),
  );
  router.get(
    "/store/:name/inventory",
    withShop((shop, { query }, res) => {
      const sku = typeof query.sku === "string" ? query.sku : "";
      send(res, {
        title: "Inventory history",
        shop,
        body: inventoryHistoryBody(shop, { sku, appName: app.config.name }),
      });
    }),
  );
  if (floorUrl !== undefined)
    router.get(
      "/store/:name/tour",
      withShop((shop, _req, res) =>
        send(res, { title: "A tour in ten minutes", shop, body: tourBody({ shop, app, floorUrl }) }),
      ),
    );
  router.get(
    "/store/:name/apps",
    withShop((shop, _req, res) =>
      send(res, {
        title: "Apps",
        shop,
        script: "installation.js",
        body: html`<h1>Apps</h1>
          ${appCard(shop, world)}`,
      }),
    ),
  );
  // The library knows the app's address in the admin by its key only.
  router.get(
    ["", "/*"].map((rest) => `/store/:name/apps/${app.apiKey}${rest}`),
    withShop((_shop, req, res) =>
      res.redirect(req.originalUrl.replace(`/apps/${app.apiKey}`, `/apps/${app.handle}`)),
    ),
  );
  router.get(
    ["", "/*"].map((rest) => `/store/:name/apps/${app.handle}${rest}`),
    withShop((shop, req, res) => {
      if (shop.installation.status !== "installed")
        return send(res, {
          title: `Install ${app.config.name}`,
          shop,
          script: "installation.js",
          body: html`<h1>Install ${app.config.name}</h1>
            ${appCard(shop, world)}`,
        });
      const base = `/store/${String(req.params.name)}/apps/${app.handle}`;
      const query = new URL(req.originalUrl, "http://sandbox").searchParams;
      const frame = { shop, path: req.path.slice(base.length), query, locale: localeOf(req) };
      return appFrameUrl(world, frame).then((url) =>
        send(res, {
          title: app.config.name,
          shop,
          layout: "app",
          script: "app-host.js",
          body: frameBody(url, base),
        }),
      );
    }),
  );
  router.use(notFound);

  const frameBody = (url: string, base: string): Html =>
    html`<div class="title-bar">
        <h1 id="app-title">${app.config.name}</h1>
        <div id="app-actions"></div>
      </div>
      <iframe
        id="app-frame"
        title="${app.config.name}"
        data-src="${url}"
        data-base="${base}"
        data-name="${app.config.name}"
        data-scopes="${JSON.stringify(app.config.scopes)}"
        allow="clipboard-write"
      ></iframe>`;
  return router;
}

const productsBody = html`<h1>Products</h1>
  <section id="orders" class="card" aria-labelledby="orders-title" hidden>
    <h2 id="orders-title">Open orders</h2>
    <ul></ul>
  </section>
  <form role="search" class="search">
    <label for="search">Search by title, SKU or barcode</label>
    <input id="search" name="search" type="search" autocomplete="off" />
  </form>
  <div id="deleted" role="status"></div>
  <div id="products"><p>Loading…</p></div>
  <button id="more" class="button" hidden>Show more</button>`;

const ordersBody = html`<h1>Orders</h1>
  <form role="search" class="search">
    <label for="search">Search by number or id</label>
    <input id="search" name="search" type="search" autocomplete="off" />
  </form>
  <div id="orders-list"><p>Loading…</p></div>
  <button id="more" class="button" hidden>Show more</button>`;

function appCard(shop: Shop, { app }: World): Html {
  const isInstalled = shop.installation.status === "installed";
  return html`<section class="card" aria-labelledby="app-name">
    <h2 id="app-name">
      ${
        isInstalled
          ? html`<a href="/store/${shopName(shop.domain)}/apps/${app.handle}">${app.config.name}</a>`
          : app.config.name
      }
    </h2>
    <p>${isInstalled ? "Installed. It may:" : "Not installed. It asks to be allowed to:"}</p>
    <ul class="scopes">
      ${app.config.scopes.map((scope) => html`<li>${scope.replaceAll("_", " ")}</li>`)}
    </ul>
    <button
      class="button ${isInstalled ? "danger" : "primary"}"
      data-installation="${isInstalled ? "uninstall" : "install"}"
      data-app="/store/${shopName(shop.domain)}/apps/${app.handle}"
    >
      ${isInstalled ? `Uninstall ${app.config.name}` : `Install ${app.config.name}`}
    </button>
  </section>`;
}
