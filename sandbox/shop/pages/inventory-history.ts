import { adjustmentsOf } from "../control/views.ts";
import type { Shop } from "../store/shop.ts";
import { html, type Html } from "./html.ts";

/** The latest of what is remembered. */
const SHOWN = 200;

/** What moved the shop's stock, as Shopify's own history tells it: how much, who, why, and which document says so. */
export function inventoryHistoryBody(shop: Shop, { sku, appName }: { sku: string; appName: string }): Html {
  const found = adjustmentsOf(shop, { sku: sku.trim() || undefined });
  const latest = found.slice(-SHOWN).reverse();
  const who = { app: appName, merchant: "Merchant", shop: "Shopify", "other-app": "Another app" };
  return html`<h1>Inventory history</h1>
    <form role="search" class="search">
      <label for="sku">SKU</label>
      <input id="sku" name="sku" type="search" autocomplete="off" value="${sku}" />
    </form>
    ${
      latest.length
        ? html`<ol class="history" reversed>
            ${latest.map(
              (one) =>
                html`<li class="card">
                  <p>
                    <strong>${one.sku ?? one.inventoryItemId}</strong> ${inWords(one.name)} at
                    ${one.location}: ${one.from} → ${one.to}
                  </p>
                  <p>${inWords(one.reason)} · ${one.app ?? who[one.by]} · <time>${one.at}</time></p>
                  ${one.referenceDocumentUri ? html`<p><code>${one.referenceDocumentUri}</code></p>` : ""}
                </li>`,
            )}
          </ol>`
        : html`<p>Nothing moved.</p>`
    }`;
}

const inWords = (name: string) => name.replaceAll("_", " ");
