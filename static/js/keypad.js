/** The keys to type a sum with a finger: they write into the field for moves, whose preview shows where it fits. */

import { word } from "./words.js";

const ERASE = "⌫";
/** @type {Record<string, string>} */
const PRINTED = { "-": "−", x: "×", "/": "÷" };

/** Draw the keys where the page has room for them and none are drawn yet. */
export function drawKeypad() {
  const pad = document.getElementById("keypad");
  if (!pad || pad.childElementCount || !pad.closest("[data-keypad='on']")) return;
  const signs = JSON.parse(word("signs") || "{}");
  const keys = [...(pad.dataset.keys ?? ""), ERASE].map((face) => {
    const printed = PRINTED[face] ?? face;
    const key = Object.assign(document.createElement("button"), { type: "button", textContent: printed });
    const name = face === ERASE ? word("erase") : signs[printed];
    key.className = "button quiet";
    key.dataset.key = face;
    if (name) key.setAttribute("aria-label", name);
    return key;
  });
  pad.setAttribute("aria-label", word("keypad"));
  pad.replaceChildren(...keys);
  pad.hidden = false;
}

/**
 * Write what a key says at the end of the field.
 * @param {HTMLElement} match
 */
export function listenToKeypad(match) {
  match.addEventListener("click", ({ target }) => {
    const key = target instanceof Element ? target.closest("#keypad button") : null;
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById("text"));
    if (!(key instanceof HTMLElement) || !field) return;
    const { key: face = "" } = key.dataset;
    field.value = face === ERASE ? field.value.slice(0, -1) : field.value + face;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
