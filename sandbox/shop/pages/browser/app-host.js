import { ask } from "./ask.js";
import { element, shop } from "./api.js";
import { toast } from "./toast.js";

/** The admin's side of App Bridge. Speaks to the frame's window at the app's own origin and to nobody else. */
const frame = document.getElementById("app-frame");
const { base, name: appName, src } = frame.dataset;
const appOrigin = new URL(src).origin;

const title = document.getElementById("app-title");
const actions = document.getElementById("app-actions");
const nav = document.getElementById("app-nav");
const saveBar = document.getElementById("save-bar");
const loading = document.getElementById("loading");

const tell = (message) => frame.contentWindow.postMessage({ shopSandbox: true, ...message }, appOrigin);

/** What the app may ask for and waits for. */
const answers = {
  async idToken() {
    const response = await fetch(`/_sandbox/id-token?shop=${shop}`);
    return (await response.json()).token;
  },
  async scopes() {
    const granted = JSON.parse(frame.dataset.scopes);
    return { granted, required: granted, optional: [] };
  },
  confirm: ({ question, yes, no }) => ask(question, { yes, no }),
};

const toasts = new Map();
let links = [];
let path = "";

/** What the app tells. */
const heard = {
  call: ({ id, method, ...args }) =>
    answers[method](args).then(
      (value) => tell({ type: "answer", id, value }),
      (error) => tell({ type: "answer", id, error: error.message }),
    ),
  toast({ id, message, ...options }) {
    const remove = toast(message, {
      ...options,
      onAction: () => tell({ type: "toastAction", id }),
      onDismiss: () => {
        toasts.delete(id);
        tell({ type: "toastDismiss", id });
      },
    });
    toasts.set(id, remove);
  },
  hideToast: ({ id }) => toasts.get(id)?.(),
  loading: ({ on }) => (loading.hidden = !on),
  saveBar({ open, disabled = {} }) {
    saveBar.hidden = !open;
    for (const button of saveBar.querySelectorAll("[data-save]"))
      button.disabled = Boolean(disabled[button.dataset.save]);
  },
  nav(message) {
    links = message.links;
    showNav();
  },
  titleBar({ title: text, actions: buttons }) {
    title.textContent = text || appName;
    document.title = `${title.textContent} · ${shop} · Shop Sandbox`;
    actions.replaceChildren(...buttons.map(actionButton));
  },
  location(message) {
    path = message.path;
    history.replaceState(null, "", base + (path === "/" ? "" : path));
    showNav();
  },
  open: ({ url }) => open(url),
};

function actionButton({ label, kind, disabled }, index) {
  const onclick = () => tell({ type: "titleAction", index });
  return element("button", { className: `button ${kind}`, disabled, onclick }, label);
}

function showNav() {
  const here = path.replace(/[?#].*/, "");
  const items = links.map(({ label, href }) => {
    const link = element("a", { href: base + href }, label);
    if (new URL(href, appOrigin).pathname === here) link.setAttribute("aria-current", "page");
    link.addEventListener("click", (event) => {
      event.preventDefault();
      tell({ type: "navigate", href });
    });
    return link;
  });
  nav?.replaceChildren(...items);
}

/** Addresses of Shopify's admin lead to the same place in this one; nothing leads off this machine. */
function open(address) {
  const url = new URL(address, appOrigin);
  const place = placeInAdmin(address, url);
  if (place) location.assign(place);
  else if (url.origin === appOrigin) location.assign(base + url.pathname + url.search);
  else if (["localhost", "127.0.0.1"].includes(url.hostname)) location.assign(url.href);
  else toast(`The sandbox does not open ${url.href}`, { isError: true });
}

function placeInAdmin(address, url) {
  const store = `/store/${shop.replace(".myshopify.com", "")}`;
  if (url.protocol === "shopify:") return address.replace(/^shopify:\/*admin/, store);
  if (url.hostname === "admin.shopify.com") return url.pathname + url.search;
  // What an app opens on the shop's own domain is the page that grants it more.
  return url.hostname === shop ? `${store}/apps` : null;
}

addEventListener("message", ({ data, source, origin }) => {
  if (source !== frame.contentWindow || origin !== appOrigin || !data?.shopSandbox) return;
  heard[data.type]?.(data);
});
// Only now, so that nothing the app says is missed.
frame.src = src;

for (const button of saveBar.querySelectorAll("[data-save]"))
  button.addEventListener("click", () => tell({ type: "saveAction", action: button.dataset.save }));

/** Leaving the app with unsaved changes is asked about, as the admin does. */
document.addEventListener(
  "click",
  (event) => {
    const link = event.target.closest("#side > a, .brand");
    if (!link || saveBar.hidden) return;
    event.preventDefault();
    void ask("Leave without saving your changes?", { yes: "Leave", no: "Stay" }).then(
      (leaves) => leaves && location.assign(link.href),
    );
  },
  true,
);
