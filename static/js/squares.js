/** The names of the squares, for screen readers: "e5, 5, last move", "a1, 2×, empty, red: …", "c2, not used". */

import { later } from "./idle.js";
import { plural } from "./plurals.js";
import { word } from "./words.js";

let waiting = false;

/** Name all squares of the board when the browser has nothing else to do: the names are long, and few hear them. */
export function nameSquares() {
  if (waiting) return;
  waiting = true;
  later(() => {
    waiting = false;
    const board = document.getElementById("board");
    if (!board) return;
    const meanings = JSON.parse(board.dataset.meanings ?? "{}");
    const signs = JSON.parse(word("signs") || "{}");
    for (const cell of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll("td[id]"))) {
      const name = nameOf(cell, meanings, signs);
      if (!name) cell.removeAttribute("aria-label");
      else if (cell.getAttribute("aria-label") !== name) cell.setAttribute("aria-label", name);
    }
  });
}

/**
 * Return the name of a square, which contains what is printed on it; "" under a placed tile, which has its own name.
 * @param {HTMLElement} cell
 * @param {Record<string, string>} meanings what the colours of this board do
 * @param {Record<string, string>} signs the words of signs
 */
function nameOf(cell, meanings, signs) {
  const { classList } = cell;
  if (cell.querySelector(".staged")) return "";
  if (classList.contains("void")) return `${cell.id}, ${word("unused")}`;
  const face = cell.querySelector("b")?.textContent?.trim() ?? "";
  const points = cell.querySelector(".hint")?.textContent;
  const colour = Object.keys(meanings).find((one) => classList.contains(one));
  return [
    cell.id,
    cell.querySelector("i")?.textContent?.trim(),
    (signs[face] ?? face) || word("empty"),
    colour && meanings[colour],
    points && plural(document.getElementById("words")?.dataset.worth, Number(points)),
    classList.contains("last") && word("last"),
    cell.dataset.lit && word(`lit${cell.dataset.lit}`),
  ]
    .filter(Boolean)
    .join(", ");
}
