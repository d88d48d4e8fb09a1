import { ask } from "./ask.js";
import { call, element } from "./api.js";
import { orderForm, showOrders } from "./orders.js";
import { toast } from "./toast.js";

/** How often the numbers are looked up again, in milliseconds. */
const REFRESH_MS = 1000;

/** How long a number that moved stays marked. */
const MARKED_MS = 2500;

const SHOWN_QUANTITIES = [
  ["on_hand", "On hand"],
  ["committed", "Committed"],
  ["available", "Available"],
];

const list = document.getElementById("products");
const more = document.getElementById("more");
const search = document.getElementById("search");
search.value = new URLSearchParams(location.search).get("search") ?? "";

let pages = 1;
/** What stands on the page, by product id: the element, what it was built from, and the cells with numbers. */
let shown = new Map();

async function load() {
  const products = [];
  let next = 0;
  let answer;
  for (let page = 0; page < pages && next !== null; page++) {
    const query = new URLSearchParams({ search: search.value, after: String(next) });
    answer = await call("GET", `products?${query}`);
    products.push(...answer.products);
    next = answer.next;
  }
  more.hidden = next === null;
  show(products, answer.locations);
}

function show(products, locations) {
  const before = shown;
  shown = new Map();
  for (const product of products) {
    const structure = structureOf(product, locations);
    const known = before.get(product.id);
    const isEdited =
      known?.element.contains(document.activeElement) && known.element.querySelector("details[open]");
    const keep = known && (known.structure === structure || isEdited);
    const entry = keep ? known : { ...productElement(product, locations), structure };
    shown.set(product.id, entry);
    updateNumbers(entry, product);
  }
  const wanted = [...shown.values()].map((entry) => entry.element);
  const isSame =
    wanted.length === list.children.length && wanted.every((one, index) => one === list.children[index]);
  if (isSame && wanted.length) return;
  const text = search.value ? "Nothing found." : "This shop has no products yet.";
  list.replaceChildren(...(wanted.length ? wanted : [element("p", {}, text)]));
}

/** Everything but the numbers: when this changes the product is drawn anew. */
const structureOf = (product, locations) =>
  JSON.stringify([
    locations,
    product.title,
    product.status,
    product.vendor,
    product.variants.map(({ levels, ...variant }) => [variant, Object.keys(levels)]),
  ]);

function productElement(product, locations) {
  const cells = new Map();
  const status = element("span", { className: "tag" }, product.status.toLowerCase());
  const remove = element(
    "button",
    { className: "button danger", onclick: () => deleteProduct(product) },
    "Delete",
  );
  remove.setAttribute("aria-label", `Delete ${product.title}`);
  const head = element("header", {}, element("h2", {}, product.title), status, remove);
  const variants = product.variants.map((variant) => variantElement(variant, { product, locations, cells }));
  return { element: element("article", { className: "card product" }, head, ...variants), cells };
}

function variantElement(variant, { product, locations, cells }) {
  const facts = element("dl");
  const fact = (name, value) =>
    facts.append(element("div", {}, element("dt", {}, name), element("dd", {}, value)));
  fact("SKU", variant.sku || "none");
  fact("Barcode", variant.barcode || "none");
  fact("Tracked", variant.tracked ? "yes" : "no");
  if (variant.requiresComponents) fact("Bundle", "yes");
  const name = product.variants.length > 1 ? variant.title : "Only variant";
  return element(
    "section",
    { className: "variant" },
    element("h3", {}, name),
    facts,
    levelsTable(variant, { name: `${product.title}, ${name}`, cells }),
    orderForm(variant, { onPlaced: load }),
    editForm(variant, { product, locations }),
  );
}

function levelsTable(variant, { name, cells }) {
  const heads = ["Location", ...SHOWN_QUANTITIES.map(([, label]) => label)];
  const rows = Object.entries(variant.levels).map(([location, level]) => {
    const row = element("tr", {}, element("th", { scope: "row" }, location));
    for (const [quantity] of SHOWN_QUANTITIES) {
      const cell = element("td", {}, String(level[quantity]));
      cells.set(`${variant.id} ${location} ${quantity}`, cell);
      row.append(cell);
    }
    return row;
  });
  if (!rows.length) return element("p", {}, "Not stocked anywhere.");
  return element(
    "table",
    {},
    element("caption", { className: "unseen" }, `Stock of ${name}`),
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows),
  );
}

