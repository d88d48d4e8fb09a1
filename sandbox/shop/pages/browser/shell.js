const menu = document.getElementById("menu");

/** On a narrow window the navigation is folded away behind this button. */
menu?.addEventListener("click", () => fold(menu.getAttribute("aria-expanded") === "true"));
document.getElementById("side")?.addEventListener("click", (event) => {
  if (event.target.closest("a")) fold(true);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && menu?.getAttribute("aria-expanded") === "true") {
    fold(true);
    menu.focus();
  }
});

function fold(folded) {
  menu?.setAttribute("aria-expanded", String(!folded));
}

/** What the admin tells apps about the staff member's language, kept in this browser. */
document.getElementById("locale")?.addEventListener("change", ({ target }) => {
  document.cookie = `locale=${target.value}; path=/; SameSite=Lax; max-age=31536000`;
  location.reload();
});
