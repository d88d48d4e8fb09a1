import { clock, deliverySentence, pieces } from "./sentences.js";

/** An element with text or children; `attributes` may hold `onclick`. */
function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (key === "onclick") node.addEventListener("click", value);
    else node.setAttribute(key, value);
  node.append(...children);
  return node;
}

const shown = new Map();

/**
 * Shows `records` in the element with this id, drawing again only when something changed, and gives the focus back to
 * the button that had it: a person in the middle of something must not notice the page refreshing itself.
 */
function show(id, { records, draw }) {
  const text = JSON.stringify(records);
  if (shown.get(id) === text) return;
  shown.set(id, text);
  const list = document.getElementById(id);
  const key = list.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  list.replaceChildren(...records.map(draw));
  if (key) [...list.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key)?.focus();
}

function button(label, { key, spoken, onclick }) {
  return element(
    "button",
    { type: "button", class: "quiet", "data-key": key, "aria-label": spoken, onclick },
    label,
  );
}

export function showProducts(products) {
  show("products", {
    records: products,
    draw: ({ sku, description, stock }) =>
      element(
        "tr",
        {},
        element(
          "td",
          {},
          element("span", { class: "sku" }, sku),
          element("span", { class: "detail" }, description),
        ),
        element("td", { class: "number" }, String(stock)),
      ),
  });
}

export function showSkus(products) {
  show("skus", {
    records: products,
    draw: ({ sku, description }) => element("option", { value: sku }, description),
  });
}

/** Keeps the choice: the select is only drawn again when the inbounds to choose from differ. */
export function showInboundChoice(inbounds) {
  const select = document.getElementById("receive-inbound");
  const chosen = select.value;
  const records = [{ ref: "", type: "" }, ...inbounds.map(({ ref, type }) => ({ ref, type }))];
  show("receive-inbound", {
    records,
    draw: ({ ref, type }) =>
      element("option", { value: ref }, ref ? `${ref} (${type})` : "Unannounced: nobody told us"),
  });
  select.value = records.some(({ ref }) => ref === chosen) ? chosen : "";
}

export function showInbounds(inbounds, { receive, move }) {
  const line = (inbound, { ref, sku, quantity, quantityReceived }) =>
    element(
      "li",
      { class: "row" },
      element(
        "span",
        {},
        element("span", { class: "sku" }, sku),
        element("span", { class: "detail" }, `${quantityReceived} of ${pieces(quantity)} received`),
      ),
      button("Receive", {
        key: `${inbound.ref} ${ref}`,
        spoken: `Receive ${sku} of ${inbound.ref}`,
        onclick: () => receive(inbound.ref, { sku, quantity: Math.max(1, quantity - quantityReceived) }),
      }),
    );
  const moveButton = (inbound, { label, status }) =>
    button(label, {
      key: `${inbound.ref} ${status}`,
      spoken: `${label} ${inbound.ref}`,
      onclick: () => move(inbound.ref, status),
    });
  show("inbounds", {
    records: inbounds,
    draw: (inbound) =>
      element(
        "li",
        {},
        element(
          "div",
          { class: "row" },
          element(
            "span",
            {},
            element("span", { class: "sku" }, inbound.ref),
            " ",
            element("span", { class: "tag" }, inbound.status.replaceAll("_", " ")),
            element(
              "span",
              { class: "detail" },
              [inbound.type, inbound.senderName].filter(Boolean).join(" from "),
            ),
          ),
          element(
            "span",
            { class: "actions" },
            ...(inbound.status === "new"
              ? [moveButton(inbound, { label: "Start", status: "in_progress" })]
              : []),
            moveButton(inbound, { label: "Cancel", status: "cancelled" }),
          ),
        ),
        element("ul", {}, ...inbound.lines.map((one) => line(inbound, one))),
      ),
  });
}

export function showDeliveries(deliveries, { sendAgain }) {
  show("deliveries", {
    records: deliveries,
    draw: (delivery) => {
      const { id, event, body, state, createdAt } = delivery;
      return element(
        "li",
        { class: "row" },
        element(
          "span",
          {},
          element("strong", {}, event),
          " ",
          element("span", { class: `tag ${state}` }, state),
          element("span", { class: "detail sku" }, JSON.parse(body).identifier),
          element("span", { class: "detail" }, `${clock(createdAt)}: ${deliverySentence(delivery)}`),
        ),
        button("Send again", {
          key: id,
          spoken: `Send ${event} again`,
          onclick: () => sendAgain(delivery),
        }),
      );
    },
  });
}
