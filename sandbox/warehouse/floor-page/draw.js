/** An element with text or children; `attributes` may hold `onclick`. */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (key === "onclick") node.addEventListener("click", value);
    else node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** A small button; `spoken` says what it is about where its label alone does not, `key` tells it from its like. */
export function button(label, { key, spoken = label, onclick }) {
  return element(
    "button",
    { type: "button", class: "quiet", "data-key": key, "aria-label": spoken, onclick },
    label,
  );
}

const shown = new Map();

/**
 * Shows `records` in the element with this id, drawing again only when something changed, and gives the focus back to
 * the button that had it: a person in the middle of something must not notice the page refreshing itself.
 */
export function show(id, { records, draw }) {
  const text = JSON.stringify(records);
  if (shown.get(id) === text) return;
  shown.set(id, text);
  const list = document.getElementById(id);
  const key = list.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  list.replaceChildren(...records.map(draw));
  if (key) [...list.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key)?.focus();
}
