/*
 * What will happen, in a sentence, before a person does it. `product` is undefined while the SKU is not (yet) one the
 * warehouse knows.
 */

export const pieces = (count, kind = "") =>
  `${count} ${kind}${kind && " "}${Number(count) === 1 ? "piece" : "pieces"}`;

export function whenToldSentence({ subscriptions, paused }) {
  if (subscriptions === 0) return "No shop has subscribed yet, so nobody is told.";
  if (paused) return "The shop is told once you resume sending.";
  return "The shop is told within a second.";
}

export function receiveForecast({ product, quantity, defective, inboundRef, health }) {
  if (!product) return "Choose a product and say how many pieces stand on the ramp.";
  const where = inboundRef ? `on inbound ${inboundRef}` : "on a new purchase inbound";
  const stock = defective
    ? `stock stays at ${product.stock}, for defective pieces are not sold`
    : `stock rises from ${product.stock} to ${product.stock + quantity}`;
  const kind = defective ? "defective" : "good";
  return `${pieces(quantity, kind)} of ${product.sku} booked ${where}: ${stock}. ${whenToldSentence(health)}`;
}

export function shipForecast({ product, quantity, health }) {
  if (!product) return "Choose a product and say how many pieces leave.";
  if (quantity > product.stock) return `Only ${pieces(product.stock)} of ${product.sku} lie here.`;
  return (
    `${pieces(quantity)} of ${product.sku} packed and sent: ` +
    `stock falls from ${product.stock} to ${product.stock - quantity}. ${whenToldSentence(health)}`
  );
}

export function correctForecast({ product, stock }) {
  if (!product) return "Choose a product and say how many pieces you counted.";
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

export function deliverySentence({ attempts, lastStatus, nextAttemptAt }) {
  const sent = attempts === 1 ? "sent once" : `sent ${attempts} times`;
  const answer = lastStatus === null ? "no answer" : `answer ${lastStatus}`;
  const next = nextAttemptAt ? `, again at ${clock(nextAttemptAt)}` : "";
  return attempts === 0 ? "not sent yet" : `${sent}, ${answer}${next}`;
}

export const clock = (instant) => new Date(instant).toLocaleTimeString([], { timeStyle: "medium" });
