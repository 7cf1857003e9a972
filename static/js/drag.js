/** Dragging tiles with mouse, finger or pen: from the rack to a square, between squares, back, and along the rack. */

/** @import { Staging } from "./staging.js" */
/** @import { Tile } from "./tiles.js" */

const START = 6; // pixels of movement that turn a tap into a drag
const LIFT = 44; // pixels between a finger and the tile above it, so that the finger does not hide it
const REACH = 1.2; // the longest distance, in squares, to a square that accepts the tile

/** @typedef {{x: number, y: number}} Point */

/**
 * @typedef {object} Held
 * @property {number} pointer its id
 * @property {Tile} tile
 * @property {Element} from the element that was grabbed
 * @property {Point} start
 * @property {(y: number) => number} up the distance of the tile above a pointer at this height
 * @property {HTMLElement | null} ghost the copy that follows the pointer, once it is a drag
 * @property {Point} at the centre of the tile
 */

/**
 * Handle dragging within the match.
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

  // When the board scrolls under a tile that is held still, the target square changes.
  match.addEventListener(
    "scroll",
    () => {
      if (held?.ghost) hover(held, held.ghost, held.at);
    },
    { capture: true, passive: true },
  );

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
  // Suppress the click after a drag, and the context menu of a long press on a tile.
  match.addEventListener(
    "click",
    (event) => {
      if (swallow) event.stopImmediatePropagation();
      swallow = false;
    },
    true,
  );
  match.addEventListener("contextmenu", (event) => held && event.preventDefault());

  /**
   * Start the drag: create the copy that follows the pointer. The match captures the pointer, because the element below
   * it may be redrawn meanwhile.
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
   * Move the dragged tile and mark its target square.
   * @param {Held} lifted
   * @param {HTMLElement} ghost
   * @param {Point} point the centre of the tile
   */
  function hover({ tile }, ghost, point) {
    ghost.style.translate = `${point.x - ghost.offsetWidth / 2}px ${point.y - ghost.offsetHeight / 2}px`;
    mark(nearest(tile, point));
  }

  function end() {
    swallow = Boolean(held?.ghost);
    setTimeout(() => (swallow = false), 50); // the click of this drag comes at once, if at all
    held?.ghost?.remove();
    held = null;
    mark(null);
  }

  /** @param {HTMLElement | null} cell the square that would accept the tile */
  function mark(cell) {
    for (const old of document.querySelectorAll("#board .target")) if (old !== cell) old.classList.remove("target");
    cell?.classList.add("target");
    staging.look(held?.ghost ? held.tile : null, cell?.id ?? "");
  }

  /**
   * Lay, take back or reorder the tile, depending on where it was dropped.
   * @param {Tile} tile
   * @param {Point} point
   */
  function drop(tile, point) {
    if (!staging.tiles.includes(tile)) return;
    const rack = within(document.getElementById("rack"), point);
    const cell = rack ? null : nearest(tile, point);
    if (cell) staging.lay(tile, cell);
    else if (tile.square && !within(document.getElementById("view") ?? document.getElementById("board"), point))
      staging.take(tile);
    if (rack) staging.reorder(tile, neighbour(point));
  }

  /**
   * Return the nearest square within reach that accepts the tile.
   * @param {Tile} tile
   * @param {Point} point
   * @returns {HTMLElement | null}
   */
  function nearest(tile, point) {
    const view = document.getElementById("view");
    if (view && !within(view, point)) return null; // squares outside the view accept nothing
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
   * Return the tile of the rack that this point is in front of; none at the end.
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
 * Return the function for a tile's distance above the pointer: none for a mouse, at once for a finger on the board;
 * from the rack it grows as the finger moves up, so that a tile can also be moved along the rack.
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
 * Return the centre of the held tile.
 * @param {Held} held
 * @param {PointerEvent} event
 * @returns {Point}
 */
function middle(held, event) {
  return { x: event.clientX, y: event.clientY - held.up(event.clientY) };
}

/**
 * Return whether the point is inside the element.
 * @param {Element | null} element
 * @param {Point} point
 */
function within(element, point) {
  const box = element?.getBoundingClientRect();
  return (
    box !== undefined && point.x >= box.left && point.x <= box.right && point.y >= box.top && point.y <= box.bottom
  );
}
