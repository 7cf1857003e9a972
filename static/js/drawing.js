/** Rendering of rack and placed tiles: draws the state of `Staging` into the server's markup. */

import { word } from "./words.js";

/** @import { Staging } from "./staging.js" */
/** @import { Tile } from "./tiles.js" */

/**
 * Order the rack as the player did and dim the placed tiles.
 * @param {Staging} staging
 */
export function drawRack(staging) {
  const left = staging.buttons();
  const ordered = staging.tiles.map((tile) => {
    const index = left.findIndex((button) => button.dataset.face === tile.face);
    const [button] = left.splice(index, 1);
    staging.drawn.set(button, tile);
    drawButton(button, tile, tile === staging.selected);
    return button;
  });
  arrange(ordered);
  for (const [id, fewest, off] of /** @type {const} */ ([
    ["recall", 1, !staging.placements.length],
    ["sort", 2, false],
    ["shuffle", 2, false],
  ])) {
    const button = /** @type {HTMLButtonElement | null} */ (document.getElementById(id));
    if (button) Object.assign(button, { hidden: staging.tiles.length < fewest, disabled: off });
  }
}

/**
 * @param {HTMLElement} button
 * @param {Tile} tile
 * @param {boolean} selected
 */
function drawButton(button, tile, selected) {
  button.classList.toggle("used", tile.square !== "");
  button.classList.toggle("selected", selected);
  button.setAttribute("aria-pressed", String(selected));
  if (tile.square) button.setAttribute("aria-description", word("lies", { square: tile.square }));
  else button.removeAttribute("aria-description");
}

/**
 * Reorder the buttons if necessary, keeping the focus.
 * @param {HTMLElement[]} buttons
 */
function arrange(buttons) {
  if (buttons.every((button, index) => !index || buttons[index - 1].nextElementSibling === button)) return;
  const focused = document.activeElement;
  buttons[0].parentElement?.append(...buttons);
  if (focused instanceof HTMLElement && buttons.includes(focused)) focused.focus();
}

/**
 * Draw the placed tiles on their squares, each as it looks on the rack.
 * @param {Staging} staging
 */
export function drawBoard(staging) {
  for (const tile of staging.match.querySelectorAll("#board .staged")) tile.remove();
  for (const cell of staging.match.querySelectorAll("#board .placed")) cell.classList.remove("placed");
  const buttons = new Map(staging.buttons().map((button) => [staging.drawn.get(button), button]));
  for (const tile of staging.placements) {
    const cell = document.getElementById(tile.square);
    const button = buttons.get(tile);
    if (!cell || !button) continue;
    const face = Object.assign(document.createElement("span"), {
      textContent: tile.as || button.textContent?.trim() || "",
    });
    face.className = `${button.className} staged`;
    face.classList.remove("used", "selected");
    cell.classList.add("placed");
    cell.append(face);
    staging.drawn.set(face, tile);
  }
}
