/**
 * Adds a random value of this browser's own to the deal of a match: before a form with `data-deal` is sent, the server
 * is asked for its commitment, which is noted down with the value (commit-reveal). Without an answer the form is sent
 * as it is, and the server's value alone counts for this player.
 */

import { csrfHeaders } from "./csrf.js";
import { remember } from "./mixes.js";

const PATIENCE = 4_000; // milliseconds for the commitment
const BYTES = 32;

/** @type {WeakSet<HTMLFormElement>} forms whose commitment is on its way */
const asking = new WeakSet();
/** @type {WeakSet<HTMLFormElement>} forms that have their value */
const ready = new WeakSet();

/** @param {SubmitEvent} event */
async function mixIn(event) {
  const form = event.target;
  const button = /** @type {HTMLElement | null} */ (event.submitter);
  if (!(form instanceof HTMLFormElement)) return;
  const address = button?.hasAttribute("formaction") ? button.dataset.deal : form.dataset.deal;
  if (!address || ready.delete(form)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (asking.has(form)) return;
  asking.add(form);
  const sent = await mixed(address, new FormData(form, button));
  asking.delete(form);
  ready.add(form);
  form.addEventListener("formdata", ({ formData }) => sent.forEach(([name, value]) => formData.set(name, value)), {
    once: true,
  });
  form.requestSubmit(standing(button, form));
}

/**
 * Return the fields to send: a value that was drawn after the commitment came, and the ticket of the commitment.
 * @param {string} address
 * @param {FormData} body
 * @returns {Promise<[string, string][]>} none where the server does not answer
 */
async function mixed(address, body) {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(address, { method: "POST", body, headers: { "X-CSRFToken": token(body) }, signal });
    if (!answer.ok) return [];
    /** @type {{ ticket: string, commitments: [string, string][] }} */
    const { ticket, commitments } = await answer.json();
    const value = hex(crypto.getRandomValues(new Uint8Array(BYTES)));
    remember({ value, seals: commitments });
    return [
      ["mix", value],
      ["ticket", ticket],
    ];
  } catch {
    return [];
  }
}

/**
 * Return the CSRF token: of the form, else of the page, as forms that came over the socket have none.
 * @param {FormData} body
 */
function token(body) {
  return String(body.get("csrfmiddlewaretoken") || csrfHeaders()["X-CSRFToken"] || "");
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Return the button, or a copy in the form where the page took the button away meanwhile.
 * @param {HTMLElement | null} button
 * @param {HTMLFormElement} form
 */
function standing(button, form) {
  if (!button || (button instanceof HTMLButtonElement && button.form === form)) return button;
  const copy = /** @type {HTMLElement} */ (button.cloneNode(true));
  copy.hidden = true;
  form.append(copy);
  return copy;
}

document.addEventListener("submit", mixIn, true);
