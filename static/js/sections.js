/** The sections of the settings: links to each; the style sheet shows the one that the address names, else all. */

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
addEventListener("hashchange", mark);
mark();
