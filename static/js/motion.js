/**
 * Animations of what an update changed: own tiles settle, the opponent's come in one after another, their points fly to
 * the score, taken tiles travel to their pile or the score, new tiles come from theirs into the rack. They are derived
 * from the page before and after the update, whatever the game; they never delay input, and the first touch or key ends
 * them (Web Animations API).
 */

/** @import { Staging } from "./staging.js" */
/** @import { Tile } from "./tiles.js" */

const SETTLE = 180; // milliseconds of each motion
const ENTER = 240;
const LIGHT = 300;
const FLY = 400;
const SLIDE = 220;
const [STEP, SPREAD] = [80, 400]; // milliseconds between two tiles, and between the first and the last at most
const TURNS = 2; // an update of more turns is shown as it is
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @typedef {object} Seen what the page showed before an update
 * @property {number} ply
 * @property {Map<string, {face: string, look: string}>} faces text and classes of each square that has a tile
 * @property {Set<string>} placed the squares of the viewer's own placed tiles
 * @property {Set<Tile>} tiles of the rack
 */

/**
 * @typedef {object} Planned a motion that has not begun
 * @property {Element} element
 * @property {Keyframe[]} frames
 * @property {KeyframeAnimationOptions} timing
 * @property {boolean} ghost whether the element is a copy, on the page while it moves
 */

export class Motion {
  /** @param {Staging} staging */
  constructor(staging) {
    this.staging = staging;
    /** @type {Set<Animation>} */
    this.running = new Set();
    /** @type {Planned[]} */
    this.planned = [];
    this.done = Promise.resolve();
    for (const name of ["pointerdown", "keydown"]) {
      document.addEventListener(name, () => this.finish(), { capture: true, passive: true });
    }
    document.addEventListener("visibilitychange", () => this.finish()); // unseen it would not end, and messages wait
  }

  /** Wait until the motion of the turn before has been seen: the answer of a computer comes after one's own move. */
  async seen() {
    if (this.running.size) await this.done;
  }

  /** End all motion at once. */
  finish() {
    for (const animation of [...this.running]) animation.finish();
  }

  /** @returns {Seen} what the page shows now */
  look() {
    /** @type {Seen["faces"]} */
    const faces = new Map();
    for (const tile of document.querySelectorAll("#board td[id] > b")) {
      const cell = /** @type {HTMLElement} */ (tile.parentElement);
      faces.set(cell.id, { face: tile.textContent ?? "", look: cell.className });
    }
    const placed = new Set(this.staging.placements.map(({ square }) => square));
    return { ply: ply(), faces, placed, tiles: new Set(this.staging.tiles) };
  }

  /**
   * Show what changed since. All is measured before anything moves, so that the page is laid out once.
   * @param {Seen} before
   */
  show(before) {
    const turns = ply() - before.ply;
    if (turns < 1 || turns > TURNS || calm.matches || document.visibilityState !== "visible") return;
    this.finish();
    const after = this.look();
    const came = [...after.faces.keys()].filter((id) => after.faces.get(id)?.face !== before.faces.get(id)?.face);
    const own = came.filter((id) => before.placed.has(id));
    const others = came.filter((id) => !before.placed.has(id));
    const step = Math.min(STEP, SPREAD / Math.max(1, others.length - 1));
    own.forEach((id) => this.settle(id));
    others.forEach((id, index) => this.enter(id, index * step));
    const lies = own.length ? SETTLE : 0;
    const all = Math.max(lies, others.length && (others.length - 1) * step + ENTER);
    for (const id of before.faces.keys()) if (!after.faces.has(id)) this.leave(id, before, all);
    for (const tile of document.querySelectorAll("#board .last > b")) this.light(tile, all);
    this.gain(all + LIGHT / 2);
    [...this.staging.drawn]
      .filter(([element, tile]) => !tile.square && !before.tiles.has(tile) && element.closest("#rack"))
      .forEach(([element, { kind }], index) => this.slide(element, this.source(kind), index * STEP * 0.5));
    this.start();
    this.done = Promise.allSettled([...this.running].map(({ finished }) => finished)).then(() => {});
  }

  /** Begin all planned motions. */
  start() {
    const planned = this.planned.splice(0);
    document.body.append(...planned.filter(({ ghost }) => ghost).map(({ element }) => element));
    for (const { element, frames, timing, ghost } of planned) {
      const animation = element.animate(frames, timing);
      this.running.add(animation);
      const end = () => {
        this.running.delete(animation);
        if (ghost) element.remove();
      };
      animation.finished.then(end, end);
    }
  }

  /** @param {string} square */
  settle(square) {
    const raised = { translate: "0 -14%", scale: 1.06 };
    this.move(tileOn(square), [raised, { translate: "0 0", scale: 1 }], SETTLE, 0, "ease-in");
  }

  /**
   * @param {string} square
   * @param {number} delay
   */
  enter(square, delay) {
    const above = { translate: "0 -45%", scale: 1.3, opacity: 0 };
    this.move(tileOn(square), [above, { translate: "0 0", scale: 1, opacity: 1 }], ENTER, delay);
  }

  /**
   * @param {Element} tile
   * @param {number} delay
   */
  light(tile, delay) {
    const [dark, bright] = [
      { filter: "none", scale: 1 },
      { filter: "brightness(1.18)", scale: 1.1 },
    ];
    this.move(tile, [dark, { ...bright, offset: 0.4 }, dark], LIGHT, delay);
  }

