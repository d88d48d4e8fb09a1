import { ask } from "./ask.js";
import { call } from "./api.js";
import { toast } from "./toast.js";

const button = document.querySelector("[data-installation]");

button.addEventListener("click", async () => {
  const step = button.dataset.installation;
  const isSure =
    step === "install" ||
    (await ask("Uninstall the app? It loses its access to this shop at once.", { yes: "Uninstall" }));
  if (!isSure) return;
  button.disabled = true;
  try {
    await call("POST", step);
    if (step === "install") location.assign(button.dataset.app);
    else location.reload();
  } catch (error) {
    button.disabled = false;
    toast(error.message, { isError: true });
  }
});
