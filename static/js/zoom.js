/** Zooming of large boards with fingers, wheel, buttons and keys, inside a scroll container of constant size. */

import { Edges } from "./edges.js";
import { drawMap } from "./map.js";

/** @import { Staging } from "./staging.js" */

const HIT = 26; // pixels: the smallest square that a finger can hit
const NEAR = 36; // pixels: the square after a tap zoomed in
const LARGEST = 56; // pixels: the largest square
const STEP = 1.4; // the factor of one step

/** @typedef {{x: number, y: number}} Point in pixels of the window */

/** @type {Record<string, string>} */
const KEYS = { PageDown: "in", PageUp: "out" };

export class Zoom {
  /** @param {Staging} staging */
  constructor(staging) {
    this.drawing = false;
    this.staging = staging;
    this.match = staging.match;
    this.ply = "";
    this.at = "";
    /** @type {{apart: number, size: number} | null} distance of the fingers and size of a square at its start */
    this.pinch = null;
    this.listen();
  }

  /** The scroll container; none for small boards. */
  get pane() {
    return document.getElementById("pane");
  }

  /** The side of a square in pixels. */
  get size() {
    return this.pane?.querySelector("td[id]")?.getBoundingClientRect().width ?? 0;
  }

  get middle() {
    const box = this.pane?.getBoundingClientRect() ?? new DOMRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /**
   * Set the size of the squares, at least so that the board fills the view; the square at `point` stays there.
   * @param {number} size in pixels
   * @param {Point} [point]
   */
  to(size, point = this.middle) {
    const board = this.pane?.firstElementChild;
    if (!this.pane || !board) return;
    const before = board.getBoundingClientRect();
    this.match.style.setProperty("--wanted", `${Math.min(size, LARGEST)}px`);
    const now = board.getBoundingClientRect();
    this.pane.scrollBy(
      now.x + ((point.x - before.x) / before.width) * now.width - point.x,
      now.y + ((point.y - before.y) / before.height) * now.height - point.y,
    );
    this.draw();
  }

  /** @param {string} how in, out or whole */
  step(how) {
    this.to({ in: this.size * STEP, out: this.size / STEP }[how] ?? 0);
  }

  /**
   * Scroll these squares into view, to its centre if they were outside.
   * @param {NodeListOf<Element> | Element[]} cells
   * @param {boolean} [always] centre them in any case
   */
  show(cells, always = false) {
    const view = this.pane?.getBoundingClientRect();
    if (!this.pane || !view || !cells.length) return;
    const boxes = [...cells].map((cell) => cell.getBoundingClientRect());
    const low = { x: Math.min(...boxes.map((box) => box.left)), y: Math.min(...boxes.map((box) => box.top)) };
    const high = { x: Math.max(...boxes.map((box) => box.right)), y: Math.max(...boxes.map((box) => box.bottom)) };
    const side = boxes[0].width;
    const away = {
      x: always || low.x - side < view.left || high.x + side > view.right,
      y: always || low.y - side < view.top || high.y + side > view.bottom,
    };
    this.pane.scrollBy(
      away.x ? (low.x + high.x) / 2 - this.middle.x : 0,
      away.y ? (low.y + high.y) / 2 - this.middle.y : 0,
    );
  }

  /** Show the last turn after the page changed, unless the player is laying tiles; at first what is laid, if any. */
  refresh() {
    const { ply = "replay" } = document.getElementById("match_view")?.dataset ?? {};
    if (ply !== this.ply && !(this.ply && this.staging.placements.length)) {
      const found = ["td.placed", "td.last", "td:has(> b)"].map((one) => [...(this.pane?.querySelectorAll(one) ?? [])]);
      this.show(found.find((cells) => cells.length) ?? [], !this.ply);
    }
    this.ply = ply;
    this.draw();
  }

  /** Draw the map, once a frame and after it is shown: the map asks for styles and layout, and a tap comes first. */
  draw() {
    if (this.drawing) return;
    this.drawing = true;
    requestAnimationFrame(() =>
      setTimeout(() => {
        this.drawing = false;
        if (this.pane) drawMap(this.pane);
      }),
    );
  }

  listen() {
    const { match } = this;
    this.staging.addEventListener("drawn", () => this.refresh());
    match.addEventListener("scroll", () => this.draw(), { capture: true, passive: true });
    match.addEventListener("click", (event) => this.clicked(event), true);
    document.addEventListener("click", () => this.follow());
    document.addEventListener("keydown", (event) => this.pressed(event), true);
    match.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    match.addEventListener("touchstart", (event) => this.touched(event), { passive: true });
    match.addEventListener("touchmove", (event) => this.pinched(event), { passive: false });
    match.addEventListener("touchend", () => (this.pinch = null));
    new Edges(match, () => this.pane);
    addEventListener("resize", () => this.draw());
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const target = event.target instanceof Element ? event.target : null;
    const button = /** @type {HTMLElement | null} */ (target?.closest("[data-zoom]") ?? null);
    if (button?.dataset.zoom) this.step(button.dataset.zoom);
    if (target?.id === "map") this.go(target.getBoundingClientRect(), event);
    const cell = target?.closest("#pane td[id]");
    if (!cell || this.size >= HIT || !touch(event)) return;
    this.to(NEAR, event.detail ? { x: event.clientX, y: event.clientY } : this.middle);
    this.show([cell]);
    if (this.staging.selected || this.staging.placed || cell.querySelector(".staged")) event.stopImmediatePropagation();
  }

  /**
   * Show the part of the board that was pressed on its map.
   * @param {DOMRect} map
   * @param {MouseEvent} event
   */
  go(map, { clientX, clientY }) {
    const pane = /** @type {HTMLElement} */ (this.pane);
    const left = ((clientX - map.x) / map.width) * pane.scrollWidth - pane.clientWidth / 2;
    pane.scrollTo(left, ((clientY - map.y) / map.height) * pane.scrollHeight - pane.clientHeight / 2);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (KEYS[event.key] && this.pane?.contains(document.activeElement)) {
      event.preventDefault();
      this.step(KEYS[event.key]);
    }
    this.follow();
  }

  /** Keep the cursor in view when it has moved. */
  follow() {
    requestAnimationFrame(() => {
      const cell = this.pane?.querySelector("td.cursor");
      if (cell && cell.id !== this.at) this.show([cell]);
      this.at = cell?.id ?? "";
    });
  }

  /**
   * Zoom with Ctrl, which a touchpad also sends for a pinch; scroll otherwise.
   * @param {WheelEvent} event
   */
  wheeled(event) {
    if (!event.ctrlKey || !this.over(event.target)) return;
    event.preventDefault();
    // The clamp keeps a notch of a mouse wheel, which sends 100 and more, at about one step: e^(60 / 200) = 1.35.
    const turned = Math.max(-60, Math.min(60, event.deltaY));
    this.to(this.size * Math.exp(-turned / 200), { x: event.clientX, y: event.clientY });
  }

  /** @param {TouchEvent} event */
  touched({ touches, target }) {
    this.pinch = touches.length === 2 && this.over(target) ? { apart: apart(touches), size: this.size } : null;
  }

  /** @param {TouchEvent} event */
  pinched(event) {
    if (!this.pinch || event.touches.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    const [one, other] = event.touches;
    const point = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
    this.to((this.pinch.size * apart(event.touches)) / this.pinch.apart, point);
  }

  /** @param {EventTarget | null} target */
  over(target) {
    return target instanceof Node && Boolean(this.pane?.contains(target));
  }
}

/**
 * Return the distance of two fingers.
 * @param {TouchList} touches
 */
function apart([one, other]) {
  return Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
}

/**
 * Return whether the event came from a finger.
 * @param {MouseEvent} event
 */
function touch(event) {
  const type = /** @type {PointerEvent} */ (event).pointerType ?? "";
  return type ? type === "touch" : matchMedia("(pointer: coarse)").matches;
}
