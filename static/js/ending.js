/** The card at the end of a match: once dismissed, it stays in the page as a plain part of it, also after a reload. */

import { loadJson, save } from "./storage.js";

const KEPT = 50; // matches whose card stays dismissed
const KEY = "ended";

/**
 * Dismiss the card on its button or Escape.
 * @param {HTMLElement} match
 */
export function listenToEnding(match) {
  if (stored().includes(match.dataset.match ?? "")) match.dataset.ended = "seen";
  match.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("#end-close")) close(match);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) close(match);
  });
}

/** @param {HTMLElement} match */
function close(match) {
  const card = document.getElementById("end");
  if (!card || match.dataset.ended) return;
  const focused = card.contains(document.activeElement);
  match.dataset.ended = "seen";
  if (focused) document.getElementById("board")?.querySelector("[tabindex='0']")?.closest("td")?.focus();
  save(KEY, [...stored(), match.dataset.match].slice(-KEPT));
}

/** @returns {string[]} the matches whose card was dismissed */
function stored() {
  const kept = loadJson(KEY);
  return Array.isArray(kept) ? kept : [];
}
