import { call, element } from "./api.js";
import { button, doing } from "./doing.js";
import { returnElement } from "./order-returns.js";
import { returnForm } from "./return-form.js";

/** How often the orders are looked up again, in milliseconds. */
const REFRESH_MS = 1000;

/** Orders on a page of the list. */
const PAGE = 20;

const list = document.getElementById("orders-list");
const more = document.getElementById("more");
const search = document.getElementById("search");
search.value = new URLSearchParams(location.search).get("search") ?? "";

/** What the kinds of mails say. */
const MAILS = {
  "return-approved": "Approved:",
  "return-declined": "Declined:",
  "return-cancelled": "Cancelled:",
  "return-processed": "Processed:",
  "return-label": "Label for",
};

let pages = 1;
/** What stands on the page, by order: the element, and what it was built from. */
let shown = new Map();

async function load() {
  const take = pages * PAGE;
  const query = new URLSearchParams({ take: String(take + 1), search: search.value });
  const found = await call("GET", `orders?${query}`);
  more.hidden = found.length <= take;
  const orders = found.slice(0, take);
  const of = new URLSearchParams({ orders: orders.map(({ id }) => id).join() });
  const [returns, mails] = orders.length
    ? await Promise.all([call("GET", `returns?take=1000&${of}`), call("GET", `mails?${of}`)])
    : [[], []];
  show(
    orders.map((order) => ({
      order,
      // The oldest first, as they are numbered.
      returns: returns.filter(({ orderId }) => orderId === order.id).reverse(),
      mails: mails.filter(({ orderId }) => orderId === order.id),
    })),
  );
}

function show(things) {
  const before = shown;
  shown = new Map();
  for (const thing of things) {
    const structure = JSON.stringify(thing);
    const known = before.get(thing.order.id);
    // A form somebody is filling in stays until it is sent or closed.
    const isEdited = known?.element.querySelector("details[open]");
    const keep = known && (known.structure === structure || isEdited);
    shown.set(thing.order.id, keep ? known : { element: orderElement(thing), structure });
  }
  const wanted = [...shown.values()].map((entry) => entry.element);
  const isSame =
    wanted.length === list.children.length && wanted.every((one, index) => one === list.children[index]);
  if (isSame && wanted.length) return;
  const text = search.value
    ? "Nothing found."
    : "Nobody has ordered yet. Orders are placed on the page of products.";
  list.replaceChildren(...(wanted.length ? wanted : [element("p", {}, text)]));
}

function orderElement({ order, returns, mails }) {
  const tags = [
    order.cancelledAt ? "cancelled" : (order.fulfillmentStatus ?? "unfulfilled"),
    ...(order.returnStatus === "NO_RETURN" ? [] : [inWords(order.returnStatus)]),
  ].map((text) => element("span", { className: "tag" }, text));
  const path = `orders/${encodeURIComponent(order.id)}`;
  const step = (label, done, end, body) =>
    button(`${label} ${order.name}`, label, () => call("POST", `${path}/${end}`, body), {
      done: ({ name }) => `Order ${name} ${done}`,
      after: load,
    });
  const isOpen = !order.cancelledAt && order.lines.some((line) => line.quantity > line.fulfilled);
  const mayCancel =
    !order.cancelledAt && returns.every(({ status }) => ["DECLINED", "CANCELED"].includes(status));
  return element(
    "article",
    { className: "card order" },
    element(
      "header",
      {},
      element("h2", {}, order.name),
      ...tags,
      element(
        "span",
        { className: "steps" },
        ...(isOpen ? [step("Fulfil", "fulfilled", "fulfill", {})] : []),
        ...(mayCancel ? [step("Cancel", "cancelled", "cancel", { restock: true })] : []),
      ),
    ),
    element("p", { className: "shopper" }, shopperOf(order)),
    element("ul", { className: "lines" }, ...order.lines.map((line) => element("li", {}, lineText(line)))),
    ...(order.lines.some((line) => line.withShopper) ? [returnForm(order, { onAsked: load })] : []),
    ...returns.map((one) => returnElement(one, { onStep: load })),
    ...(mails.length ? [mailList(mails)] : []),
  );
}

function shopperOf({ customer, email, shippingAddress: to }) {
  const name = [customer?.firstName, customer?.lastName].filter(Boolean).join(" ");
  const place = [to?.address1, to?.zip, to?.city, to?.countryCode].filter(Boolean).join(", ");
  return [name || "Nobody", email ?? "no mail address", place || "no address"].join(" · ");
}

function lineText(line) {
  const facts = [
    line.fulfilled && `${line.fulfilled} sent`,
    line.returned && `${line.returned} came back`,
    line.variantId ? "" : "custom item",
  ].filter(Boolean);
  return `${line.quantity} × ${line.title}${line.sku ? ` (${line.sku})` : ""}${facts.length ? `: ${facts.join(", ")}` : ""}`;
}

function mailList(mails) {
  const items = mails.map((mail) => {
    const item = element("li", {}, `${MAILS[mail.kind]} ${mail.returnName}, to ${mail.to} `);
    if (mail.labelUrl) item.append(element("a", { href: mail.labelUrl }, `Label of ${mail.returnName}`));
    return item;
  });
  return element(
    "section",
    { className: "mails" },
    element("h3", {}, "Mails to the shopper"),
    element("ul", {}, ...items),
  );
}

const inWords = (status) => status.toLowerCase().replaceAll("_", " ");

search.form.addEventListener("submit", (event) => event.preventDefault());
search.addEventListener("input", () => {
  pages = 1;
  const query = search.value ? `?search=${encodeURIComponent(search.value)}` : "";
  history.replaceState(null, "", location.pathname + query);
  void doing(load);
});
more.addEventListener("click", () => {
  pages += 1;
  void doing(load);
});

/** Looks again and again, one look at a time; a sandbox that is being restarted is simply waited for. */
async function keepLooking() {
  if (!document.hidden) await load().catch(() => {});
  setTimeout(() => void keepLooking(), REFRESH_MS);
}
void keepLooking();
