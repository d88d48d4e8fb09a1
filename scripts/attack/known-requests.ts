import { RANKS } from "../../app/domain/activity/ranks.ts";
import { refOfPurchase } from "../../app/domain/inbounds/purchase-ref.ts";

/*
 * A valid request for every route of the panel. A route of the app that is not here fails a test
 * (`test/security/every-route.test.ts`).
 */

const FORM = "11111111-1111-4111-8111-111111111111";
const REF = refOfPurchase(FORM);
const DAY_MS = 86_400_000;
const SEEN = { count: 9, target: 9 };

/** What the form of an incoming shipment may hold. */
const contentOf = (quantity: number) => ({
  fields: {
    supplierRef: "PO-1",
    expectedReceiveDate: new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10),
    senderName: "Potter & Sons",
    senderEmail: "",
    senderPhonenumber: "",
    senderAddressLine1: "",
    senderAddressLine2: "",
    senderPostCode: "",
    senderCity: "",
    senderCountryCode: "",
  },
  lines: [{ sku: SKU, quantity }],
});

/** Whatever belongs to our shop is called this. */
export const MARK = "PRECIOUS";
export const SKU = `${MARK}-MUG`;
export const UPLOAD = "22222222-2222-4222-8222-222222222222";
export const TASK = "33333333-3333-4333-8333-333333333333";
/** A quarantined event. */
export const EVENT = 9_000_000_001n;

/** What is asked of a route: its address, and what would change something if it were let in. */
export interface KnownRequest {
  path: string;
  /** Objects are sent as JSON; `form` as a form; text as it is. */
  posts?: (Record<string, unknown> | { form: Record<string, string> } | string)[];
}

export interface KnownIds {
  variantId: string;
  returnId: string;
  orderId: string;
  locationId: string;
}

const numberOf = (gid: string) => gid.split("/").at(-1)!;

