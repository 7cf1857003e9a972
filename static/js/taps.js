/**
 * Laying tiles by tapping: a tile and then its square, or a square and then its tiles. The last tap decides: a tile
 * that a tap placed at the cursor moves to the square that is tapped next. The only tile of a rack is laid by one tap
 * on a square, and moved by the next one, unless moves are to be confirmed.
 */

/** @import { Cursor } from "./cursor.js" */
/** @import { Tile } from "./tiles.js" */
/** @import { Variants } from "./variants.js" */

/**
 * Handle taps on tiles, squares and the buttons of the rack.
 * @param {HTMLElement} match
 * @param {Cursor} cursor
 * @param {Variants} variants
 */
export function listenToTaps(match, cursor, variants) {
  const { staging } = cursor;

  /** @param {Tile} tile of the rack */
  function tapTile(tile) {
    if (tile.square) take(tile);
    else if (cursor.shown && !staging.selected && (staging.placed || cursor.takes(tile))) cursor.put(tile);
    else staging.select(tile === staging.selected ? null : tile);
  }

  /**
   * Take a tile back to the rack.
   * @param {Tile} tile
   */
  function take(tile) {
    staging.take(tile);
    cursor.hide();
  }

  /**
   * Lay a tile on the tapped square. The keyboard continues from here, but the next tapped tile waits for its own
   * square.
   * @param {Tile} tile
   * @param {HTMLElement} cell
   */
  async function layHere(tile, cell) {
    if (!(await staging.lay(tile, cell))) return;
    cursor.go(cell, false);
    cursor.hide();
  }

  /** @param {HTMLElement} cell */
  function tapSquare(cell) {
    const { selected, placed, tiles } = staging;
    const only = tiles.length === 1 && match.dataset.confirm === "never" ? tiles[0] : null;
    if (selected) layHere(selected, cell);
    else if (variants.tap(cell.id)) return;
    else if (only && staging.fits(cell, only)) layHere(only, cell);
    else if (placed && staging.fits(cell, placed)) layHere(placed, cell);
    else if (cursor.shown && cursor.square === cell.id) cursor.turn();
    else cursor.go(cell, false);
  }

  match.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const cell = /** @type {HTMLElement | null} */ (target.closest("#board td[id]"));
    const tile = staging.at(target);
    if (tile && cell && !staging.selected) take(tile);
    else if (tile && !cell) tapTile(tile);
    else if (cell && staging.tiles.length) tapSquare(cell);
    else if (target.closest("#recall")) staging.recall();
    else if (target.closest("#sort")) staging.sort();
    else if (target.closest("#shuffle")) staging.shuffle();
  });
}
