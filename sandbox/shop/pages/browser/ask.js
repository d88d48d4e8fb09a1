import { element } from "./api.js";

/** Asks the merchant; resolves with whether they went on. */
export function ask(question, { yes = "Continue", no = "Cancel" } = {}) {
  const dialog = element("dialog", { className: "ask", "aria-labelledby": "question" });
  const form = element(
    "form",
    { method: "dialog" },
    element("p", { id: "question" }, question),
    element("button", { className: "button", value: "no" }, no),
    element("button", { className: "button primary", value: "yes" }, yes),
  );
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
