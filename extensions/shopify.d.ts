import type { Api } from "@shopify/ui-extensions/admin.order-details.block.render";

declare global {
  /** What Shopify gives a block. All of ours use what every target has; `data` names the page's order or variant. */
  const shopify: Api;
}
