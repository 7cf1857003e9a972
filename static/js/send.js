/** Sending a move: asks first where wanted, sends it once, and goes on trying while the line is down. */

import { confirmed } from "./dialogs.js";
import { persistent } from "./persistent.js";
import { notice, word } from "./words.js";

/** @import { Preview } from "./preview.js" */

/**
 * Makes the form of the match send moves as described above.
 * @param {HTMLElement} match
 * @param {Preview} preview
 * @returns {() => Promise<void>} plays what is laid or typed, as the button does
 */
export function sendMoves(match, preview) {
  let sending = false;
  let asking = false;
  let cleared = false;

  async function play() {
    if (sending || asking || !preview.form) return;
    asking = true;
    const wanted = await agreed(match, preview);
    asking = false;
    const form = preview.form;
    if (!wanted || !form) return;
    if (preview.warning) form.addEventListener("formdata", (sent) => sent.formData.set("confirmed", "yes"), { once: true });
    cleared = true;
    form.requestSubmit(document.getElementById("submit"));
    cleared = false;
  }

  // Enter in the field comes as a click on the first button, which only looks; with a script, looking needs no button.
  match.addEventListener("submit", (event) => {
    if (cleared || event.target !== preview.form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    setTimeout(play); // a form submits nothing else while it is telling of a submission
  }, true);

  match.addEventListener("htmx:config:request", (event) => {
    const { ctx } = /** @type {CustomEvent} */ (event).detail;
    if (ctx.target?.id !== "table") return;
    if (sending) return event.preventDefault();
    sending = ctx.move = true;
    ctx.request.timeout = 90_000;
    ctx.fetch = (/** @type {string} */ url, /** @type {RequestInit} */ options) => persistent(url, options, () => notice(word("sending")));
    match.setAttribute("aria-busy", "true");
  });

  document.addEventListener("htmx:finally:request", (event) => {
    if (!/** @type {CustomEvent} */ (event).detail.ctx.move) return;
    sending = false;
    match.removeAttribute("aria-busy");
    if (document.getElementById("notice")?.textContent === word("sending")) notice("");
  });

  return play;
}

/**
 * Whether there is a move to send and the player, if asked, says yes; says what is missing.
 * @param {HTMLElement} match
 * @param {Preview} preview
 */
async function agreed(match, preview) {
  if (document.getElementById("table")?.dataset.turn !== "mine") return missing("theirs");
  await preview.settled();
  if (!preview.text?.value.trim()) return missing(preview.staging.laid.length ? "illegal" : "nothing");
  if (preview.warning) return confirmed(preview.warning);
  if (match.dataset.confirm !== "always") return true;
  return confirmed(`${preview.sentence || preview.text.value} ${word("sure")}`);
}

/** @param {string} name of the sentence that says why nothing is sent */
function missing(name) {
  notice(word(name));
  return false;
}
