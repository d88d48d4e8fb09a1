#!/bin/sh
# @shopify/shopify-api 15.0.0: importing a second runtime adapter makes valid webhooks look unsigned.
#
# What one would guess: an adapter says how the requests of the instances that are made with it are read, or importing a second
# one fails. What happens: the adapter is one for the whole process, and the last import wins, also for instances made before.
# After `adapters/node` is imported anywhere, an instance that was made beside `adapters/web-api` no longer reads a Fetch
# Request's headers. A webhook with a right signature, valid a moment before, is then "missing_hmac": no error says that the
# request is of the wrong kind, and Shopify is answered 401 until it gives up. Reading the log, one looks for a proxy that drops
# headers. Seen with a test that imported the other adapter in the process of the app's own tests.
#
# Seen: {"before":{"valid":true},"after":{"valid":false,"reason":"missing_hmac"}}
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact @shopify/shopify-api@15.0.0
cat >check.mjs <<'JS'
import "@shopify/shopify-api/adapters/web-api";
import { createHmac } from "node:crypto";
import { shopifyApi } from "@shopify/shopify-api";

const shopify = shopifyApi({
  apiKey: "key",
  apiSecretKey: "secret",
  apiVersion: "2026-10",
  hostName: "app.example.com",
  isEmbeddedApp: true,
  logger: { log: () => undefined },
});
const rawBody = JSON.stringify({ id: 1 });
const validate = async () => {
  const headers = {
    "x-shopify-hmac-sha256": createHmac("sha256", "secret").update(rawBody).digest("base64"),
    "x-shopify-topic": "products/update",
    "x-shopify-shop-domain": "demo.myshopify.com",
    "x-shopify-api-version": "2026-10",
    "x-shopify-webhook-id": "1",
  };
  const rawRequest = new Request("https://app.example.com/webhooks", { method: "POST", headers });
  const { valid, reason } = await shopify.webhooks.validate({ rawBody, rawRequest });
  return { valid, reason };
};
const before = await validate();
await import("@shopify/shopify-api/adapters/node");
const after = await validate();
const seen = JSON.stringify({ before, after });
console.log(seen);
process.exit(seen === '{"before":{"valid":true},"after":{"valid":false,"reason":"missing_hmac"}}' ? 0 : 1);
JS
node check.mjs
