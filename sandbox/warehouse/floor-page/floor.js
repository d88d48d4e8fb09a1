import { call } from "./api.js";
import { setUpBehaviours, showBehaviours } from "./behaviour-panel.js";
import { setUpClock, showClock } from "./clock-panel.js";
import { setUpFaults, showFaults } from "./fault-panel.js";
import {
  showDeliveries,
  showInboundChoice,
  showInbounds,
  showProducts,
  showShipments,
  showSkus,
} from "./lists.js";
import { arrivalOf, correctReceipt, setUpOddities, showReceiptLines } from "./receipts.js";
import {
  correctForecast,
  healthSentence,
  countUnits,
  receiveForecast,
  shipForecast,
  unitsOf,
  statusWords,
  whenToldSentence,
} from "./sentences.js";

/** Often enough to feel live, seldom enough not to be noticed. */
const LOOK_EVERY_MS = 1_000;
/** More rows than this are searched, not read. */
const ROWS = 50;

const byId = (id) => document.getElementById(id);
const forms = { receive: byId("receive"), ship: byId("ship"), correct: byId("correct") };
const amend = byId("amend");
let health = { products: 0, subscriptions: 0, pending: 0, paused: false };
/** Products by SKU, of those on the page or named in a form. */
let known = new Map();
let openInbounds = [];
let staysUntilDispatch = false;

const findProducts = (search) => call(`products?take=${ROWS}&search=${encodeURIComponent(search)}`);

async function look() {
  const search = byId("search").value;
  const [
    nowHealth,
    clock,
    behaviours,
    requests,
    events,
    products,
    inbounds,
    receipts,
    shipments,
    deliveries,
    ...named
  ] = await Promise.all([
    call("health"),
    call("clock"),
    call("behaviours"),
    call("faults"),
    call("deliveries/faults"),
    findProducts(search),
    call(`inbounds?open=true&take=${ROWS}`),
    call("receipts?take=20"),
    call("shipments"),
    call("deliveries?take=20"),
    ...Object.values(forms).map((form) => findProducts(form.elements.sku.value)),
  ]);
  health = nowHealth;
  staysUntilDispatch = !behaviours.consolidation && behaviours.unconsolidatedStock === "dispatch";
  openInbounds = inbounds.map((inbound) => ({ ...inbound, labelReady: isLabelReady(inbound, clock.now) }));
  known = new Map([products, named].flat(2).map((product) => [product.sku, product]));
  sayHealth(healthSentence(health));
  showProducts(products);
  showSkus(named[formInUse()]);
  showInboundChoice(openInbounds);
  showInbounds(openInbounds, { receive: prepareReceipt, receiveOther, stepsOf });
  showReceiptLines(receipts);
  showShipments(shipments, { dispatch });
  showDeliveries(deliveries, { now: clock.now, sendAgain });
  showClock(clock);
  showBehaviours(behaviours);
  showFaults({ requests, events });
  byId("products-note").textContent = productsNote({ shown: products.length, search });
  byId("inbounds-note").textContent = inbounds.length === 0 ? "Nothing is announced." : "";
  byId("deliveries-note").textContent = deliveries.length === 0 ? "Nothing has been told yet." : "";
  byId("pause").textContent = health.paused ? "Resume sending" : "Pause sending";
  showForecasts();
}

/** Its SKU field is the one to suggest products for. */
function formInUse() {
  const index = Object.values(forms).findIndex((form) => form.contains(document.activeElement));
  return Math.max(0, index);
}

/** A status is read aloud whenever it is set, so it is set only when it says something new. */
function sayHealth(text) {
  if (byId("health").textContent !== text) byId("health").textContent = text;
}

function productsNote({ shown, search }) {
  if (shown === ROWS) return `The first ${ROWS} are shown. Search to see others.`;
  if (shown > 0) return "";
  return search
    ? `No product matches “${search}”.`
    : "The catalogue is empty. A shop fills it, or a seed does.";
}

function read(form) {
  const values = Object.fromEntries(new FormData(form));
  return { ...values, quantity: Number(values.quantity), stock: parseInt(values.stock, 10) };
}

function showForecasts() {
  const receive = read(forms.receive);
  const inbound = openInbounds.find(({ ref }) => ref === receive.inboundRef);
  byId("receive-forecast").textContent = receiveForecast({
    ...receive,
    product: known.get(receive.sku),
    defective: receive.condition === "defective",
    announced: inbound?.lines.some(({ sku }) => sku === receive.sku),
    health,
  });
  const ship = read(forms.ship);
  byId("ship-forecast").textContent = shipForecast({
    ...ship,
    product: known.get(ship.sku),
    staysUntilDispatch,
    health,
  });
  const correct = read(forms.correct);
  byId("correct-forecast").textContent = correctForecast({ ...correct, product: known.get(correct.sku) });
}

