import { call, element } from "./api.js";
import { doing } from "./doing.js";

/** Handles of Shopify's reasons, and what they are called. */
const REASONS = [
  ["unknown", "Unknown"],
  ["changed-my-mind", "Changed my mind"],
  ["item-not-as-described", "Item not as described"],
  ["received-the-wrong-item", "Received the wrong item"],
  ["damaged-or-defective", "Damaged or defective"],
  ["too-small", "Too small"],
  ["too-big", "Too big"],
  ["style", "Style"],
  ["color", "Color"],
  ["other-reason", "Other"],
];

/** A form to send something of an order back: asked for as the shopper would, or created by the merchant. */
export function returnForm(order, { onAsked }) {
  const lines = order.lines.filter((line) => line.withShopper);
  const form = element(
    "form",
    { className: "edit" },
    ...lines.map((line) =>
      element(
        "label",
        {},
        `${line.title}, of ${line.withShopper} `,
        element("input", {
          ...{ name: line.id, type: "number", value: String(line.withShopper) },
          ...{ min: "0", max: String(line.withShopper), required: true },
        }),
      ),
    ),
    element(
      "label",
      {},
      "Reason ",
      element(
        "select",
        { name: "reason" },
        ...REASONS.map(([value, text]) => element("option", { value }, text)),
      ),
    ),
    element("label", {}, "Note ", element("input", { name: "note", maxLength: 255, autocomplete: "off" })),
    element("button", { className: "button primary", value: "requested" }, "Ask as the shopper"),
    element("button", { className: "button", value: "open" }, "Create as the merchant"),
  );
  const details = element("details", {}, element("summary", {}, `Send ${order.name} back`), form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { reason, note, ...quantities } = Object.fromEntries(new FormData(form));
    const body = {
      status: event.submitter?.value || "requested",
      lines: Object.entries(quantities)
        .filter(([, quantity]) => Number(quantity))
        .map(([lineId, quantity]) => ({ lineId, quantity: Number(quantity), reason, note })),
    };
    const request = () => call("POST", `orders/${encodeURIComponent(order.id)}/returns`, body);
    const done = ({ name }) => `Return ${name} ${body.status === "open" ? "created" : "asked for"}`;
    // Closed before it is drawn anew, as what is open is left alone.
    const after = () => {
      details.open = false;
      return onAsked();
    };
    void doing(request, { done, after });
  });
  return details;
}
