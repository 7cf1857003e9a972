/** Sending a move: confirms it where wanted, sends it over the socket, or by its form if that does not answer. */

import { announce } from "./announce.js";
import { confirmed } from "./dialogs.js";
import { persistent } from "./persistent.js";
import { PAUSE } from "./presses.js";
import { notice, word } from "./words.js";

/** @import { Message } from "./live.js" */
/** @import { Preview } from "./preview.js" */

const ARMED = 4_000; // milliseconds within which the second tap plays
const LIT = 1_500; // milliseconds that a line lights up
let armed = ""; // the move that a second tap plays
let armedAt = 0; // milliseconds, by `performance.now()`
let arming = 0;

/**
 * Take over the form that sends moves.
 * @param {HTMLElement} match
 * @param {Preview} preview
 * @param {(message: object) => Promise<Message | null>} request asks over the socket
 * @returns {() => Promise<void>} plays the placed or typed move, as the button does
 */
export function sendMoves(match, preview, request) {
  let sending = false;
  let asking = false;
  let cleared = false;
  let unsent = ""; // the number of the turn whose move reached no server: the page says so until that has changed

  async function play() {
    if (sending || asking || !preview.form) return;
    asking = true;
    const wanted = await agreed(match, preview);
    asking = false;
    const form = preview.form;
    if (!wanted || !form || (await played(form))) return;
    if (preview.warning)
      form.addEventListener("formdata", (sent) => sent.formData.set("confirmed", "yes"), { once: true });
    cleared = true;
    form.requestSubmit(document.getElementById("submit"));
    cleared = false;
  }

  /**
   * Play over the socket; the page gets the new position there. After a refusal the form is sent, which says why, and
   * so it is without an answer, unless the page shows that move already: a move that is sent twice is played once.
   * @param {HTMLFormElement} form
   */
  async function played(form) {
    const { ply, text, variant } = Object.fromEntries(new FormData(form));
    const confirmed = Boolean(preview.warning);
    sending = true;
    match.setAttribute("aria-busy", "true");
    const answer = await request({ move: { ply, text, variant, confirmed } });
    sending = false;
    match.removeAttribute("aria-busy");
    return answer ? answer.data?.played === true : Number(turn()) >= Number(ply);
  }

  // Enter in the field clicks the form's first button, which only previews; with a script it plays the move.
  match.addEventListener(
    "submit",
    (event) => {
      if (cleared || event.target !== preview.form) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setTimeout(play); // a form cannot be submitted again during its submit event
    },
    true,
  );

  const escape = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !armed) return;
    event.stopPropagation(); // the tiles stay where they lie
    disarm();
  };
  document.addEventListener("keydown", escape, { capture: true });

  match.addEventListener("htmx:config:request", (event) => {
    const { ctx } = event.detail;
    if (ctx.target?.id !== "match_view") return;
    if (sending) return event.preventDefault();
    sending = ctx.move = true;
    ctx.request.timeout = 90_000; // milliseconds: for all tries together
    ctx.fetch = (url, options) => persistent(url, options, () => notice(word("sending")));
    match.setAttribute("aria-busy", "true");
  });

  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (!ctx.move) return;
    sending = false;
    match.removeAttribute("aria-busy");
    unsent = ctx.status.startsWith("error") ? turn() : "";
    if (unsent) notice(word("unsent"), "", true);
    else if (document.getElementById("notice")?.textContent === word("sending")) notice("");
  });
  document.addEventListener("htmx:after:swap", () => {
    if (!unsent || unsent === turn()) return;
    unsent = "";
    notice("");
  });

  return play;
}

/** @returns {string} the number of the last turn that the page shows */
function turn() {
  return document.getElementById("match_view")?.dataset.ply ?? "";
}

/**
 * Return whether there is a move to send and the player, if asked, confirms it; otherwise show why not.
 * @param {HTMLElement} match
 * @param {Preview} preview
 */
async function agreed(match, preview) {
  await preview.settled();
  if (preview.answered) return repeated(preview.place);
  if (document.getElementById("match_view")?.dataset.turn !== "mine") return missing("theirs");
  if (preview.undecided) return missing(preview.undecided);
  if (preview.refused) {
    preview.ask(); // tells the server of the press: a teacher sees false sums
    return repeated(preview.place); // the line says why
  }
  if (!preview.text?.value.trim()) return missing(preview.staging.placements.length ? "offline" : "nothing");
  if (preview.warning) return confirmed(preview.warning, word("anyway"), true);
  const command = commandOf(preview.text.value);
  const question = command?.dataset.question ?? command?.form?.dataset.question;
  if (command && question) return confirmed(question, command.textContent?.trim() ?? "", true);
  const mode = match.dataset.confirm;
  if (mode === "twice") return pressedTwice(preview.text.value);
  if (mode !== "always") return true;
  return confirmed(`${preview.sentence || preview.text.value} ${word("sure")}`, submit(), false);
}

/**
 * Return the button of a typed move without tiles, such as a pass, which asks the same.
 * @param {string} text
 * @returns {HTMLButtonElement | undefined}
 */
function commandOf(text) {
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("#commands [name=text]"));
  return [...buttons].find(({ value }) => value === text.trim().split(" ")[0]);
}

/**
 * Return whether the same move is sent for the second time within a few seconds, but not at once; the first time arms
 * the button.
 * @param {string} text
 */
function pressedTwice(text) {
  if (armed === text) {
    if (performance.now() - armedAt < PAUSE) return false;
    disarm();
    return true;
  }
  disarm();
  armed = text;
  armedAt = performance.now();
  document.getElementById("submit")?.classList.add("armed");
  notice(word("again"));
  arming = setTimeout(disarm, ARMED);
  return false;
}

/** Have the next press ask again. */
function disarm() {
  if (!armed) return;
  armed = "";
  clearTimeout(arming);
  document.getElementById("submit")?.classList.remove("armed");
  if (document.getElementById("notice")?.textContent === word("again")) notice("");
}

/** Return what stands on the button that plays. */
function submit() {
  return document.getElementById("submit")?.textContent?.trim() ?? "";
}

/**
 * Say the answer to a typed question, or why it is no move, again: for eyes the line lights up, for ears it is new.
 * @param {HTMLElement | null} place
 */
function repeated(place) {
  announce(place, ...(place?.childNodes ?? []));
  place?.animate({ backgroundColor: ["var(--danger-soft)", "transparent"] }, LIT);
  return false;
}

/** @param {string} name of the sentence that says why no move is sent */
function missing(name) {
  notice(word(name));
  return false;
}
