import { call, element } from "./api.js";
import { button } from "./doing.js";

/** What the merchant may do with a return in each state: the label, the end of the address, and what is said then. */
const STEPS = {
  REQUESTED: [
    ["Approve", "approve", "approved"],
    ["Decline", "decline", "declined"],
    ["Cancel", "cancel", "cancelled"],
  ],
  OPEN: [
    ["Close", "close", "closed"],
    ["Cancel", "cancel", "cancelled"],
  ],
  CLOSED: [["Reopen", "reopen", "reopened"]],
};

/** A return with its lines, where their pieces went, and the labels the shopper got. */
export function returnElement(one, { onStep }) {
  const steps = (STEPS[one.status] ?? []).map(([label, end, done]) =>
    button(
      `${label} ${one.name}`,
      label,
      () => call("POST", `returns/${encodeURIComponent(one.id)}/${end}`, {}),
      { done: ({ name }) => `Return ${name} ${done}`, after: onStep },
    ),
  );
  const work = one.reverseFulfillmentOrders.flatMap(({ lines }) => lines);
  const items = one.lines.map((line) => {
    const { dispositions = [] } = work.find(({ id }) => id === line.reverseLineId) ?? {};
    const note = line.customerNote || line.reasonNote;
    return element(
      "li",
      {},
      `${line.quantity} × ${line.title ?? "unverified item"}${line.sku ? ` (${line.sku})` : ""}, ${inWords(line.reason)}`,
      note ? `: “${note}”` : "",
      ...dispositions.map(dispositionElement),
    );
  });
  const labels = one.reverseFulfillmentOrders.flatMap(({ deliveries }) => deliveries).map(deliveryElement);
  return element(
    "section",
    { className: "return", "aria-label": `Return ${one.name}` },
    element(
      "header",
      {},
      element("h3", {}, one.name),
      element("span", { className: "tag" }, one.status.toLowerCase()),
      element("span", { className: "steps" }, ...steps),
    ),
    ...(one.decline
      ? [
          element(
            "p",
            {},
            `Declined, ${inWords(one.decline.reason)}${one.decline.note ? `: “${one.decline.note}”` : ""}`,
          ),
        ]
      : []),
    element("ul", { className: "lines" }, ...items),
    ...(one.exchange.length
      ? [element("p", {}, `For ${one.exchange.map(exchangeText).join(", ")} instead`)]
      : []),
    ...(labels.length ? [element("ul", { className: "lines" }, ...labels)] : []),
  );
}

const exchangeText = ({ quantity, sku, variantId }) => `${quantity} × ${sku ?? variantId}`;

const dispositionElement = ({ type, quantity, location }) =>
  element("span", { className: "tag" }, `${quantity} ${inWords(type)}${location ? ` at ${location}` : ""}`);

function deliveryElement({ label, tracking, lines }) {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const item = element("li", {}, `On its way: ${count} ${count === 1 ? "piece" : "pieces"} `);
  if (label) item.append(element("a", { href: label.publicFileUrl }, "Label"));
  if (tracking?.number) item.append(` Tracking ${tracking.number}`);
  return item;
}

const inWords = (text) => (text ?? "").toLowerCase().replaceAll(/[_-]/g, " ");
