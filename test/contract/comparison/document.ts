import type { Facts } from "./facts.ts";

/** The fields of an inbound that say who sends it, and until when it is expected. */
const details = (name: string): Facts => ({
  [`${name}.supplierRef`]: "text to 35",
  [`${name}.expectedReceiveDate`]: "date",
  [`${name}.senderName`]: "text to 100",
  [`${name}.senderEmail`]: "text to 80",
  [`${name}.senderPhonenumber`]: "text",
  [`${name}.senderAddressLine1`]: "text to 100",
  [`${name}.senderAddressLine2`]: "text to 100",
  [`${name}.senderPostCode`]: "text to 20",
  [`${name}.senderCity`]: "text to 30",
  [`${name}.senderCountryCode`]: "text to 2",
});

const productDetails = (name: string): Facts => ({
  [`${name}.barcode`]: "text",
  [`${name}.description`]: "text",
  [`${name}.url`]: "https URL",
  [`${name}.imageUrl`]: "https URL",
  [`${name}.width`]: "whole number from 0",
  [`${name}.height`]: "whole number from 0",
  [`${name}.length`]: "whole number from 0",
  [`${name}.weight`]: "whole number from 0",
});

/** What the service's document says; where it is silent (`OPEN`), what was chosen. */
export const DOCUMENT: Facts = {
  "GET /products": "filter, skip, take",
  "POST /products": "none",
  "POST /bulk/products": "skipDuplicates",
  "GET /products/:sku": "none",
  "PUT /products/:sku": "none",
  "DELETE /products/:sku": "none",
  "GET /inbounds": "change-interval, filter, include, skip, take",
  "POST /inbounds": "include",
  "GET /inbounds/:ref": "include",
  "PUT /inbounds/:ref": "include",
  "DELETE /inbounds/:ref": "none",
  "GET /inbounds/:ref/label": "none",
  "GET /inbounds/:ref/lines": "skip, take",
  "POST /inbounds/:ref/lines": "none",
  "GET /inbounds/:ref/lines/:lineRef": "none",
  "PUT /inbounds/:ref/lines/:lineRef": "none",
  "DELETE /inbounds/:ref/lines/:lineRef": "none",
  "POST /subscriptions": "none",

  "roots of products, inbounds and lines": "/api/fulfilment/v4, /fulfilment/v3",
  "roots of changing and deleting a product": "/api/fulfilment/v4, /api/v4, /fulfilment/v3, /v3",
  "roots of subscriptions": "/api/fulfilment/v4, /fulfilment/v4",

  "header of every request": "authorization: Bearer",
  "content type of bodies": "application/json",
  "header of events": "x-hook-signature",

  take: "10, 100 of 9, 10, 100, 101",
  "change-interval": "5, 2800 of 4, 5, 2800, 2801",
  "attempts at an event": "185 in 24 hours",

  "new product.sku": "text",
  ...productDetails("new product"),
  "new product, required": "sku",
  ...productDetails("product changes"),
  "product changes, required": "none",
  "new inbound.ref": "text",
  "new inbound.type": "purchase, return",
  ...details("new inbound"),
  "new inbound.lines": "list",
  "new inbound, required": "expectedReceiveDate, lines, ref, type",
  ...details("inbound changes"),
  "inbound changes, required": "none",
  "new line.ref": "text",
  "new line.sku": "text",
  "new line.quantity": "whole number from 0",
  "new line, required": "quantity, ref, sku",
  "line changes.sku": "text",
  "line changes.quantity": "whole number from 0",
  "line changes, required": "none",
  "subscription.notificationUrl": "URL",
  "subscription.event": "event name",
  "subscription, required": "event, notificationUrl",

  product: "barcode, description, height, imageUrl, length, sku, stock, url, weight, width",
  inbound:
    "expectedReceiveDate, lines, receipts, ref, senderAddressLine1, senderAddressLine2, senderCity, " +
    "senderCountryCode, senderEmail, senderName, senderPhonenumber, senderPostCode, status, supplierRef, type",
  line: "quantity, quantityReceived, ref, sku",
  receipt: "lines, receiptDate, vendorShipmentNo",
  "receipt line": "defective, inboundLineRef, inboundRef, quantity, sku",
  "statuses of an inbound": "cancelled, fully_received, in_progress, new, partially_received",

  "event names":
    "inbound-status, label-status, outbound-status, receipt-received, shipment-created, shipment-shipped",
  event: "identifier, resource, type",
};

/** The client keeps any status as it comes, and sends no events. */
export const NOT_OF_CLIENT: readonly string[] = ["statuses of an inbound", "attempts at an event"];
/** The sandbox has a say in everything. */
export const NOT_OF_SANDBOX: readonly string[] = [];

/** Facts on which the document is silent, wholly or in part. */
export const OPEN: Record<string, string> = {
  "roots of changing and deleting a product": "/api/v4 is not shown",
  "new product, required": "not shown",
  "new inbound, required": "not shown",
  "new line, required": "not shown",
  "subscription, required": "not shown",
};
