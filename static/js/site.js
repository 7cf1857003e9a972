/** Behaviour of every page: confirms what cannot be undone, reports failed requests, closes menus. */

import { persistent } from "./persistent.js";
import { countPresses } from "./presses.js";
import { running } from "./running.js";

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("question"));
const sentences = dialog.dataset;
/** @type {WeakSet<HTMLFormElement>} forms whose question has been answered with yes */
const confirmed = new WeakSet();

/**
 * Show a sentence for some seconds. Other scripts dispatch a "toast" event: importing this module would run it twice.
 * @param {string | undefined} text
 * @param {number} [seconds]
 */
function toast(text, seconds = 8) {
  const region = document.getElementById("toasts");
  if (!region || !text) return;
  const shown = /** @type {NodeListOf<HTMLElement>} */ (region.querySelectorAll("[data-text]"));
  for (const old of shown) if (old.dataset.text === text) old.remove(); // a new element is announced again
  const item = Object.assign(document.createElement("p"), { className: "toast", textContent: text });
  item.dataset.text = text;
  region.append(item);
  setTimeout(() => item.remove(), seconds * 1000);
}

/**
 * Ask in the page's dialog whether to do what cannot be undone. The focus is on the way back, and Escape means it too;
 * the browser restores the focus.
 * @param {string} question
 * @param {string} answer the name of the deed: it stands on the button that agrees
 * @returns {Promise<boolean>}
 */
function ask(question, answer) {
  const text = document.getElementById("question-text");
  const agree = dialog.querySelector("[value=yes]");
  if (text) text.textContent = question;
  if (agree) Object.assign(agree, { textContent: answer, className: "button danger" });
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true });
  });
}

/**
 * Send a form or button with `data-question` only after a yes, with `confirmed=yes` for the server.
 * @param {SubmitEvent} event
 */
async function confirmFirst(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const button = event.submitter;
  const question = button?.dataset.question ?? form.dataset.question;
  if (!question || confirmed.delete(form)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const answer = button?.textContent?.trim() ?? "";
  if (!(await ask(question, answer))) return;
  confirmed.add(form);
  form.addEventListener("formdata", (sent) => sent.formData.set("confirmed", "yes"), { once: true });
  form.requestSubmit(button);
}

/**
 * Return the sentence for an answer that htmx does not swap into the page.
 * @param {{response: {status: number}, text: string}} answer a 403 names its cause, a 429 its limit
 * @returns {string | undefined}
 */
function failure({ response: { status }, text }) {
  if ([502, 503, 504].includes(status)) return sentences.offline;
  if (status >= 500 || status === 400 || status === 413) return sentences.failed;
  if (status === 404 || status === 410) return sentences.gone;
  if (![401, 403, 429].includes(status)) return undefined;
  const cause = new DOMParser().parseFromString(text, "text/html").querySelector(".error, h1 + p");
  return cause?.textContent || (status === 429 ? sentences.often : sentences.forbidden);
}

/** @returns {NodeListOf<HTMLDetailsElement>} */
function openMenus() {
  return document.querySelectorAll("details.menu[open]");
}

countPresses();
document.addEventListener("submit", confirmFirst, true);
document.addEventListener("toast", (event) => toast(event.detail));
document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.fetch) return; // every request by htmx is idempotent: what was done already is answered the same
  ctx.request.timeout = 90_000; // milliseconds: for all tries together
  ctx.fetch = (url, options) => persistent(url, options);
});
document.addEventListener("htmx:response:error", (event) => toast(failure(event.detail.ctx)));
document.addEventListener("htmx:error", (event) => event.detail.ctx && toast(sentences.offline));
document.addEventListener("click", ({ target }) => {
  for (const menu of openMenus()) if (!(target instanceof Node && menu.contains(target))) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  const menu = [...openMenus()].find((open) => open.contains(document.activeElement));
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
});
running("site");
