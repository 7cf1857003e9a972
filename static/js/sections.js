/**
 * The settings: links to each section, of which the style sheet shows the one that the address names, else all. Forms
 * save themselves; a theme shows at once.
 */

import { running } from "./running.js";

const page = /** @type {HTMLElement} */ (document.querySelector(".sections"));
const nav = /** @type {HTMLElement} */ (page.querySelector("nav"));

for (const section of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll(":scope > .panel"))) {
  const link = document.createElement("a");
  link.href = `#${section.id}`;
  link.textContent = section.querySelector("h2")?.textContent ?? "";
  nav.append(link);
}

/** Mark the link of the section that the address names. */
function mark() {
  for (const link of nav.querySelectorAll("a")) {
    if (link.hash !== location.hash) link.removeAttribute("aria-current");
    else {
      link.setAttribute("aria-current", "true");
      nav.scrollLeft = link.offsetLeft - nav.offsetLeft;
    }
  }
}

/**
 * Forms with a change that no request carries yet, as one is under way: the answer to that one must not say "Saved.".
 *
 * @type {WeakSet<HTMLFormElement>}
 */
const unsent = new WeakSet();

page.addEventListener(
  "change",
  ({ target }) => {
    const chosen = /** @type {HTMLInputElement} */ (target);
    if (chosen.form) unsent.add(chosen.form);
    const changed = chosen.form?.querySelector("input[name=changed]"); // others may be older than what is saved
    if (changed instanceof HTMLInputElement) changed.value += ` ${chosen.name}`;
    chosen.form?.querySelector(".saved")?.replaceChildren(); // said again when this change is saved too
    if (chosen.name === "theme") dress(chosen.value);
  },
  true, // before htmx sends the form
);
page.addEventListener("htmx:before:request", ({ target }) => {
  unsent.delete(/** @type {HTMLFormElement} */ (target));
});
page.addEventListener("htmx:before:swap", (event) => {
  if (unsent.has(/** @type {HTMLFormElement} */ (event.target))) event.preventDefault();
});

/**
 * Show the page and the browser's frame in this theme.
 * @param {string} theme
 */
function dress(theme) {
  const root = document.documentElement;
  root.dataset.theme = theme;
  const metas = /** @type {NodeListOf<HTMLMetaElement>} */ (document.querySelectorAll("meta[name=theme-color]"));
  for (const meta of metas) meta.content = getComputedStyle(root).backgroundColor;
}

addEventListener("hashchange", mark);
if (!location.hash) location.replace(/** @type {HTMLAnchorElement} */ (nav.querySelector("a")).hash);
mark();
running("sections");
