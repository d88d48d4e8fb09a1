/** The domain of the shop whose page this is. */
export const shop = document.body.dataset.shop;

/** Calls the sandbox about this shop. Rejects with the sandbox's own words. */
export async function call(method, path, body) {
  const response = await fetch(`/_sandbox/shops/${shop}/${path}`, {
    method,
    headers: body ? { "content-type": "application/json" } : {},
    body: body && JSON.stringify(body),
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.message ?? `The sandbox answered ${response.status}.`);
  return answer;
}

/** Makes an element: `element("a", { href: "/" }, "Home")`. Properties are set, `data-` and `aria-` as attributes. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-")) made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children);
  return made;
}