  /**
   * Have a tile that was taken travel to its pile, or without one to the score of the player who took it. If its square
   * adds a tile of another pile, that one follows. What the last turn did not take was cleared away, to where tiles
   * return.
   * @param {string} square
   * @param {Seen} before
   * @param {number} delay
   */
  leave(square, { faces }, delay) {
    const { face, look } = faces.get(square) ?? { face: "", look: "" };
    const className = `tile ${look.replace(/\b(last|placed|red|blue)\b/g, "")}`;
    const cell = document.getElementById(square);
    const taken = cell?.classList.contains("last");
    const [own, colours] = [taken ? pile("owner", [seatOfLast()]) : null, look.split(" ")];
    const goal = taken ? (pile("returns", colours) ?? own) : document.querySelector("#piles > [data-returns]");
    if (taken || goal) this.travel(cell, goal, { text: face, className }, delay);
    if (own) this.travel(pile("adds", colours), own, { text: "", className: `${className} back` }, delay + FLY);
  }

  /**
   * Have the points of the last turn fly from where they came about to the score.
   * @param {number} delay
   */
  gain(delay) {
    const turn = document.querySelector("#turns > li:last-child .points");
    const parts = turn instanceof HTMLElement ? (turn.dataset.parts ?? "").split(" ").filter(Boolean) : [];
    const score = scoreOfLast();
    for (const [index, part] of parts.entries()) {
      const [square, points] = part.split(":");
      const look = { text: `+${points}`, className: "sparks" };
      this.travel(document.getElementById(square), score, look, delay + index * STEP, 0.6);
    }
    if (parts.length && score) {
      this.move(score, [{ scale: 1 }, { scale: 1.25, offset: 0.4 }, { scale: 1 }], LIGHT, delay + FLY * 0.8);
    }
  }

  /**
   * Return the count of the pile from which tiles of this kind are drawn; null where that is out of sight.
   * @param {string} kind
   */
  source(kind) {
    const count = document.getElementById(this.staging.match.getAttribute(`data-from-${kind}`) ?? "");
    const { top = 0, bottom = 0 } = count?.getBoundingClientRect() ?? {};
    return top < bottom && top > 0 && bottom < innerHeight ? count : null;
  }

  /**
   * Have a new tile come from its pile, or from the side.
   * @param {Element} tile
   * @param {Element | null} pile
   * @param {number} delay
   */
  slide(tile, pile, delay) {
    const [x, y] = pile ? way(tile, pile) : [24, 0];
    const frames = [
      { translate: `${x}px ${y}px`, opacity: 0, zIndex: 11 },
      { translate: "0 0", opacity: 1, zIndex: 11 },
    ];
    this.move(tile, frames, pile ? FLY : SLIDE, delay);
  }

  /**
   * Have a copy of what lies on a square or pile fly to a place on the page, else to the score of the player who moved,
   * and vanish; none where its start is out of sight.
   * @param {Element | null} start
   * @param {Element | null} goal
   * @param {{text: string, className: string}} look
   * @param {number} delay
   * @param {number} [scale] of its size at the end
   */
  travel(start, goal, { text, className }, delay, scale = 1) {
    const box = start?.getBoundingClientRect();
    const view = start?.closest("#view")?.getBoundingClientRect();
    if (!start || !box) return;
    if (view && (box.top < view.top || box.bottom > view.bottom || box.right > view.right)) return;
    const ghost = document.createElement("span");
    ghost.textContent = text;
    ghost.className = `${className} flying`;
    ghost.ariaHidden = "true";
    const size = document.querySelector("#board td[id]")?.getBoundingClientRect().width ?? box.width;
    const [left, top] = [box.x + box.width / 2, box.y + box.height / 2];
    ghost.style.cssText = `--tile-size: ${size}px; left: ${left}px; top: ${top}px`;
    const to = goal ?? scoreOfLast();
    const [x, y] = to ? way(start, to) : [0, 0];
    const frames = [
      { translate: "-50% -50%", opacity: 1 },
      { translate: `calc(-50% + ${x}px) calc(-50% + ${y}px)`, scale: scale * 0.6, opacity: 0.2 },
    ];
    this.move(ghost, frames, FLY, delay, "ease-in-out", true);
  }

  /**
   * @param {Element | null} element
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {number} delay
   * @param {string} [easing]
   * @param {boolean} [ghost]
   */
  move(element, frames, duration, delay, easing = "ease-out", ghost = false) {
    if (element) this.planned.push({ element, frames, timing: { duration, delay, easing, fill: "backwards" }, ghost });
  }
}

/** Return the number of turns that the page shows. */
function ply() {
  return Number(document.getElementById("match_view")?.dataset.ply ?? 0);
}

/** @param {string} square */
function tileOn(square) {
  return document.querySelector(`#${square} > b`);
}

/**
 * Return how far it is from the middle of an element to that of another, in pixels.
 * @param {Element} from
 * @param {Element} to
 */
function way(from, to) {
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  return [end.x + end.width / 2 - start.x - start.width / 2, end.y + end.height / 2 - start.y - start.height / 2];
}

/** Return the seat of the player who made the last turn. */
function seatOfLast() {
  return document.querySelector("#turns > li:last-child")?.getAttribute("data-seat") ?? "";
}

/** Return the points of the player who made the last turn. */
function scoreOfLast() {
  return document.getElementById(`points-${seatOfLast()}`);
}

/**
 * Return the pile in sight that has one of these values as its owner or colour; null without one.
 * @param {"owner" | "returns" | "adds"} what
 * @param {string[]} values
 * @returns {Element | null}
 */
function pile(what, values) {
  const piles = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`#piles > [data-${what}]`));
  return [...piles].find(({ dataset, offsetWidth }) => offsetWidth && values.includes(dataset[what] ?? "")) ?? null;
}
