import { button, element, show } from "./draw.js";
import { countUnits, deliverySentence, statusWords, unitsOf } from "./sentences.js";

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

/** Keeps the choice: a select is only drawn again when the inbounds to choose from differ. */
export function showInboundChoice(inbounds) {
  showChoice("receive-inbound", { inbounds, none: "Unannounced: nobody told us" });
  showChoice("receive-second", { inbounds, none: "None" });
}

function showChoice(id, { inbounds, none }) {
  const select = document.getElementById(id);
  const chosen = select.value;
  const records = [{ ref: "", type: "" }, ...inbounds.map(({ ref, type }) => ({ ref, type }))];
  show(id, {
    records,
    draw: ({ ref, type }) => element("option", { value: ref }, ref ? `${ref} (${type})` : none),
  });
  select.value = records.some(({ ref }) => ref === chosen) ? chosen : "";
}

/** `stepsOf` says what can be done with an inbound: what happens, by the label of its button. */
export function showInbounds(inbounds, { receive, receiveOther, stepsOf }) {
  const line = (inbound, { ref, sku, quantity, quantityReceived }) =>
    element(
      "li",
      { class: "row" },
      element(
        "span",
        {},
        element("span", { class: "sku" }, sku),
        element("span", { class: "detail" }, `${quantityReceived} of ${countUnits(quantity)} received`),
      ),
      button("Receive", {
        key: `${inbound.ref} ${ref}`,
        spoken: `Receive ${sku} of ${inbound.ref}`,
        onclick: () => receive(inbound.ref, { sku, quantity: Math.max(1, quantity - quantityReceived) }),
      }),
    );
  const stepButtons = (inbound) =>
    Object.entries(stepsOf(inbound)).map(([label, onclick]) =>
      button(label, { key: `${inbound.ref} ${label}`, spoken: `${label} ${inbound.ref}`, onclick }),
    );
  const labelLink = ({ ref }) =>
    element(
      "a",
      {
        class: "quiet",
        "data-key": `${ref} label`,
        "aria-label": `Label of ${ref}`,
        href: `inbounds/${encodeURIComponent(ref)}/label.pdf`,
        target: "_blank",
      },
      "Label",
    );
  const otherButton = ({ ref }) =>
    button("Receive other", {
      key: `${ref} other`,
      spoken: `Receive another product on ${ref}`,
      onclick: () => receiveOther(ref),
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
            element("span", { class: "tag" }, statusWords(inbound)),
            element(
              "span",
              { class: "detail" },
              [inbound.type, inbound.senderName].filter(Boolean).join(" from "),
            ),
          ),
          element(
            "span",
            { class: "actions" },
            ...(inbound.type === "return" ? [labelLink(inbound)] : []),
            ...stepButtons(inbound),
          ),
        ),
        element(
          "ul",
          {},
          ...inbound.lines.map((one) => line(inbound, one)),
          element(
            "li",
            { class: "row" },
            element("span", { class: "detail" }, "Something else came with it?"),
            otherButton(inbound),
          ),
        ),
      ),
  });
}

/** Packed ones that have not left. */
export function showShipments(shipments, { dispatch }) {
  show("shipments", {
    records: shipments,
    draw: (shipment) =>
      element(
        "li",
        { class: "row" },
        element(
          "span",
          {},
          element("span", { class: "sku" }, unitsOf(shipment.lines)),
          element(
            "span",
            { class: "detail" },
            `packed, ${shipment.inStock ? "still in stock" : "out of stock"}`,
          ),
        ),
        button("Dispatch", {
          key: shipment.shipment,
          spoken: `Dispatch ${unitsOf(shipment.lines)}`,
          onclick: () => dispatch(shipment),
        }),
      ),
  });
}

const faultTags = {
  drop: "on purpose",
  duplicate: "one of two",
  late: "late on purpose",
  reorder: "overtaken on purpose",
};

/** `now` decides which moments need their day said. */
export function showDeliveries(deliveries, { now, sendAgain }) {
  show("deliveries", {
    records: deliveries.map((delivery) => ({ ...delivery, sentence: deliverySentence(delivery, now) })),
    draw: (delivery) => {
      const { id, event, body, state, fault, sentence } = delivery;
      return element(
        "li",
        { class: "row" },
        element(
          "span",
          {},
          element("strong", {}, event),
          " ",
          element("span", { class: `tag ${state}` }, state),
          ...(fault ? [" ", element("span", { class: "tag fault" }, faultTags[fault])] : []),
          element("span", { class: "detail sku" }, JSON.parse(body).identifier),
          element("span", { class: "detail" }, sentence),
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
