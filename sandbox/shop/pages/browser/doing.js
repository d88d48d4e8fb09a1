import { element } from "./api.js";
import { toast } from "./toast.js";

/** Does something and says so, or why not. `done` is what to say, made of the answer. */
export async function doing(request, { done, after } = {}) {
  try {
    const answer = await request();
    if (done) toast(done(answer));
    await after?.();
  } catch (error) {
    toast(error.message, { isError: true });
  }
}

/** A button that does something once at a time. `name` says what it is about to whoever cannot see where it stands. */
export function button(name, label, request, { className = "", ...options } = {}) {
  const made = element(
    "button",
    { className: `button ${className}`, type: "button", "aria-label": name },
    label,
  );
  made.addEventListener("click", () => {
    made.disabled = true;
    void doing(request, options).then(() => (made.disabled = false));
  });
  return made;
}
