/** Dragging tiles with mouse, finger or pen: from the rack to a square, between squares, back, and along the rack. */

/** @import { Staging } from "./staging.js" */
/** @import { Tile } from "./tiles.js" */

const START = 6; // pixels that make a drag of a tap
const LIFT = 44; // pixels by which a tile floats above the finger that would hide it
const REACH = 1.2; // how far, in squares, a tile looks for a square that takes it

/** @typedef {{x: number, y: number}} Point */

/**
 * @typedef {object} Held
 * @property {number} pointer
 * @property {Tile} tile
 * @property {Element} from where it was drawn
 * @property {Point} start
 * @property {(y: number) => number} up how far it floats above a finger at this height
 * @property {HTMLElement | null} ghost the copy that floats along, once it is a drag
 * @property {Point} at where its middle floats
 */

/**
 * @param {HTMLElement} match
 * @param {Staging} staging
 */
export function listenToDrags(match, staging) {
  /** @type {Held | null} */
  let held = null;
  let swallow = false;

  match.addEventListener("pointerdown", (event) => {
    swallow = false;
    const tile = staging.at(event.target);
    const from = event.target instanceof Element ? event.target.closest(".tile") : null;
    if (held || event.button || !tile || !from || from.classList.contains("used")) return;
    const start = { x: event.clientX, y: event.clientY };
    const up = rise(event.pointerType, tile, start);
    held = { pointer: event.pointerId, tile, from, start, up, ghost: null, at: start };
  });

  match.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const far = Math.hypot(event.clientX - held.start.x, event.clientY - held.start.y) >= START;
    if (far) held.ghost ??= lift(held);
    held.at = middle(held, event);
    if (held.ghost) hover(held, held.ghost, held.at);
  });

  // Where the board scrolls under a tile that is held still, another square would take it.
  match.addEventListener("scroll", () => {
    if (held?.ghost) hover(held, held.ghost, held.at);
  }, { capture: true, passive: true });

  match.addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const { tile, ghost } = held;
    const point = middle(held, event);
    end();
    if (ghost) drop(tile, point);
  });

  match.addEventListener("pointercancel", (event) => held?.pointer === event.pointerId && end());
  match.addEventListener("lostpointercapture", (event) => held?.ghost && event.target === match && end());
  match.addEventListener("keydown", (event) => {
    if (!held?.ghost || event.key !== "Escape") return;
    event.stopPropagation();
    end();
  });
  // The click that follows a drag is none, and a long press on a tile opens no menu.
  match.addEventListener("click", (event) => {
    if (swallow) event.stopImmediatePropagation();
    swallow = false;
  }, true);
  match.addEventListener("contextmenu", (event) => held && event.preventDefault());

  /**
   * The tile comes off; the match keeps the pointer, because what lies under it may be drawn anew meanwhile.
   * @param {Held} lifted
   * @returns {HTMLElement}
   */
  function lift({ pointer, from }) {
    const size = Math.max(36, document.querySelector("#board td[id]")?.getBoundingClientRect().width ?? 0);
    const ghost = /** @type {HTMLElement} */ (from.cloneNode(true));
    match.setPointerCapture(pointer);
    staging.select(null);
    ghost.setAttribute("aria-hidden", "true");
    ghost.classList.replace("staged", "tile");
    ghost.classList.add("dragging");
    ghost.style.setProperty("--tile-size", `${size}px`);
    Object.assign(ghost.style, { position: "fixed", inset: "0 auto auto 0", pointerEvents: "none" });
    document.body.append(ghost);
    return ghost;
  }

  /**
   * @param {Held} lifted
   * @param {HTMLElement} ghost
   * @param {Point} point where its middle floats
   */
  function hover({ tile }, ghost, point) {
    ghost.style.translate = `${point.x - ghost.offsetWidth / 2}px ${point.y - ghost.offsetHeight / 2}px`;
    mark(nearest(tile, point));
  }

  function end() {
    swallow = Boolean(held?.ghost);
    setTimeout(() => (swallow = false), 50);
    held?.ghost?.remove();
    held = null;
    mark(null);
  }

  /** @param {HTMLElement | null} cell the one that would take the tile */
  function mark(cell) {
    for (const old of document.querySelectorAll("#board .target")) if (old !== cell) old.classList.remove("target");
    cell?.classList.add("target");
  }

  /**
   * @param {Tile} tile
   * @param {Point} point
   */
  function drop(tile, point) {
    if (!staging.tiles.includes(tile)) return;
    const rack = within(document.getElementById("rack"), point);
    const cell = rack ? null : nearest(tile, point);
    if (cell) staging.lay(tile, cell);
    else if (tile.square && !within(document.getElementById("view") ?? document.getElementById("board"), point)) staging.take(tile);
    if (rack) staging.reorder(tile, neighbour(point));
  }

  /**
   * The nearest square that takes the tile, within reach.
   * @param {Tile} tile
   * @param {Point} point
   * @returns {HTMLElement | null}
   */
  function nearest(tile, point) {
    const view = document.getElementById("view");
    if (view && !within(view, point)) return null; // squares out of sight take nothing
    let best = null;
    let least = REACH;
    for (const cell of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#board td[data-takes]"))) {
      const box = cell.getBoundingClientRect();
      const away = Math.hypot(box.x + box.width / 2 - point.x, box.y + box.height / 2 - point.y) / box.width;
      if (away < least && staging.fits(cell, tile)) [best, least] = [cell, away];
    }
    return best;
  }

  /**
   * The tile of the rack in front of which this point lies; none at the end.
   * @param {Point} point
   */
  function neighbour(point) {
    const before = staging.buttons().find((button) => {
      const box = button.getBoundingClientRect();
      return point.y < box.bottom && point.x < box.x + box.width / 2;
    });
    return before && staging.drawn.get(before);
  }
}

/**
 * How far a tile floats above the pointer at this height: not above a mouse, at once above a finger on the board,
 * and above a finger that comes from the rack as much as it has risen, so that it can move along the rack as well.
 * @param {string} type of the pointer
 * @param {Tile} tile
 * @param {Point} start
 * @returns {(y: number) => number}
 */
function rise(type, tile, start) {
  if (type === "mouse") return () => 0;
  return tile.square ? () => LIFT : (y) => Math.min(LIFT, Math.max(0, start.y - y));
}

/**
 * Where the middle of the held tile floats.
 * @param {Held} held
 * @param {PointerEvent} event
 * @returns {Point}
 */
function middle(held, event) {
  return { x: event.clientX, y: event.clientY - held.up(event.clientY) };
}

/**
 * @param {Element | null} element
 * @param {Point} point
 */
function within(element, point) {
  const box = element?.getBoundingClientRect();
  return box !== undefined && point.x >= box.left && point.x <= box.right && point.y >= box.top && point.y <= box.bottom;
}
