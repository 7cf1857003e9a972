/** Shows the best moves of a turn on the board: the one under the mouse or the focus, with the parts of its points. */

import { placeBadge } from "./badge.js";
import { running } from "./running.js";
import { nameSquares } from "./squares.js";

/** @type {Record<string, number>} */
const STEPS = { ArrowUp: -1, ArrowDown: 1 };
const list = document.getElementById("best");

/** Return all moves of the list. */
function choices() {
  return /** @type {HTMLElement[]} */ ([...(list?.querySelectorAll(".choice[data-squares]") ?? [])]);
}

/**
 * Return the move that an event is about; null for none.
 * @param {EventTarget | null} target
 */
function choiceOf(target) {
  return target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(".choice[data-squares]")) : null;
}

/**
 * Lay a move on the board in place of the one that lies there.
 * @param {HTMLElement | undefined} choice
 */
function show(choice) {
  if (!choice) return;
  place(list?.dataset.before);
  place(choice.dataset.cells);
  const marked = new Set(choice.dataset.squares?.split(" "));
  for (const cell of document.querySelectorAll("#board td[id]")) cell.classList.toggle("last", marked.has(cell.id));
  const formula = document.getElementById("formula");
  if (formula) formula.textContent = choice.dataset.formula ?? "";
  tell(choice);
  nameSquares();
}

/**
 * Show the points of a move at its tiles.
 * @param {HTMLElement | undefined} choice
 */
function tell(choice) {
  const { squares = "", points = "", formula = "" } = choice?.dataset ?? {};
  placeBadge(squares, points, formula);
}

/**
 * Draw these squares. They are no template on the page, as a step would take its squares for those of the board.
 * @param {string} [html]
 */
function place(html = "") {
  const template = document.createElement("template");
  template.innerHTML = html;
  for (const drawn of template.content.querySelectorAll("td")) {
    const cell = document.getElementById(drawn.id);
    if (!cell) continue;
    cell.className = drawn.className;
    cell.removeAttribute("aria-label"); // named again below, when the browser is idle
    cell.replaceChildren(...[...drawn.childNodes].map((node) => node.cloneNode(true)));
  }
}

/** Return the move that the page shows. */
function current() {
  return choices().find((choice) => choice.hasAttribute("aria-current"));
}

/** Show the move of the page again. */
function restore() {
  show(current());
}

if (list) {
  tell(current());
  document.addEventListener("htmx:after:swap", () => {
    tell(current()); // a step brings another turn, or another move
    nameSquares();
  });
  list.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") show(choiceOf(event.target) ?? undefined);
  });
  list.addEventListener("pointerleave", restore);
  list.addEventListener("focusin", (event) => show(choiceOf(event.target) ?? undefined));
  list.addEventListener("focusout", restore);
  list.addEventListener("keydown", (event) => {
    const all = choices();
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (at < 0 || !(event.key in STEPS)) return;
    event.preventDefault();
    all[at + STEPS[event.key]]?.focus();
  });
}
running("choices");
