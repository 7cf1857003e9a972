/** Scrolls a large board while a dragged tile is held over the edge of its view. */

const INSIDE = 40; // pixels from every edge: a tile that was not so far inside yet is only on its way to the board
const BEYOND = 40; // pixels outside the view up to which the edge still pulls
const SLOWEST = 120; // pixels a second, where the middle of the tile is half a square from the edge
const FASTEST = 900;
const LONGEST = 50; // milliseconds that one frame counts at most, so that a busy page does not jump

export class Edges {
  /**
   * @param {HTMLElement} match
   * @param {() => HTMLElement | null} pane what scrolls; none where the board is small
   */
  constructor(match, pane) {
    this.pane = pane;
    /** Whether the tile that is dragged has been well inside the view. */
    this.entered = false;
    this.before = 0;
    this.frame = 0;
    match.addEventListener("pointermove", () => this.watch());
  }

  /** From the first move of a dragged tile on, looks at each frame until it is let go. */
  watch() {
    if (this.frame || !this.tile || !this.pane()) return;
    this.entered = false;
    this.before = performance.now();
    this.frame = requestAnimationFrame((now) => this.look(now));
  }

  get tile() {
    return document.querySelector("body > .dragging");
  }

  /** @param {number} now the time of this frame: the speed does not hang on how often the finger is heard of */
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
 * @param {Place} place
 * @param {number} margin
 */
function inside({ at, low, high }, margin) {
  return at > low + margin && at < high - margin;
}

/**
 * How fast the view scrolls, in pixels a second: not at all as long as the whole tile fits inside, so that every
 * square in view can be reached, and faster the further the tile sticks out.
 * @param {Place} place
 * @param {number} near half a square
 */
function speed({ at, low, high }, near) {
  const out = Math.max(low + near - at, at - high + near, 0);
  if (!out) return 0;
  const fast = Math.min(FASTEST, SLOWEST + (out / (near + BEYOND)) * (FASTEST - SLOWEST));
  return at < low + near ? -fast : fast;
}
