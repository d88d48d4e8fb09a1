/*
 * What will happen, in a sentence, before a person does it. `product` is undefined while the SKU is not (yet) one the
 * warehouse knows.
 */

export const countUnits = (count, kind = "") =>
  `${count} ${kind}${kind && " "}${Number(count) === 1 ? "unit" : "units"}`;

export const unitsOf = (lines) => lines.map(({ sku, quantity }) => `${quantity} of ${sku}`).join(", ");

export const statusWords = ({ status }) => status.replaceAll("_", " ");

export function whenToldSentence({ subscriptions, paused }) {
  if (subscriptions === 0) return "No shop has subscribed yet, so nobody is told.";
  if (paused) return "The shop is told once you resume sending.";
  return "The shop is told within a second.";
}

/** `announced` is false when the inbound says nothing of this product. */
export function receiveForecast({ product, quantity, defective, inboundRef, announced, health }) {
  if (!product) return "Choose a product and say how many units stand on the ramp.";
  const surprise = announced ? "" : ", which does not announce it";
  const where = inboundRef ? `on inbound ${inboundRef}${surprise}` : "on a new purchase inbound";
  const stock = defective
    ? `stock stays at ${product.stock}, for defective units are not sold`
    : `stock rises from ${product.stock} to ${product.stock + quantity}`;
  const kind = defective ? "defective" : "good";
  return `${countUnits(quantity, kind)} of ${product.sku} booked ${where}: ${stock}. ${whenToldSentence(health)}`;
}

/** `staysUntilDispatch`: stock falls as the parcel leaves, not as it is packed. */
export function shipForecast({ product, quantity, leaves, staysUntilDispatch, health }) {
  if (!product) return "Choose a product and say how many units leave.";
  if (quantity > product.stock) return `Only ${countUnits(product.stock)} of ${product.sku} lie here.`;
  const stock =
    leaves === "later" && staysUntilDispatch
      ? `stock stays at ${product.stock} until the parcel leaves`
      : `stock falls from ${product.stock} to ${product.stock - quantity}`;
  return `${countUnits(quantity)} of ${product.sku} packed: ${stock}. ${whenToldSentence(health)}`;
}

export function correctForecast({ product, stock }) {
  if (!product) return "Choose a product and say how many units you counted.";
  const change = Number.isNaN(stock) ? `of ${product.stock}` : `from ${product.stock} to ${stock}`;
  return `Corrects the stock ${change}. Nobody is told: the shop finds out when it next looks.`;
}

export function healthSentence({ products, subscriptions, pending, paused }) {
  const told =
    subscriptions === 0
      ? "no shop has subscribed"
      : `${subscriptions} subscription${subscriptions === 1 ? "" : "s"}`;
  const waiting = pending === 0 ? "all told" : `${pending} not told yet`;
  return `${products} product${products === 1 ? "" : "s"} · ${told} · ${waiting}${paused ? " · sending paused" : ""}`;
}

/** When it came up, how often it was tried, with which answer, and when again. `now` is the warehouse's time. */
export function deliverySentence({ createdAt, nextAttemptAt, ...delivery }, now) {
  const moment = (instant) =>
    day(instant) === day(now) ? time(instant) : `${day(instant)}, ${time(instant)}`;
  const next = nextAttemptAt ? `, next at ${moment(nextAttemptAt)}` : "";
  return `${moment(createdAt)}: ${triedSoFar(delivery)}${next}`;
}

function triedSoFar({ state, attempts, lastStatus }) {
  if (attempts === 0) return state === "dropped" ? "never sent" : "not sent yet";
  const answer = lastStatus === null ? "no answer" : `last answer ${lastStatus}`;
  return `${attempts} ${attempts === 1 ? "attempt" : "attempts"}, ${answer}`;
}

export const time = (instant) => new Date(instant).toLocaleTimeString([], { timeStyle: "medium" });
export const day = (instant) => new Date(instant).toLocaleDateString([], { dateStyle: "medium" });

const MINUTE_MS = 60_000;
const spans = [
  ["day", 24 * 60 * MINUTE_MS],
  ["hour", 60 * MINUTE_MS],
  ["minute", MINUTE_MS],
];

/** How far the warehouse's time is from the reader's, to the minute. */
export function aheadSentence(offsetMs) {
  let left = Math.round(Math.abs(offsetMs) / MINUTE_MS) * MINUTE_MS;
  const parts = spans.flatMap(([unit, ms]) => {
    const count = Math.floor(left / ms);
    left -= count * ms;
    return count === 0 ? [] : `${count} ${unit}${count === 1 ? "" : "s"}`;
  });
  if (parts.length === 0) return "The same time as on this machine.";
  return `${parts.join(", ")} ${offsetMs > 0 ? "ahead of" : "behind"} this machine.`;
}