/** Every route of the panel, asked for something of our shop. */
export const knownRequests = ({
  variantId,
  returnId,
  orderId,
  locationId,
}: KnownIds): Record<string, KnownRequest> => ({
  "routes/app": { path: "/app" },
  "routes/app._index": { path: "/app?index", posts: [{ form: {} }] },
  "routes/app.$": { path: "/app/nowhere" },
  "routes/app.activity": {
    path: "/app/activity?search=mug",
    posts: [{ intent: "retry", id: `${RANKS.hint}:${EVENT}` }],
  },
  "routes/app.activity[.]csv": { path: "/app/activity.csv" },
  "routes/app.activity_.support": { path: `/app/activity/support?search=mug`, posts: [{ intent: "retry" }] },
  "routes/app.activity_.support[.]json": { path: `/app/activity/support.json?search=mug` },
  "routes/app.connect": {
    path: "/app/connect",
    posts: [
      { intent: "accessToken", accessToken: "another" },
      { intent: "webhookKey", webhookKey: "another" },
      { intent: "end-old-key" },
      { intent: "location", locationId },
      ...["clear", "restore", "dismiss"].map((change) => ({
        ...{ intent: "previous-location", locationId, change },
      })),
      { intent: "ask-again" },
      { intent: "disconnect" },
    ],
  },
  "routes/app.connect_.locations": { path: "/app/connect/locations" },
  "routes/app.inbounds": { path: "/app/inbounds?search=po-1" },
  "routes/app.inbounds_.$ref": {
    path: `/app/inbounds/${REF}`,
    posts: [
      { what: "delete" },
      { what: "again" },
      { what: "leave", needs: [{ kind: "unclear", units: 1, unread: 0, isSeen: false }] },
    ],
  },
  "routes/app.inbounds_.$ref_.edit": {
    path: `/app/inbounds/${REF}/edit`,
    posts: [{ content: contentOf(1) }],
  },
  "routes/app.inbounds_.lines": { path: "/app/inbounds/lines", posts: [`sku,quantity\n${SKU},1\n`] },
  "routes/app.inbounds_.new": {
    path: "/app/inbounds/new",
    posts: [{ formId: FORM, content: contentOf(9) }],
  },
  "routes/app.inventory[.]csv": { path: "/app/inventory.csv" },
  "routes/app.mappings": {
    path: `/app/mappings?upload=${UPLOAD}`,
    posts: ["apply", "undo"].map((intent) => ({ form: { intent, uploadId: UPLOAD, confirmed: "true" } })),
  },
  "routes/app.mappings[.]csv": {
    path: "/app/mappings.csv",
    posts: [`Variant ID,Decision\n${numberOf(variantId)},ignored\n`],
  },
  "routes/app.problems": {
    path: "/app/problems?kind=stock-rejected",
    posts: [
      { intent: "try-again" },
      { intent: "retry", kind: "inbound-unreadable", subject: MARK },
      { intent: "ask-for-events" },
      { intent: "look", variantId },
    ],
  },
  "routes/app.products": { path: `/app/products?search=mug` },
  "routes/app.products_.$id": {
    path: `/app/products/${numberOf(variantId)}`,
    posts: [
      { intent: "map", components: [{ sku: SKU, quantity: 1 }] },
      { intent: "relink", from: variantId },
      { intent: "relink-heir", heir: variantId },
      { intent: "update", fingerprint: "another" },
    ],
  },
  "routes/app.products_.create": {
    path: `/app/products/create?variants=${numberOf(variantId)}`,
    posts: [{ form: { confirmed: "1" } }],
  },
  "routes/app.products_.delete": {
    path: `/app/products/delete?sku=${SKU}`,
    posts: [{ form: { sku: SKU, typedSku: SKU } }],
  },
  "routes/app.products_.update": {
    path: `/app/products/update?variants=${numberOf(variantId)}`,
    posts: [{ form: { fingerprint: "another", confirmed: "1" } }],
  },
  "routes/app.products_.words": {
    path: "/app/products/words",
    posts: ["confirm", "unmap", "ignore", "reset"].flatMap((action) => {
      const preview = { action, selection: { variantIds: [variantId] } };
      return [preview, { ...preview, expected: "", confirmed: true }];
    }),
  },
  "routes/app.returns": {
    path: `/app/returns?search=mug`,
    posts: [
      { intent: "announce", returnIds: [returnId] },
      { intent: "try-again", returnId },
      { intent: "count-missing", returnId },
      { intent: "wait-longer", returnId },
      { intent: "let-go", returnId },
      { intent: "mark-seen", returnId, needs: [{ kind: "label" }] },
      { intent: "show-seen", returnId },
    ],
  },
  "routes/app.returns_.$id": { path: `/app/returns/${numberOf(returnId)}` },
  "routes/app.returns_.$id_.label": {
    path: `/app/returns/${numberOf(returnId)}/label`,
    posts: [{ intent: "retry" }, { intent: "anew" }],
  },
  "routes/app.returns_.$id_.sender": {
    path: `/app/returns/${numberOf(returnId)}/sender`,
    posts: [
      { form: { senderName: "Eve", senderAddressLine1: "1", senderCity: "C", senderCountryCode: "GB" } },
    ],
  },
  "routes/ext.order-returns": { path: `/ext/order-returns?order=${encodeURIComponent(orderId)}` },
  "routes/ext.variant-stock": {
    path: `/ext/variant-stock?variant=${encodeURIComponent(variantId)}`,
    posts: [{}],
  },
  "routes/app.settings": { path: "/app/settings" },
  "routes/app.settings_.privacy": { path: "/app/settings/privacy" },
  "routes/app.settings_.privacy_.answer[.]json": { path: "/app/settings/privacy/answer.json?request=9" },
  "routes/app.settings_.products": {
    path: "/app/settings/products",
    posts: [{ form: { pushEdits: "on", askBeyond: "50", width: "custom.w", height: "", length: "" } }],
  },
  "routes/app.settings_.returns": {
    path: "/app/settings/returns",
    posts: [{ form: { approve: "on", expectedDays: "3", defectiveAs: "left" } }],
  },
  "routes/app.settings_.stock": {
    path: "/app/settings/stock",
    posts: [
      {
        form: {
          mode: "available",
          buffer: "1",
          settleHours: "1",
          stopBeyond: "1",
          saleBuffer: "1",
          soldElsewhere: "yes",
        },
      },
    ],
  },
  "routes/app.setup": {
    path: "/app/setup",
    posts: [
      { form: { intent: "connect", accessToken: "another", webhookKey: "another" } },
      { form: { intent: "location", locationId } },
      { form: { intent: "sold-elsewhere", soldElsewhere: "yes" } },
      { form: { intent: "report-seen" } },
      { form: { intent: "dismiss" } },
    ],
  },
  "routes/app.stock": {
    path: "/app/stock",
    posts: [
      { intent: "preview" },
      { intent: "go-live", variantIds: [variantId] },
      { intent: "track", variantId },
      { intent: "buffer", sku: SKU, pieces: 9 },
      { intent: "confirm-jumps", seen: { emptied: SEEN, lowered: SEEN, raised: SEEN } },
      { intent: "pause" },
      { intent: "resume" },
      { intent: "compare" },
    ],
  },
  "routes/app.stock[.]csv": { path: `/app/stock.csv?variant=${numberOf(variantId)}` },
  "routes/app.views": {
    path: "/app/views",
    posts: [
      { intent: "save", list: "returns", name: "Eve", tab: null, search: "eve" },
      { intent: "rename", list: "returns", name: MARK, to: "Eve" },
      { intent: "delete", list: "returns", name: MARK },
    ],
  },
  "routes/app.warehouse-products": { path: `/app/warehouse-products?search=mug` },
  "routes/app.work": {
    path: "/app/work",
    posts: ["cancel", "put-away"].flatMap((intent) =>
      ["reading", "comparison", "push", "update", "task"].map((work) => ({ intent, work, taskId: TASK })),
    ),
  },
});

/** Those that show something of our shop. */
export const SHOWING = [
  ...["routes/app", "routes/app._index", "routes/app.activity[.]csv", "routes/app.activity_.support[.]json"],
  ...["routes/app.inbounds", "routes/app.inbounds_.$ref", "routes/app.inbounds_.$ref_.edit"],
  ...["routes/app.mappings", "routes/app.mappings[.]csv", "routes/app.products", "routes/app.products_.$id"],
  ...[
    "routes/app.products_.delete",
    "routes/app.products_.update",
    "routes/app.returns",
    "routes/app.returns_.$id",
    "routes/app.inventory[.]csv",
    "routes/app.stock[.]csv",
  ],
  ...[
    "routes/app.settings_.privacy",
    "routes/app.settings_.privacy_.answer[.]json",
    "routes/app.warehouse-products",
    "routes/ext.variant-stock",
  ],
];

/** Those there for anybody: the ways in, which show nothing of a shop. */
export const OUTSIDE = ["routes/_index", "routes/auth.$", "routes/auth.login"];
