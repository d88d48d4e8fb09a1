import { call } from "./api.js";
import { element, show } from "./draw.js";

const byId = (id) => document.getElementById(id);

/** What a receipt line can show instead of the usual, by what the form calls it. */
const oddities = {
  "what it should": () => ({}),
  "no defective": () => ({ leftOut: ["defective"] }),
  "defective: null": () => ({ shown: { defective: null } }),
  'defective: "true"': () => ({ shown: { defective: "true" } }),
  "defective: 1": () => ({ shown: { defective: 1 } }),
  "defective: 0": () => ({ shown: { defective: 0 } }),
  "no sku": () => ({ leftOut: ["sku"] }),
  "sku: null": () => ({ shown: { sku: null } }),
  "quantity as text": ({ quantity }) => ({ shown: { quantity: String(quantity) } }),
};

/** The body of a receipt, as the form for it says. */
export function arrivalOf({ inboundRef, sku, quantity, condition, odd, ...second }) {
  const line = { sku, quantity };
  const lines = [{ ...line, defective: condition === "defective", ...oddities[odd](line) }];
  if (second.secondRef)
    lines.push({
      sku: second.secondSku || sku,
      quantity: Number(second.secondQuantity),
      inboundRef: second.secondRef,
    });
  return { ...(inboundRef && { inboundRef }), lines };
}

export function showReceiptLines(receipts) {
  const select = byId("amend-line");
  const chosen = select.value;
  const records = receipts.flatMap(({ vendorShipmentNo, lines }) =>
    lines.flatMap((line, index) => (line.quantity > 0 ? { ...line, vendorShipmentNo, index } : [])),
  );
  show("amend-line", {
    records: records.length > 0 ? records : [null],
    draw: (line) =>
      line
        ? element("option", { value: JSON.stringify([line.vendorShipmentNo, line.index]) }, wordsFor(line))
        : element("option", { value: "" }, "Nothing has arrived"),
  });
  if ([...select.options].some(({ value }) => value === chosen)) select.value = chosen;
}

function wordsFor({ vendorShipmentNo, quantity, sku, defective, inboundRef, shown, leftOut }) {
  const odd = Object.keys(shown ?? {}).length > 0 || leftOut?.length > 0 ? ", odd" : "";
  const condition = defective ? "defective" : "good";
  return `${inboundRef}: ${quantity} of ${sku}, ${condition}${odd} (${vendorShipmentNo})`;
}

/** Takes units back that a receipt says have arrived, or calls them defective. Returns what to say of it. */
export async function correctReceipt({ line, quantity, becomes }) {
  const [vendorShipmentNo, index] = JSON.parse(line);
  const path = `receipts/${encodeURIComponent(vendorShipmentNo)}/correct`;
  const corrected = await call(path, { line: index, quantity, becomes });
  return `Receipt ${corrected.vendorShipmentNo} says so now.`;
}

export function setUpOddities() {
  byId("receive-odd").append(...Object.keys(oddities).map((name) => element("option", {}, name)));
}
