/** Sends what is written in a chat, of a match or of a club, without a reload. */

import { announce } from "./announce.js";
import { persistent } from "./persistent.js";
import { apply } from "./partials.js";
import { leave } from "./renewal.js";

/** @param {SubmitEvent} event */
export async function send(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const place = document.getElementById("chat_say");
  if (!place?.contains(form)) return;
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  const sent = new FormData(form, event.submitter);
  const problem = await post(form, sent).catch(() => place.dataset.failed ?? "");
  form.ariaBusy = null;
  announce(document.getElementById("chat_problem"), ...(problem ? [sentence(problem)] : []));
  if (problem) return;
  const field = form.elements.namedItem("text");
  if (field instanceof HTMLInputElement && field.value === sent.get("text")) field.value = ""; // else the next one
  const token = form.querySelector("[name=token]");
  if (token instanceof HTMLInputElement) token.value = fresh();
}

/**
 * Post a message.
 * @param {HTMLFormElement} form
 * @param {FormData} data
 * @returns {Promise<string>} the error; "" if it was accepted
 */
async function post(form, data) {
  const send = navigator.onLine ? persistent : fetch; // the token makes it idempotent; without a network, tell at once
  const answer = await send(form.action, { method: "POST", body: data, headers: { Accept: "application/json" } });
  if (answer.redirected) leave(); // the session ended
  if (answer.status === 404) return gone(); // such as a club that was closed
  const { partials = "", problem = "" } = await answer.json();
  await apply(partials);
  return problem;
}

/** Return the sentence of every page for what is gone. */
function gone() {
  const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById("toast-gone"));
  return template?.content.textContent?.trim() ?? "";
}

/** @param {string} text */
function sentence(text) {
  return Object.assign(document.createElement("span"), { textContent: text, className: "error" });
}

/** Return an idempotency key for the next message: 32 hexadecimal digits. */
function fresh() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
