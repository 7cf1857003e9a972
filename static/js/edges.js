/** Autoscroll: scrolls a large board while a dragged tile is held at the edge of its view. */

const INSIDE = 40; // pixels: a tile must have been this far inside before an edge scrolls
const BEYOND = 40; // pixels outside the view up to which its edge still scrolls
const SLOWEST = 120; // pixels a second, with the centre of the tile half a square from the edge
const FASTEST = 900;
const LONGEST = 50; // milliseconds: the cap for one frame, so that a busy page does not jump

export class Edges {
  /**
   * @param {HTMLElement} match
   * @param {() => HTMLElement | null} pane the scroll container; none for small boards
   */
  constructor(match, pane) {
    this.pane = pane;
    /** The dragged tile has been well inside the view. */
    this.entered = false;
    this.before = 0;
    this.frame = 0;
    match.addEventListener("pointermove", () => this.watch());
  }

  /** Run on every frame from the first move of a dragged tile until it is dropped. */
  watch() {
    if (this.frame || !this.tile || !this.pane()) return;
    this.entered = false;
    this.before = performance.now();
    this.frame = requestAnimationFrame((now) => this.look(now));
  }

  get tile() {
    return document.querySelector("body > .dragging");
  }

  /**
   * Scroll for one frame.
   * @param {number} now the frame's time: the speed does not depend on the rate of pointer events
   */
  look(now) {
    const [pane, tile] = [this.pane(), this.tile];
    this.frame = pane && tile ? requestAnimationFrame((next) => this.look(next)) : 0;
    if (!pane || !tile) return;
    const seconds = Math.max(0, Math.min(LONGEST, now - this.before)) / 1000;
    this.before = now;
    const [view, box] = [pane.getBoundingClientRect(), tile.getBoundingClientRect()];
    const x = { at: box.x + box.width / 2, low: view.left, high: view.right };
    const y = { at: box.y + box.height / 2, low: view.top, high: view.bottom };
    this.entered ||= inside(x, INSIDE) && inside(y, INSIDE);
    if (!this.entered || !inside(x, -BEYOND) || !inside(y, -BEYOND)) return;
    const near = (pane.querySelector("td[id]")?.getBoundingClientRect().width ?? 0) / 2;
    pane.scrollBy(speed(x, near) * seconds, speed(y, near) * seconds);
  }
}

/** @typedef {{at: number, low: number, high: number}} Place a position between two edges, in pixels of the window */

/**
 * Return whether the position keeps this margin to both edges.
 * @param {Place} place
 * @param {number} margin
 */
function inside({ at, low, high }, margin) {
  return at > low + margin && at < high - margin;
}

/**
 * Return the scroll speed in pixels a second: 0 while the whole tile fits inside, so that every square in view can be
 * reached, and faster the further the tile sticks out.
 * @param {Place} place
 * @param {number} near half a square
 */
function speed({ at, low, high }, near) {
  const out = Math.max(low + near - at, at - high + near, 0);
  if (!out) return 0;
  const fast = Math.min(FASTEST, SLOWEST + (out / (near + BEYOND)) * (FASTEST - SLOWEST));
  return at < low + near ? -fast : fast;
}
