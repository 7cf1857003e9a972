/**
 * Buttons with `data-copy` copy the field of that id and confirm with the sentence in `data-copied`, or say how else to
 * copy it; those with `data-send` share it, where the device can: an input as a link, an area as text.
 */

import { running } from "./running.js";

if (typeof navigator.share === "function") document.documentElement.dataset.shares = "";

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/**
 * Return the field that a button names; null for none.
 * @param {string | undefined} id
 * @returns {Field | null}
 */
function named(id) {
  const field = document.getElementById(id ?? "");
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null;
}

/**
 * Copy a field, which stays selected.
 * @param {Field} field
 * @returns {Promise<boolean>} whether it was copied
 */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    return document.execCommand("copy"); // the fallback without HTTPS, where there is no clipboard API
  }
}

/** @param {Field} field */
async function send(field) {
  const what = field instanceof HTMLInputElement ? { url: field.value } : { text: field.value };
  await navigator.share(what).catch(() => {}); // cancelled
}

document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest("button") : null;
  if (!button) return;
  const sent = named(button.dataset.send);
  if (sent) await send(sent);
  const copied = named(button.dataset.copy);
  if (!copied) return;
  const done = await copy(copied);
  if (done) button.focus();
  const detail = done ? { name: "said", text: button.dataset.copied } : { name: "uncopied" };
  document.dispatchEvent(new CustomEvent("toast", { detail }));
});
running("copy");
