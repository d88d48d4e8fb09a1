import { call, element } from "./api.js";
import { button, doing } from "./doing.js";

/** The newest ones; older ones come up as these are done with. */
const MOST_SHOWN = 20;

const section = document.getElementById("orders");
const list = section.querySelector("ul");

/** What stands on the page, to leave it alone while nothing changes. */
let shown = "";

/** A form to order a variant as a shopper would, from where it is stocked. Nothing when it is stocked nowhere. */
export function orderForm(variant, { onPlaced }) {
  const places = Object.entries(variant.levels).filter(([, level]) => level.isActive);
  if (!places.length || variant.requiresComponents) return "";
  const options = places.map(([location]) => element("option", {}, location));
  const form = element(
    "form",
    { className: "edit" },
    element(
      "label",
      {},
      "Quantity ",
      element("input", { name: "quantity", type: "number", value: "1", min: "1", required: true }),
    ),
    element("label", {}, "Sent from ", element("select", { name: "location" }, ...options)),
    element("button", { className: "button primary" }, "Place order"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { quantity, location } = Object.fromEntries(new FormData(form));
    const lines = [{ variantId: variant.id, quantity: Number(quantity) }];
    const placed = { done: ({ name }) => `Order ${name} placed`, after: showOrders };
    void doing(() => call("POST", "orders", { lines, location }), placed).then(onPlaced);
  });
  return element("details", {}, element("summary", {}, `Order ${variant.sku || variant.title}`), form);
}

/** Draws the orders that have something left to send. */
export async function showOrders() {
  const orders = await call("GET", `orders?open=true&take=${MOST_SHOWN}`);
  const drawn = JSON.stringify(orders);
  if (drawn === shown) return;
  shown = drawn;
  section.hidden = !orders.length;
  list.replaceChildren(...orders.map(orderElement));
}

function orderElement(order) {
  const goods = order.lines
    .filter((line) => line.quantity > line.fulfilled)
    .map((line) => `${line.quantity - line.fulfilled} × ${line.sku || line.title}`);
  const step = (label, done, path, body) =>
    button(
      `${label} ${order.name}`,
      label,
      () => call("POST", `orders/${encodeURIComponent(order.id)}/${path}`, body),
      { done: ({ name }) => `Order ${name} ${done}`, after: showOrders },
    );
  return element(
    "li",
    {},
    element("strong", {}, order.name),
    element("span", {}, `${goods.join(", ")} from ${order.location}`),
    step("Fulfil", "fulfilled", "fulfill", {}),
    step("Cancel", "cancelled", "cancel", { restock: true }),
  );
}
