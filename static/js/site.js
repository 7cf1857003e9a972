// What every page does with a script: asks before what cannot be undone, says what failed, closes menus.
import { persistent } from "./persistent.js";

const dialog = document.getElementById("question");
const sentences = dialog.dataset;
const asked = new WeakSet();

/** Says a sentence for some seconds, or until it is closed. Other scripts dispatch a "toast" event: importing this file would run it twice. */
function toast(text, seconds = 8) {
  const region = document.getElementById("toasts");
  if (!text || [...region.children].some((old) => old.dataset.text === text)) return;
  const item = document.createElement("p");
  item.className = "toast";
  item.dataset.text = text;
  item.textContent = text;
  region.append(item);
  setTimeout(() => item.remove(), seconds * 1000);
}

/** Whether the player says yes to this question. Escape means no; focus goes back to where it was. */
function ask(question) {
  document.getElementById("question-text").textContent = question;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true });
  });
}

/** A form or button with `data-question` is sent only after a yes, with `confirmed=yes` for the server. */
async function askFirst(event) {
  const form = event.target;
  const button = event.submitter;
  const question = button?.dataset.question ?? form.dataset.question;
  if (!question || asked.delete(form)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!(await ask(question))) return;
  asked.add(form);
  form.addEventListener("formdata", (sent) => sent.formData.set("confirmed", "yes"), { once: true });
  form.requestSubmit(button);
}

/** What to say about an answer that is not swapped into the page. New guests are told when their limit opens. */
function failure({ status, headers }) {
  const wait = Number(headers.get("Retry-After"));
  if (status === 429 && wait) return sentences.guests.replace("{minutes}", String(Math.ceil(wait / 60)));
  if ([502, 503, 504].includes(status)) return sentences.offline;
  if (status >= 500) return sentences.failed;
  return { 400: sentences.failed, 401: sentences.forbidden, 403: sentences.forbidden, 404: sentences.gone,
    410: sentences.gone, 413: sentences.failed, 429: sentences.often }[status];
}

document.addEventListener("submit", askFirst, true);
document.addEventListener("toast", (event) => toast(event.detail));
document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.request.method !== "GET" || ctx.fetch) return;
  ctx.request.timeout = 90_000; // milliseconds: for all tries together
  ctx.fetch = (url, options) => persistent(url, options);
});
document.addEventListener("htmx:response:error", (event) => toast(failure(event.detail.ctx.response)));
document.addEventListener("htmx:error", (event) => event.detail.ctx && toast(sentences.offline));
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.activeElement?.closest("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
