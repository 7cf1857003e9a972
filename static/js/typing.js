/** The field to type a move: opened by a button or the key M, and open at once in a browser where it was left open. */

import { device } from "./device.js";
import { load, save } from "./storage.js";

const KEY = "typing";

/**
 * Show or hide the field on the button's click; go to it on its key, also where it is open already.
 * @param {HTMLElement} match
 */
export function listenToTyping(match) {
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById("text"));
  const begun = field !== null && (field.value !== "" || field === document.activeElement); // before the scripts ran
  if (begun || load(KEY) === "on") match.dataset.typing = "on";
  match.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("#type")) open(match, !("typing" in match.dataset), byTouch());
  });
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "m" || event.ctrlKey || event.altKey || event.metaKey || writes()) return;
    if (!document.getElementById("type") || !device().keys) return;
    event.preventDefault();
    open(match, true, false);
  });
  showTyping(match);
  const part = document.getElementById("typing");
  // In the next frame: what is laid out again at once, WebKit calls an error.
  const keep = () => requestAnimationFrame(() => keepRoom(match, part?.offsetHeight ?? 0));
  if (part) new ResizeObserver(keep).observe(part);
}

/**
 * Keep the height of the open field for the end, when it goes.
 * @param {HTMLElement} match
 * @param {number} height
 */
function keepRoom(match, height) {
  if (height && "typing" in match.dataset) match.style.setProperty("--typed", `${height}px`);
}

/**
 * Set `aria-expanded` of the button; again after a swap.
 * @param {HTMLElement} match
 */
export function showTyping(match) {
  document.getElementById("type")?.setAttribute("aria-expanded", String("typing" in match.dataset));
}

/**
 * Show the field and go to it, or hide it.
 * @param {HTMLElement} match
 * @param {boolean} shown
 * @param {boolean} touched
 */
function open(match, shown, touched) {
  if (shown) match.dataset.typing = "on";
  else delete match.dataset.typing;
  showTyping(match);
  save(KEY, shown ? "on" : null);
  const key = /** @type {HTMLElement | null} */ (document.querySelector("#keypad:not([hidden]) button"));
  const first = key && touched ? key : document.getElementById("text");
  (shown ? first : document.getElementById("type"))?.focus(); // a focused field would open the device's own keyboard
}

function byTouch() {
  return matchMedia("(pointer: coarse)").matches;
}

/** Return whether the key belongs to a field or a dialog. */
function writes() {
  return document.querySelector("dialog[open]") || document.activeElement?.matches("input, select, textarea");
}
