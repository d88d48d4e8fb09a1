import { shopName, type Shop } from "../store/shop.ts";
import type { RegisteredApp } from "../world.ts";
import { html, type Html } from "./html.ts";

interface Places {
  shop: Shop;
  app: RegisteredApp;
  /** The warehouse's floor. */
  floorUrl: string;
}

/** A story a stranger can play, step by step, with the app reacting in another tab. */
export function tourBody({ shop, app, floorUrl }: Places): Html {
  const store = `/store/${shopName(shop.domain)}`;
  const link = (href: string, text: string) => html`<a href="${href}" target="_blank">${text}</a>`;
  const panel = (path: string, text: string) => link(`${store}/apps/${app.handle}/app${path}`, text);
  const orders = link(`${store}/orders`, "Orders");
  const products = link(`${store}/products?search=MUG-SKY`, "Products");
  const floor = link(floorUrl, "Warehouse floor");
  const name = app.config.name;
  const steps: [title: string, body: Html][] = [
    [
      "Stock arrives",
      html`Open ${panel("/products?search=MUG", `${name} → Products`)}. Then, on the ${floor}, receive 5
        pieces of <code>MUG-SKY</code>: leave “Unannounced”. Both figures of Enamel Mug · Sky rise by 5,
        without reloading.`,
    ],
    [
      "A piece is sold",
      html`Under ${products}, order 2 of <code>MUG-SKY</code>; under ${orders}, fulfil the order; on the
        ${floor}, ship 2 of <code>MUG-SKY</code>. ${name} does not raise the figure in between, although the
        shop counts the pieces as sent before the warehouse does.`,
    ],
    [
      "They come back",
      html`Under ${orders}, open “Send … back”, choose both pieces and “Ask as the shopper”. Approve the
      return. In ${panel("/returns", `${name} → Returns`)} it is announced, and a moment later it has a label;
      the shopper has one mail with it.`,
    ],
    [
      "One is broken",
      html`On the ${floor}, under “Receive goods”, choose the return’s inbound and receive 1 piece good and 1
      defective. The return’s page in ${name} says what became of each; under ${products} one piece is for
      sale again, and not two.`,
    ],
    [
      "Something goes wrong",
      html`On the ${floor}, under “Faults”, let the warehouse answer “Server error (503)” until switched off,
      and receive something. ${panel("", `${name} → Home`)} says what broke, what it costs and what to do.
      Switch all faults off: the problem goes by itself, and the figures are mended.`,
    ],
    [
      "A product nobody can guess",
      html`${panel("/products?state=ambiguous", `${name} → Products → Ambiguous`)}: the Beeswax Balm has the
      same barcode as the Leather Grease. Its page says why nothing was guessed, and lets you map it.`,
    ],
    [
      "Goods from a supplier",
      html`${panel("/inbounds/new", `${name} → Inbounds → Announce goods`)}: announce some, receive fewer of
      them on the ${floor}, and see what is short.`,
    ],
    [
      "In another language",
      html`Choose yours at the end of the menu on the left, and open ${panel("", name)} again.`,
    ],
  ];
  return html`<h1>A tour in ten minutes</h1>
    <p>
      You are the merchant, the shopper and the people in the warehouse. Each link opens a tab of its own: put
      two side by side and watch.
    </p>
    <ol class="tour">
      ${steps.map(
        ([title, body]) =>
          html`<li>
            <h2>${title}</h2>
            <p>${body}</p>
          </li>`,
      )}
    </ol>`;
}