function say(where, { text, wrong = false }) {
  where.textContent = text;
  where.classList.toggle("wrong", wrong);
}

/** Does something, says how it went, and shows the outcome without waiting for the next look. */
async function tell(where, act) {
  try {
    say(where, { text: await act() });
  } catch (error) {
    say(where, { text: error.message, wrong: true });
  }
  await lookAgain();
}

function onSubmit(form, act) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void tell(form.querySelector(".said"), () => act(read(form)));
  });
}

onSubmit(forms.receive, async (values) => {
  const { sku, quantity, condition } = values;
  const { inbound, others } = await call("receive", arrivalOf(values));
  const also = others.map(({ ref }) => ` Inbound ${ref} shows the same receipt.`).join("");
  return `${countUnits(quantity, condition)} of ${sku} booked on inbound ${inbound.ref}, which is ${statusWords(inbound)}.${also}`;
});

onSubmit(amend, correctReceipt);

onSubmit(forms.ship, async ({ sku, quantity, leaves }) => {
  await call("ship", { lines: [{ sku, quantity }], dispatch: leaves === "now" });
  return `${countUnits(quantity)} of ${sku} ${leaves === "now" ? "left the warehouse" : "packed"}.`;
});

function dispatch({ shipment, lines }) {
  const path = `shipments/${shipment}/dispatch`;
  void tell(forms.ship.querySelector(".said"), async () => {
    await call(path, {});
    return `${unitsOf(lines)} left the warehouse.`;
  });
}

onSubmit(forms.correct, async ({ sku, stock }) => {
  await call("correct", { sku, stock });
  return `Stock of ${sku} is ${stock} now.`;
});

function prepareReceipt(inboundRef, { sku, quantity }) {
  const { elements } = forms.receive;
  elements.inboundRef.value = inboundRef;
  elements.sku.value = sku;
  elements.quantity.value = quantity;
  elements.quantity.focus();
  showForecasts();
}

/** Parcels hold what customers put into them, whatever they announced. */
function receiveOther(inboundRef) {
  const { elements } = forms.receive;
  elements.inboundRef.value = inboundRef;
  elements.sku.value = "";
  elements.quantity.value = 1;
  elements.sku.focus();
  showForecasts();
}

function isLabelReady({ type, labelReadyAt }, now) {
  return type === "return" && labelReadyAt !== null && labelReadyAt <= now;
}

function stepsOf({ ref, type, status, labelReady }) {
  const step = (name, { body = {}, outcome }) =>
    void tell(byId("inbounds-said"), async () =>
      outcome(await call(`inbounds/${encodeURIComponent(ref)}/${name}`, body)),
    );
  const move = (to) =>
    step("status", {
      body: { status: to },
      outcome: (inbound) => `Inbound ${ref} is ${statusWords(inbound)}. ${whenToldSentence(health)}`,
    });
  const label = ({ readyInMs, what }) =>
    step("label", { body: { readyInMs }, outcome: () => `The label of ${ref} is ${what}.` });
  return {
    ...(status === "new" && { Start: () => move("in_progress") }),
    ...(type === "return" &&
      (labelReady
        ? { "Withhold label": () => label({ readyInMs: null, what: "withheld" }) }
        : { "Make label ready": () => label({ readyInMs: 0, what: "ready" }) })),
    Cancel: () => move("cancelled"),
    "End short": () =>
      step("end", { outcome: (inbound) => `Inbound ${ref} is ended and ${statusWords(inbound)}.` }),
    Delete: () => step("delete", { outcome: () => `Inbound ${ref} is deleted.` }),
  };
}

function sendAgain({ id, event }) {
  void tell(byId("deliveries-said"), async () => {
    const { statuses } = await call(`deliveries/${id}/redeliver`, {});
    return `${event} sent again: ${statuses[0] === null ? "no answer" : `answer ${statuses[0]}`}.`;
  });
}

byId("pause").addEventListener("click", () => {
  void tell(byId("deliveries-said"), async () => {
    const { paused } = await call(`deliveries/${health.paused ? "resume" : "pause"}`, {});
    return paused ? "Events are kept until you resume." : "Kept events are being sent.";
  });
});

setUpClock(tell);
setUpFaults(tell);
setUpOddities();
await setUpBehaviours(tell);
document.addEventListener("input", showForecasts);
byId("search").addEventListener("input", () => void lookAgain());

async function lookAgain() {
  try {
    await look();
  } catch {
    sayHealth("The warehouse does not answer. Is it still running?");
  }
}

async function keepLooking() {
  await lookAgain();
  setTimeout(() => void keepLooking(), LOOK_EVERY_MS);
}
void keepLooking();
