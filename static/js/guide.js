/** The guide of a first match: marks the squares of the proposed move, also after a swap, and lays it on a press. */

import { running } from "./running.js";

const MARK = "proposed";

/** Mark the proposed squares and no others. */
function mark() {
  const names = document.getElementById("guide")?.dataset.squares?.split(" ") ?? [];
  /** @type {Set<Element>} */
  const proposed = new Set(names.map((name) => document.getElementById(name)).filter((square) => square !== null));
  for (const old of document.querySelectorAll(`.${MARK}`)) if (!proposed.has(old)) old.classList.remove(MARK);
  for (const square of proposed) square.classList.add(MARK);
}

/**
 * Lay the proposed tiles: the player sees what they bring, and presses Play.
 * @param {SubmitEvent} event
 */
function lay(event) {
  const { tiles } = /** @type {HTMLElement} */ (event.target).dataset;
  if (!tiles) return;
  event.preventDefault();
  document.getElementById("match")?.dispatchEvent(new CustomEvent("lay", { detail: tiles }));
}

mark();
document.addEventListener("submit", lay);
document.addEventListener("htmx:after:swap", mark);
running("guide");
