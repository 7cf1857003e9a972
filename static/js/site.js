/** Behaviour of every page: confirms what cannot be undone, reports failed requests, closes menus. */

import "./back.js";
import { persistent } from "./persistent.js";
import { countPresses } from "./presses.js";
import { running } from "./running.js";
import { tend } from "./toasts.js";

const STAYS = 8000; // milliseconds that a toast is shown
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("question"));
/** @type {WeakSet<HTMLFormElement>} forms whose question has been answered with yes */
const confirmed = new WeakSet();

/**
 * Show a toast for some seconds. Other scripts dispatch a "toast" event: importing this module would run it twice.
 * @param {string} name of the page's template `toast-…`
 * @param {string} [text] in its place, of an answer or a button
 */
function toast(name, text) {
  const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById(`toast-${name}`));
  const textContent = text || template?.content.textContent?.trim();
  const region = document.getElementById("toasts");
  if (!region || !textContent) return;
  // A new element is announced again.
  for (const old of [...region.children]) if (old.textContent === textContent) old.remove();
  const item = Object.assign(document.createElement("p"), { className: "toast" });
  item.append(Object.assign(document.createElement("span"), { textContent }));
  tend(item, STAYS);
  region.append(item);
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
 * Say what became of a request whose answer htmx does not swap into the page.
 * @param {{response: {status: number}, text: string}} answer a 403 names its cause, a 429 its limit
 */
function reportFailure({ response: { status }, text }) {
  if ([502, 503, 504].includes(status)) return toast("offline");
  if (status >= 500 || status === 400 || status === 413) return toast("failed");
  if (status === 404 || status === 410) return toast("gone");
  if (![401, 403, 429].includes(status)) return;
  const html = text.startsWith("{") ? JSON.parse(text).partials : text;
  const cause = new DOMParser().parseFromString(html, "text/html").querySelector(".error, h1 + p");
  toast(status === 429 ? "often" : "forbidden", cause?.textContent);
}

/** @returns {NodeListOf<HTMLDetailsElement>} */
function openMenus() {
  return document.querySelectorAll("details.menu[open]");
}

countPresses();
document.addEventListener("submit", confirmFirst, true);
document.addEventListener("toast", ({ detail: { name, text } }) => toast(name, text));
document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.fetch) return; // every request by htmx is idempotent: what was done already is answered the same
  ctx.request.timeout = 90_000; // milliseconds: for all tries together
  ctx.fetch = (url, options) => persistent(url, options);
});
document.addEventListener("htmx:response:error", (event) => reportFailure(event.detail.ctx));
document.addEventListener("htmx:error", (event) => event.detail.ctx && toast("offline"));
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
