/** The cursor on the board: where the next tile goes, and in which direction one reads on from there. */

import { notice, word } from "./words.js";

/** @import { Staging } from "./staging.js" */
/** @import { Tile } from "./tiles.js" */

/** @type {Record<string, number[]>} rows down and columns to the right */
const STEPS = { r: [0, 1], d: [1, 0], l: [0, -1], u: [-1, 0] };
/** @type {Record<string, string>} */
const NAMES = { r: "right", d: "down", l: "left", u: "up" };
/** @type {Record<string, string>} */
const ALIKE = { X: "x", "×": "x", "*": "x", ":": "/", "÷": "/", "−": "-", "–": "-" };

/**
 * One spelling for signs that mean the same.
 * @param {string} face
 */
const plain = (face) => face.replace(/[X×*:÷−–]/g, (sign) => ALIKE[sign]);

export class Cursor {
  /** @param {Staging} staging */
  constructor(staging) {
    this.staging = staging;
    this.square = "";
    this.direction = "r";
    /** Whether it shows: then tapped tiles go where it stands. */
    this.shown = false;
    /** What was typed so far of an old number of several digits. */
    this.read = "";
    staging.addEventListener("drawn", () => this.draw());
    staging.addEventListener("recalled", () => this.hide());
  }

  get board() {
    return /** @type {HTMLElement | null} */ (document.getElementById("board"));
  }

  /** @returns {HTMLElement | null} the square where it stands; the centre at first */
  get cell() {
    const here = document.getElementById(this.square);
    if (here) return here;
    const cells = this.board?.querySelectorAll("td[id]") ?? [];
    return /** @type {HTMLElement | null} */ (cells[cells.length >> 1] ?? null);
  }

  /**
   * The square so many rows below and columns to the right; null beyond the edge.
   * @param {HTMLElement} cell
   * @param {number[]} step
   * @returns {HTMLElement | null}
   */
  beside(cell, [down, right]) {
    const column = String.fromCharCode(cell.id.charCodeAt(0) + right);
    return document.getElementById(`${column}${Number(cell.id.slice(1)) + down}`);
  }

  /**
   * @param {HTMLElement | null} cell to stand on
   * @param {boolean} [focus] whether the keyboard goes there too
   */
  go(cell, focus = this.board?.contains(document.activeElement)) {
    if (!cell) return;
    this.square = cell.id;
    this.read = "";
    this.shown = true;
    this.staging.placed = null;
    this.draw();
    if (focus) cell.focus();
  }

  /** @param {string} direction one step that way, whatever the reading direction */
  move(direction) {
    if (this.cell) this.go(this.beside(this.cell, STEPS[direction]));
  }

  /** The next reading direction that the game knows. */
  turn() {
    const known = this.board?.dataset.directions === "4" ? "rdlu" : "rd";
    this.direction = known[(known.indexOf(this.direction) + 1) % known.length];
    this.shown = true;
    this.draw();
    notice(word(NAMES[this.direction]));
  }

  /**
   * Whether the very square where it stands takes this tile.
   * @param {Tile} tile
   */
  takes(tile) {
    return this.cell !== null && this.staging.fits(this.cell, tile);
  }

  hide() {
    this.shown = false;
    this.draw();
  }

  draw() {
    for (const cell of this.board?.querySelectorAll(".cursor, [tabindex='0']") ?? []) {
      cell.classList.remove("cursor");
      cell.removeAttribute("data-direction");
      cell.setAttribute("tabindex", "-1");
    }
    const cell = this.cell;
    if (!cell) return;
    cell.setAttribute("tabindex", "0");
    cell.classList.toggle("cursor", this.shown);
    if (this.shown) cell.dataset.direction = this.direction;
  }

  /**
   * Lays what was typed, reading on from here: passes an old number that equals it, and squares that do not take it.
   * @param {string} face
   */
  async type(face) {
    const tile = this.available(face);
    for (let cell = this.cell; cell; cell = this.beside(cell, STEPS[this.direction])) {
      if (this.passed(cell, face)) return;
      if (tile && this.staging.fits(cell, tile)) {
        await this.lay(tile, cell, tile.becomes.length && face !== tile.face ? face : "");
        return;
      }
      if (!tile && cell.dataset.takes && !this.staging.on(cell.id).length) break;
    }
    notice(word(tile ? "noplace" : "notile", { face }));
  }

  /**
   * Lays this very tile where typing it would; the next square that is tapped still gets it.
   * @param {Tile} tile
   */
  async put(tile) {
    for (let cell = this.cell; cell; cell = this.beside(cell, STEPS[this.direction])) {
      if (this.staging.fits(cell, tile)) {
        if (await this.lay(tile, cell, "")) this.staging.placed = tile;
        return;
      }
    }
    notice(word("noplace", { face: tile.face }));
  }

  /** Takes back the tile that was laid last, and stands there. */
  back() {
    const last = this.staging.laid.at(-1);
    if (!last) return;
    const cell = document.getElementById(last.square);
    this.staging.take(last);
    this.go(cell);
  }

  /**
   * @param {Tile} tile
   * @param {HTMLElement} cell
   * @param {string} as
   * @returns {Promise<boolean>} whether it lies there
   */
  async lay(tile, cell, as) {
    if (!(await this.staging.lay(tile, cell, as))) return false;
    const full = this.staging.on(cell.id).length >= Number(cell.dataset.room ?? 1);
    this.go((full && this.beside(cell, STEPS[this.direction])) || cell);
    return true;
  }

  /**
   * Whether the old number here begins with what was typed; then it is read, and passed when it is complete.
   * @param {HTMLElement} cell
   * @param {string} face
   */
  passed(cell, face) {
    const old = plain(cell.querySelector("b")?.textContent?.trim() ?? "");
    const read = (cell.id === this.square ? this.read : "") + plain(face);
    if (!old.startsWith(read)) return false;
    this.go((old === read && this.beside(cell, STEPS[this.direction])) || cell);
    if (old !== read) this.read = read;
    return true;
  }

  /**
   * A tile of the rack for this face: one that shows it, or else a blank that may become it.
   * @param {string} face
   * @returns {Tile | undefined}
   */
  available(face) {
    const free = this.staging.tiles.filter((tile) => !tile.square);
    return free.find((tile) => plain(tile.face) === plain(face)) ?? free.find((tile) => tile.becomes.includes(face));
  }
}
