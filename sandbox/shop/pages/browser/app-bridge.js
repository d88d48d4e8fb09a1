/**
 * Stands in for App Bridge: what this project's app uses of it, written from its public interface. A classic script,
 * as the real one is, because it must run before anything else on the page.
 */
(() => {
  const script = document.currentScript;
  const admin = window.parent;
  const adminOrigin = new URL(script.src).origin;
  const isEmbedded = admin !== window;
  const parameters = new URLSearchParams(location.search);

  // --- Messages: to the window around this one at the sandbox's own origin, and from nobody else. ---

  const tell = (message) => isEmbedded && admin.postMessage({ shopSandbox: true, ...message }, adminOrigin);
  const waiting = new Map();
  let lastId = 0;

  function call(method, args) {
    if (!isEmbedded) return Promise.reject(new Error("This page is not inside the sandbox shop's admin."));
    const id = ++lastId;
    tell({ ...args, type: "call", id, method });
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  }

  const heard = {
    answer({ id, value, error }) {
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error) asked?.reject(new Error(error));
      else asked?.resolve(value);
    },
    navigate: ({ href }) => navigate(href),
    titleAction: ({ index }) => titleButtons()[index]?.click(),
    saveAction: ({ action }) => void openSaveBar()?.answer(action),
    toastAction: ({ id }) => toasts.get(id)?.onAction?.(),
    toastDismiss({ id }) {
      toasts.get(id)?.onDismiss?.();
      toasts.delete(id);
    },
  };
  addEventListener("message", ({ data, source, origin }) => {
    if (source === admin && origin === adminOrigin && data?.shopSandbox) heard[data.type]?.(data);
  });

  /** The app's router listens for this and reads the address off the element. */
  function navigate(href) {
    const link = document.createElement("a");
    link.setAttribute("href", href);
    link.hidden = true;
    document.body.append(link);
    link.dispatchEvent(new CustomEvent("shopify:navigate", { bubbles: true, cancelable: true }));
    link.remove();
  }

  // --- Requests of the app to itself carry a session token. ---

  const idToken = () => call("idToken");
  const plainFetch = window.fetch.bind(window);

  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const isOwn = new URL(request.url).origin === location.origin;
    if (!isEmbedded || !isOwn || request.headers.has("authorization")) return plainFetch(input, init);
    const send = async () => {
      const headers = new Headers(request.headers);
      headers.set("authorization", `Bearer ${await idToken()}`);
      headers.set("x-requested-with", "XMLHttpRequest");
      return plainFetch(new Request(request.clone(), { headers }));
    };
    let response = await send();
    if (response.headers.get("x-shopify-retry-invalid-session-request") === "1") response = await send();
    const elsewhere = response.headers.get("x-shopify-api-request-failure-reauthorize-url");
    if (elsewhere) openInAdmin(new URL(elsewhere, location.origin).href);
    return response;
  };

  // --- Addresses that belong to the admin. ---

  const openInAdmin = (url) => tell({ type: "open", url: String(url) });
  const isAdmins = (url) => /^shopify:|^https:\/\/admin\.shopify\.com\//.test(String(url));
  const plainOpen = window.open.bind(window);

  window.open = (url, target, features) => {
    const leaves = ["_top", "_parent"].includes(target) || isAdmins(url);
    if (!isEmbedded || !leaves) return plainOpen(url, target, features);
    openInAdmin(url);
    return null;
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || !isAdmins(link.getAttribute("href"))) return;
    event.preventDefault();
    openInAdmin(link.getAttribute("href"));
  });

  // --- The admin's address follows the app's. ---

  const ADMIN_PARAMETERS = "appLoadId embedded hmac host id_token locale protocol session shop timestamp";

  function tellLocation() {
    const url = new URL(location.href);
    for (const name of ADMIN_PARAMETERS.split(" ")) url.searchParams.delete(name);
    tell({ type: "location", path: url.pathname + url.search + url.hash });
  }
  for (const method of ["pushState", "replaceState"]) {
    const plain = history[method].bind(history);
    history[method] = (...args) => {
      plain(...args);
      tellLocation();
    };
  }
  addEventListener("popstate", tellLocation);

  // --- Elements the app writes and the admin shows. ---

  /** Calls back soon after the element's contents changed, and once at the beginning. */
  function watch(target, callback) {
    let isDue = false;
    const soon = () => {
      if (isDue) return;
      isDue = true;
      queueMicrotask(() => {
        isDue = false;
        callback();
      });
    };
    const observer = new MutationObserver(soon);
    observer.observe(target, { childList: true, subtree: true, attributes: true, characterData: true });
    soon();
    return observer;
  }

  class NavMenu extends HTMLElement {
    connectedCallback() {
      this.observer = watch(this, () => this.tell());
    }

    disconnectedCallback() {
      this.observer.disconnect();
      tell({ type: "nav", links: [] });
    }

    tell() {
      const links = [...this.querySelectorAll("a, s-link")]
        .filter((link) => link.getAttribute("rel") !== "home")
        .map((link) => ({ label: link.textContent.trim(), href: link.getAttribute("href") }));
      tell({ type: "nav", links });
    }
  }

  let titleBar = null;
  const titleButtons = () => [...(titleBar?.querySelectorAll("button, a") ?? [])];

  class TitleBar extends HTMLElement {
    connectedCallback() {
      // A modal's own title bar belongs to the modal.
      if (this.closest("ui-modal")) return;
      titleBar = this;
      this.observer = watch(this, () => this.tell());
    }

    disconnectedCallback() {
      this.observer?.disconnect();
      if (titleBar !== this) return;
      titleBar = null;
      tell({ type: "titleBar", title: "", actions: [] });
    }

    tell() {
      if (titleBar !== this) return;
      const actions = titleButtons().map((button) => ({
        label: button.textContent.trim(),
        kind: button.getAttribute("tone") === "critical" ? "danger" : (button.getAttribute("variant") ?? ""),
        disabled: button.hasAttribute("disabled"),
      }));
      tell({ type: "titleBar", title: this.getAttribute("title") ?? "", actions });
    }
  }

  const openSaveBar = () => document.querySelector("ui-save-bar[data-open]");

  class SaveBar extends HTMLElement {
    connectedCallback() {
      this.observer = watch(this, () => this.showing && this.tell());
    }

    get showing() {
      return this.hasAttribute("data-open");
    }

    async show() {
      if (this.showing) return;
      this.setAttribute("data-open", "");
      this.tell();
      this.dispatchEvent(new Event("show"));
    }

    async hide() {
      if (!this.showing) return;
      this.removeAttribute("data-open");
      this.tell();
      this.dispatchEvent(new Event("hide"));
    }

    /** The admin's buttons are disabled as the app's are, and while those are loading. */
    tell() {
      const isOff = (button) => button?.hasAttribute("disabled") || button?.hasAttribute("loading");
      const disabled = { save: isOff(this.button("save")), discard: isOff(this.button("discard")) };
      tell({ type: "saveBar", open: this.showing, disabled });
    }

    toggle() {
      return this.showing ? this.hide() : this.show();
    }

    /** The primary button saves, the other one discards. */
    button(action) {
      const isSave = (button) => button.getAttribute("variant") === "primary";
      return [...this.querySelectorAll("button")].find((one) => isSave(one) === (action === "save"));
    }

    async answer(action) {
      const button = this.button(action);
      const asks = action === "discard" && this.hasAttribute("discardconfirmation");
      const question = { question: "Discard your unsaved changes?", yes: "Discard", no: "Keep editing" };
      if (!asks || (await call("confirm", question))) button?.click();
    }

    disconnectedCallback() {
      this.observer?.disconnect();
      if (this.showing) tell({ type: "saveBar", open: false });
      this.removeAttribute("data-open");
    }
  }

  class Modal extends HTMLElement {
    constructor() {
      super();
      /** React's `<Modal>` puts its children in here. */
      this.content = document.createElement("div");
      this.content.className = "sandbox-modal-content";
    }

    async show() {
      if (this.dialog) return;
      // Written by hand rather than by React, the contents are simply children.
      for (const child of [...this.children])
        if (!/^UI-/.test(child.tagName) && child.childNodes.length) this.content.append(child);
      const bar = this.querySelector("ui-title-bar");
      const dialog = document.createElement("dialog");
      dialog.className = `sandbox-modal ${this.getAttribute("variant") ?? "base"}`;
      const heading = document.createElement("h2");
      heading.textContent = bar?.getAttribute("title") ?? "";
      dialog.setAttribute("aria-label", heading.textContent);
      const footer = document.createElement("footer");
      for (const source of bar?.querySelectorAll("button") ?? []) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = source.textContent;
        button.className = source.getAttribute("variant") ?? "";
        button.addEventListener("click", () => source.click());
        footer.append(button);
      }
      dialog.append(heading, this.content, footer);
      dialog.addEventListener("close", () => void this.hide());
      this.dialog = dialog;
      document.body.append(dialog);
      dialog.showModal();
      this.dispatchEvent(new Event("show"));
    }

    async hide() {
      const { dialog } = this;
      if (!dialog) return;
      this.dialog = null;
      dialog.close();
      dialog.remove();
      this.dispatchEvent(new Event("hide"));
    }

    toggle() {
      return this.dialog ? this.hide() : this.show();
    }

    disconnectedCallback() {
      void this.hide();
    }
  }

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    ui-nav-menu, s-app-nav, ui-title-bar, ui-save-bar, ui-modal { display: none }
    .sandbox-modal { padding: 0; border: 2px solid #22252b; width: min(38rem, calc(100vw - 2rem)); font: 1rem/1.5 system-ui, sans-serif }
    .sandbox-modal.small { width: min(24rem, calc(100vw - 2rem)) }
    .sandbox-modal.large, .sandbox-modal.max { width: min(60rem, calc(100vw - 2rem)) }
    .sandbox-modal::backdrop { background: #22252b99 }
    .sandbox-modal h2 { margin: 0; padding: 0.75rem 1rem; font-size: 1.1rem; border-bottom: 2px solid #22252b }
    .sandbox-modal footer { display: flex; justify-content: end; gap: 0.5rem; padding: 0.75rem 1rem }
    .sandbox-modal footer button { padding: 0.4rem 0.9rem; border: 2px solid #22252b; background: #fff; color: #22252b; font: inherit }
    .sandbox-modal footer button.primary { background: #5b2a86; color: #fff }
  `);
  document.adoptedStyleSheets.push(sheet);

  const elements = {
    "ui-nav-menu": NavMenu,
    "s-app-nav": class extends NavMenu {},
    "ui-title-bar": TitleBar,
    "ui-save-bar": SaveBar,
    "ui-modal": Modal,
  };
  for (const [name, type] of Object.entries(elements)) customElements.define(name, type);

  // --- The global the app calls. ---

  const toasts = new Map();
  const byId = (id) => document.getElementById(id);

  window.shopify = {
    config: {
      apiKey: script.dataset.apiKey ?? document.querySelector("meta[name=shopify-api-key]")?.content,
      shop: parameters.get("shop") ?? undefined,
      host: parameters.get("host") ?? undefined,
      locale: parameters.get("locale") ?? "en",
    },
    origin: adminOrigin,
    ready: Promise.resolve(),
    environment: { embedded: isEmbedded, mobile: false, pos: false, intent: false },
    idToken,
    user: async () => ({ id: 42, name: "Sandy Box", email: "owner@shop.example", accountAccess: "FULL" }),
    toast: {
      show(message, { onAction, onDismiss, ...options } = {}) {
        const id = `toast-${++lastId}`;
        toasts.set(id, { onAction, onDismiss });
        tell({ ...options, type: "toast", id, message });
        return id;
      },
      hide: (id) => tell({ type: "hideToast", id }),
    },
    loading: (on = true) => tell({ type: "loading", on }),
    saveBar: {
      show: async (id) => byId(id)?.show(),
      hide: async (id) => byId(id)?.hide(),
      toggle: async (id) => byId(id)?.toggle(),
      /** Resolves when leaving is fine; stays unresolved when the merchant prefers to stay. */
      leaveConfirmation: async () => {
        if (!openSaveBar()) return undefined;
        const question = { question: "Leave without saving your changes?", yes: "Leave", no: "Stay" };
        return (await call("confirm", question)) ? openSaveBar()?.hide() : new Promise(() => {});
      },
    },
    modal: {
      show: async (id) => byId(id)?.show(),
      hide: async (id) => byId(id)?.hide(),
      toggle: async (id) => byId(id)?.toggle(),
    },
    scopes: { query: () => call("scopes") },
    resourcePicker: async () => undefined,
  };

  /** The library's bounce page: its only purpose is to come back with a fresh token. */
  const returnTo = parameters.get("shopify-reload");
  if (!returnTo) tellLocation();
  else if (new URL(returnTo).origin === location.origin)
    void idToken().then((token) => {
      const url = new URL(returnTo);
      url.searchParams.set("id_token", token);
      location.replace(url);
    });
})();
