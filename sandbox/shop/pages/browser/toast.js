import { element } from "./api.js";

/** How long a message stays, in milliseconds. */
const SHOWN_MS = 5000;

const region = document.getElementById("toasts");

/** Shows a message for a while. Returns a function that takes it away. */
export function toast(message, { isError = false, duration = SHOWN_MS, action, onAction, onDismiss } = {}) {
  const shown = element(
    "div",
    { className: isError ? "toast error" : "toast" },
    element("span", {}, message),
  );
  let timer = 0;
  const remove = () => {
    clearTimeout(timer);
    if (!shown.isConnected) return;
    shown.remove();
    onDismiss?.();
  };
  if (action)
    shown.append(element("button", { className: "button", onclick: () => (onAction?.(), remove()) }, action));
  shown.append(element("button", { className: "close", "aria-label": "Dismiss", onclick: remove }, "×"));
  region.append(shown);
  timer = setTimeout(remove, duration);
  return remove;
}
