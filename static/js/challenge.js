/**
 * The form of a challenge, or of a match with a computer: links with `data-dialog` open it in the page's dialog;
 * without this script they lead to it.
 * With a handicap a match is casual. Another game is another form, which keeps
 * what is filled in, and the focus.
 */

import { running } from "./running.js";

const { htmx } = window;
const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("new"));

/**
 * Show the form of the page at this address in the dialog; go to the page itself where that fails.
 * @param {HTMLDialogElement} place
 * @param {string} address
 */
async function showForm(place, address) {
  try {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const form = page.querySelector("#new_offer, #computer");
    if (!form) throw new Error(`no form at ${address}`);
    place.setAttribute("aria-labelledby", form.getAttribute("aria-labelledby") ?? "");
    place.replaceChildren(closer(place), document.adoptNode(form));
    htmx.process(place);
    place.showModal();
    settle();
  } catch {
    location.assign(address);
  }
}

/** @param {HTMLDialogElement} place */
function closer(place) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "×" });
  button.className = "closer";
  button.setAttribute("aria-label", document.getElementById("question")?.dataset.close ?? "");
  button.addEventListener("click", () => place.close());
  return button;
}

const LIVE = "form:has(option:is([value*='+'], [value=own]):checked)";
const ONE_OF_MANY = "form:has([name=kind]:is([value=open], [value=club]):checked)";
const WITHOUT = `${LIVE} :is([name$=mirror], [name=standing]), ${ONE_OF_MANY} [name=standing]`;

/** Untick what cannot be had with a live time, or without one opponent: the style sheet hides it then. */
function settle() {
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(WITHOUT)))
    box.checked = false;
}

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest("a[data-dialog]");
  if (!dialog || !(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  showForm(dialog, link.href);
});

/** @type {HTMLFormElement | null} the form of the former game */
let former = null;

document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  if (ctx.target?.id === "new_offer") former = ctx.target.querySelector("form");
});

document.addEventListener("htmx:after:swap", () => {
  const form = document.querySelector("#new_offer form");
  if (!former || !form) return;
  const fields = /** @type {Iterable<HTMLInputElement>} */ (/** @type {unknown} */ (former.elements));
  for (const { id, name, type, value, checked } of fields) {
    const ofGame = type === "hidden" || name.startsWith("option-");
    if (!ofGame) Object.assign(document.getElementById(id) ?? {}, { value, checked });
  }
  form.querySelector("details")?.toggleAttribute("open", former.querySelector("details")?.open);
  former = null;
  settle();
  /** @type {HTMLElement | null} */ (document.querySelector("#new_offer [aria-current]"))?.focus();
});
document.addEventListener("change", ({ target }) => {
  settle();
  if (!(target instanceof HTMLInputElement) || target.name !== "handicap" || !target.value) return;
  /** @type {HTMLInputElement | null} */ (target.form?.querySelector("[name=rated][value=casual]"))?.click();
});
settle();
running("challenge");
