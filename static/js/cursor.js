/** The keyboard cursor on the board: the square of the next tile and the direction in which it advances. */

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
 * Normalise signs with the same meaning to one spelling.
 * @param {string} face
 */
const plain = (face) => face.replace(/[X×*:÷−–]/g, (sign) => ALIKE[sign]);

export class Cursor {
  /** @param {Staging} staging */
  constructor(staging) {
    this.staging = staging;
    this.square = "";
    this.direction = "r";
    /** Visible: tapped tiles are placed at the cursor. */
    this.shown = false;
    /** The part typed so far of a number of several digits that is on the board already. */
    this.read = "";
    this.reaching = false;
    staging.addEventListener("drawn", () => this.draw());
    staging.addEventListener("recalled", () => this.hide());
  }

  get board() {
    return /** @type {HTMLElement | null} */ (document.getElementById("board"));
  }

  /** @returns {HTMLElement | null} the cursor's square; the centre at first */
  get cell() {
    const here = document.getElementById(this.square);
    if (here) return here;
    const cells = this.board?.querySelectorAll("td[id]") ?? [];
    return /** @type {HTMLElement | null} */ (cells[cells.length >> 1] ?? null);
  }

  /**
   * Return the square at this offset; null beyond the edge.
   * @param {HTMLElement} cell
   * @param {number[]} step rows down and columns to the right
   * @returns {HTMLElement | null}
   */
  beside(cell, [down, right]) {
    const column = String.fromCharCode(cell.id.charCodeAt(0) + right);
    return document.getElementById(`${column}${Number(cell.id.slice(1)) + down}`);
  }

  /**
   * Move the cursor to a square and show it.
   * @param {HTMLElement | null} cell
   * @param {boolean} [focus] move the keyboard focus too
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

  /**
   * Move one step.
   * @param {string} direction independent of the reading direction
   */
  move(direction) {
    if (this.cell) this.go(this.beside(this.cell, STEPS[direction]));
  }

  /** Switch to the game's next reading direction. */
  turn() {
    const known = this.board?.dataset.directions === "4" ? "rdlu" : "rd";
    this.direction = known[(known.indexOf(this.direction) + 1) % known.length];
    this.shown = true;
    this.draw();
    notice(word(NAMES[this.direction]));
  }

  /**
   * Return whether the cursor's own square accepts this tile.
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
    const cell = this.cell;
    for (const old of this.board?.querySelectorAll(".cursor") ?? []) {
      old.classList.remove("cursor");
      old.removeAttribute("data-direction");
      old.parentElement?.classList.remove("raised");
    }
    this.reach();
    if (!cell) return;
    cell.classList.toggle("cursor", this.shown);
    cell.parentElement?.classList.toggle("raised", this.shown);
    if (this.shown) cell.dataset.direction = this.direction;
    this.staging.dispatchEvent(new Event("looked"));
  }

  /** Have Tab reach the cursor's square, after the frame: to change a tabindex makes Chromium lay the page out. */
  reach() {
    if (this.reaching) return;
    this.reaching = true;
    requestAnimationFrame(() =>
      setTimeout(() => {
        this.reaching = false;
        const { cell } = this;
        for (const old of this.board?.querySelectorAll("[tabindex='0']") ?? [])
          if (old !== cell) old.setAttribute("tabindex", "-1");
        if (cell && cell.getAttribute("tabindex") !== "0") cell.setAttribute("tabindex", "0");
      }),
    );
  }

  /**
   * Lay the tile for a typed character at the next square that accepts it. Skips a number on the board that equals
   * what is typed.
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
   * Lay this tile where typing it would; a tap on a square right after moves it there.
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

  /** Take back the tile placed last and move the cursor to its square. */
  back() {
    const last = this.staging.placements.at(-1);
    if (!last) return;
    const cell = document.getElementById(last.square);
    this.staging.take(last);
    this.go(cell);
  }

  /**
   * Lay a tile here and advance the cursor when the square is full.
   * @param {Tile} tile
   * @param {HTMLElement} cell
   * @param {string} as the face of a blank
   * @returns {Promise<boolean>} whether it was placed
   */
  async lay(tile, cell, as) {
    if (!(await this.staging.lay(tile, cell, as))) return false;
    const full = this.staging.on(cell.id).length >= Number(cell.dataset.room ?? 1);
    this.go((full && this.beside(cell, STEPS[this.direction])) || cell);
    return true;
  }

  /**
   * Match what was typed against the number on this square; skips the square when the number is complete.
   * @param {HTMLElement} cell
   * @param {string} face
   * @returns {boolean} whether the number begins with what was typed
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
   * Find a tile of the rack for this face: one that shows it, or else a blank that may become it.
   * @param {string} face
   * @returns {Tile | undefined}
   */
  available(face) {
    const free = this.staging.tiles.filter((tile) => !tile.square);
    return free.find((tile) => plain(tile.face) === plain(face)) ?? free.find((tile) => tile.becomes.includes(face));
  }
}
