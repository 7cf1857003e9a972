/** Keyboard control: laying tiles, and stepping through the turns of a finished match. */

import { device } from "./device.js";

/** @import { Cursor } from "./cursor.js" */
/** @import { Tile } from "./tiles.js" */
/** @import { Variants } from "./variants.js" */

/** @type {Record<string, string>} */
const ARROWS = { ArrowRight: "r", ArrowDown: "d", ArrowLeft: "l", ArrowUp: "u" };
const SIGNS = /^[\d+\-−*xX×/:÷=?]$/; // characters that stand for a tile
/** @type {Record<string, number>} with Shift, how a tile of the rack moves along it */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
/** @type {Record<string, string>} */
const LINKS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };

/**
 * Handle the keyboard on the page of a match.
 * @param {HTMLElement} match
 * @param {Cursor} cursor
 * @param {Variants} variants
 * @param {() => void} play
 */
export function listenToKeys(match, cursor, variants, play) {
  const { staging } = cursor;
  /** @type {Promise<void>} keys are handled in order, also those pressed while a blank's digit is being chosen */
  let done = Promise.resolve();

  /** @type {Record<string, (event: KeyboardEvent) => void>} actions of keys while the board has the focus */
  const onBoard = {
    " ": () => (staging.selected ? put(staging.selected) : variants.tap(cursor.square) || cursor.turn()),
    Enter: () => (staging.selected ? put(staging.selected) : play()),
    Delete: () =>
      staging
        .on(cursor.square)
        .slice(-1)
        .forEach((tile) => staging.take(tile)),
    Home: (event) => cursor.go(edge(event, 0)),
    End: (event) => cursor.go(edge(event, -1)),
  };

  /** @param {Tile} tile */
  function put(tile) {
    if (cursor.cell) staging.lay(tile, cursor.cell);
  }

  /**
   * Return the first or last square of the row; with Ctrl of the board.
   * @param {KeyboardEvent} event
   * @param {number} end 0 for the first, -1 for the last
   */
  function edge(event, end) {
    const line = event.ctrlKey ? cursor.board : cursor.cell?.parentElement;
    return /** @type {HTMLElement | null} */ ([...(line?.querySelectorAll("td[id]") ?? [])].at(end) ?? null);
  }

  /**
   * Look up the action of a key.
   * @param {KeyboardEvent} event
   * @returns {(() => void | Promise<void>) | null} null if the key has none here
   */
  function meaning(event) {
    const { key } = event;
    if (cursor.board?.contains(document.activeElement)) {
      if (key in ARROWS) return () => cursor.move(ARROWS[key]);
      if (key in onBoard) return () => onBoard[key](event);
    }
    const held = staging.at(document.activeElement);
    if (held && !held.square && event.shiftKey && key in STEPS) return () => shift(held, STEPS[key]);
    if (event.ctrlKey || !staging.tiles.length) return null;
    if (key === "Escape") return escape;
    if (key === "Backspace") return () => cursor.back();
    if (!device().keys && !cursor.board?.contains(document.activeElement)) return null;
    return SIGNS.test(key) ? () => cursor.type(key) : null;
  }

  /**
   * Follow a link to another turn.
   * @param {string} rel
   */
  function step(rel) {
    const link = /** @type {HTMLElement | null} */ (document.querySelector(`a[rel="${rel}"]`));
    link?.click();
  }

  /**
   * Move a tile along the rack.
   * @param {Tile} tile
   * @param {number} step
   */
  function shift(tile, step) {
    const index = staging.tiles.indexOf(tile) + step;
    if (index >= 0) staging.reorder(tile, staging.tiles[step > 0 ? index + 1 : index]);
  }

  function escape() {
    if (staging.selected) staging.select(null);
    else if (staging.placements.length) staging.recall();
    else cursor.hide();
  }

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || event.defaultPrevented || busy(match)) return;
    const act = meaning(event);
    if (act) {
      event.preventDefault();
      done = done.then(act).catch((error) => console.error(error));
    } else if (LINKS[event.key] && !document.getElementById("move")) step(LINKS[event.key]);
  });

  match.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches("#board td[id]:focus-visible")) return;
    if (target.id !== cursor.square || !cursor.shown) cursor.go(target, false);
  });
}

/**
 * Return whether another element handles the keys: a field, a dialog, another part of the page.
 * @param {HTMLElement} match
 */
function busy(match) {
  const focused = document.activeElement;
  if (document.querySelector("dialog[open]")) return true;
  if (!focused || focused === document.body || focused.id === "main") return false;
  return !match.contains(focused) || focused.matches("input, select, textarea, summary");
}
