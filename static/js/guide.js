/** The guide of a first match, and hints: mark the squares of the move, also after a swap, and lay it on a press. */

import { running } from "./running.js";

/** @import { Staging } from "./staging.js" */

const MARK = "proposed";

/** Mark the proposed squares and no others. */
function mark() {
  const of = (/** @type {string} */ part) => document.getElementById(part)?.dataset.squares ?? "";
  const names = (of("hint") || of("guide")).split(" ");
  /** @type {Set<Element>} */
  const proposed = new Set(names.map((name) => document.getElementById(name)).filter((square) => square !== null));
  for (const old of document.querySelectorAll(`.${MARK}`)) if (!proposed.has(old)) old.classList.remove(MARK);
  for (const square of proposed) square.classList.add(MARK);
}

/**
 * Lay the proposed tiles and no others: the player sees what they bring, and presses Play.
 * @param {SubmitEvent} event
 */
function lay(event) {
  const { tiles } = /** @type {HTMLElement} */ (event.target).dataset;
  if (!tiles) return;
  event.preventDefault();
  const detail = (/** @type {Staging} */ staging) => spread(staging, tiles);
  document.getElementById("match")?.dispatchEvent(new CustomEvent("lay", { detail }));
  document.getElementById("submit")?.focus(); // the button that was pressed goes, and would take the focus with it
}

/**
 * @param {Staging} staging
 * @param {string} spelled as for the server: `e7:5 g7:?8`
 */
function spread(staging, spelled) {
  for (const tile of staging.tiles) Object.assign(tile, { square: "", as: "", at: 0 });
  for (const [index, one] of spelled.split(" ").entries()) {
    const [, square, blank, face] = /^(\w+):(\??)(.+)$/.exec(one) ?? [];
    const free = staging.tiles.find((tile) => !tile.square && tile.face === (blank || face));
    if (free) Object.assign(free, { square, as: blank && face, at: index + 1 });
  }
  staging.changed();
}

mark();
document.addEventListener("submit", lay);
document.addEventListener("htmx:after:swap", mark);
running("guide");
