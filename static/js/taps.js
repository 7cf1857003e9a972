/** Laying tiles by tapping: a tile and then its square, or a square and then its tiles. */

/** @import { Cursor } from "./cursor.js" */
/** @import { Tile } from "./tiles.js" */
/** @import { Variants } from "./variants.js" */

/**
 * @param {HTMLElement} match
 * @param {Cursor} cursor
 * @param {Variants} variants
 */
export function listenToTaps(match, cursor, variants) {
  const { staging } = cursor;

  /** @param {Tile} tile of the rack */
  function tapTile(tile) {
    if (tile.square) staging.take(tile);
    else if (cursor.shown && !staging.selected) cursor.put(tile);
    else staging.select(tile === staging.selected ? null : tile);
  }

  /** @param {HTMLElement} cell */
  function tapSquare(cell) {
    if (staging.selected) staging.lay(staging.selected, cell);
    else if (variants.tap(cell.id)) return;
    else if (cursor.shown && cursor.square === cell.id) cursor.turn();
    else cursor.go(cell, false);
  }

  match.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const cell = /** @type {HTMLElement | null} */ (target.closest("#board td[id]"));
    const tile = staging.at(target);
    if (tile && cell && !staging.selected) staging.take(tile);
    else if (tile && !cell) tapTile(tile);
    else if (cell && staging.tiles.length) tapSquare(cell);
    else if (target.closest("#recall")) staging.recall();
    else if (target.closest("#shuffle")) staging.shuffle();
  });
}