function editForm(variant, { product, locations }) {
  const field = (label, properties) => {
    const input = element("input", { autocomplete: "off", ...properties });
    return element("label", {}, `${label} `, input);
  };
  const form = element(
    "form",
    { className: "edit" },
    field("SKU", { name: "sku", value: variant.sku ?? "" }),
  );
  for (const location of locations.filter((one) => one.isActive)) {
    const value = String(variant.levels[location.name]?.on_hand ?? "");
    form.append(field(`On hand at ${location.name}`, { name: location.id, type: "number", value, min: "0" }));
  }
  form.append(element("button", { className: "button primary" }, "Save"));
  const details = element(
    "details",
    {},
    element("summary", {}, `Edit ${variant.sku || variant.title}`),
    form,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    save(variant, { product, form }).then(() => (details.open = false), complain);
  });
  return details;
}

async function save(variant, { product, form }) {
  const { sku, ...onHand } = Object.fromEntries(new FormData(form));
  if (sku !== (variant.sku ?? ""))
    await call("POST", `products/${encodeURIComponent(product.id)}`, {
      variants: [{ id: variant.id, sku: sku || null }],
    });
  for (const [location, value] of Object.entries(onHand)) {
    if (value === form.elements[location].defaultValue) continue;
    await call("POST", "inventory", {
      variantId: variant.id,
      location,
      quantities: { on_hand: Number(value) },
    });
    form.elements[location].defaultValue = value;
  }
  document.activeElement?.blur();
  toast("Saved");
  await load();
}

async function deleteProduct(product) {
  if (!(await ask(`Delete ${product.title}?`, { yes: "Delete" }))) return;
  try {
    await call("DELETE", `products/${encodeURIComponent(product.id)}`);
    toast(`Deleted ${product.title}`, {
      duration: 30_000,
      action: "Make it again",
      onAction: () => recreate(product).then(load, complain),
    });
    await load();
  } catch (error) {
    complain(error);
  }
}

/** The same product under new ids, as when a merchant deletes one and enters it once more. */
const recreate = ({ variants, ...product }) =>
  call("POST", "seed", {
    products: [
      {
        ...product,
        // Not sent: Shopify gives new ones.
        id: undefined,
        updatedAt: undefined,
        variants: variants.map((variant) => ({
          options: variant.options,
          sku: variant.sku,
          barcode: variant.barcode,
          price: variant.price,
          weight: variant.weight,
          requiresShipping: variant.requiresShipping,
          countryCodeOfOrigin: variant.countryCodeOfOrigin,
          harmonizedSystemCode: variant.harmonizedSystemCode,
          images: variant.images,
          metafields: variant.metafields,
          tracked: variant.tracked,
          requiresComponents: variant.requiresComponents,
          onHand: Object.fromEntries(
            Object.entries(variant.levels).map(([name, level]) => [name, level.on_hand]),
          ),
        })),
      },
    ],
  });

function updateNumbers({ cells }, product) {
  for (const variant of product.variants)
    for (const [location, level] of Object.entries(variant.levels))
      for (const [quantity] of SHOWN_QUANTITIES) {
        const cell = cells.get(`${variant.id} ${location} ${quantity}`);
        const text = String(level[quantity]);
        if (!cell || cell.textContent === text) continue;
        cell.textContent = text;
        cell.classList.add("moved");
        setTimeout(() => cell.classList.remove("moved"), MARKED_MS);
      }
}

const complain = (error) => toast(error.message, { isError: true });

search.form.addEventListener("submit", (event) => event.preventDefault());
search.addEventListener("input", () => {
  pages = 1;
  const query = search.value ? `?search=${encodeURIComponent(search.value)}` : "";
  history.replaceState(null, "", location.pathname + query);
  load().catch(complain);
});
more.addEventListener("click", () => {
  pages += 1;
  load().catch(complain);
});

/** Looks again and again, one look at a time; a sandbox that is being restarted is simply waited for. */
async function keepLooking() {
  if (!document.hidden) await Promise.all([load(), showOrders()]).catch(() => {});
  setTimeout(() => void keepLooking(), REFRESH_MS);
}
void keepLooking();
