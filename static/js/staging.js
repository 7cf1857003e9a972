/** The tiles being laid: the one place that knows and draws them. Knows no rules, only what the squares take. */

import { chosen } from "./dialogs.js";
import { drawBoard, drawRack } from "./drawing.js";
import { laid, lift, matched, remember, remembered } from "./tiles.js";
import { notice, word } from "./words.js";

/** @import { Tile } from "./tiles.js" */

export class Staging extends EventTarget {
  /** @param {HTMLElement} match the element that holds the whole match */
  constructor(match) {
    super();
    this.match = match;
    this.key = `tiles ${match.dataset.match} ${document.documentElement.dataset.user ?? ""}`;
    /** @type {{next: number, tiles: Tile[]}} */
    this.kept = remembered(this.key);
    /** @type {Tile | null} the tile that was tapped and waits for its square */
    this.selected = null;
    /** @type {Tile | null} the tile that was tapped last and that the cursor laid: the next square tapped gets it */
    this.placed = null;
    /** @type {Map<Element, Tile>} what each drawn tile stands for */
    this.drawn = new Map();
  }

  get tiles() {
    return this.kept.tiles;
  }

  get laid() {
    return laid(this.tiles);
  }

  /**
   * The laid tiles of one square, in order.
   * @param {string} square
   */
  on(square) {
    return this.laid.filter((tile) => tile.square === square);
  }

  /**
   * The tile drawn here, on the rack or on the board; null if there is none.
   * @param {EventTarget | null} target
   * @returns {Tile | null}
   */
  at(target) {
    const element = target instanceof Element ? target.closest(".tile") : null;
    return (element && this.drawn.get(element)) ?? null;
  }

  /**
   * Whether this square takes this tile now.
   * @param {HTMLElement} cell
   * @param {Tile} tile
   */
  fits(cell, tile) {
    const others = this.on(cell.id).filter((other) => other !== tile);
    return cell.dataset.takes === tile.kind && others.length < Number(cell.dataset.room ?? 1);
  }

  /**
   * Lays a tile, on top of what was laid there before; a blank asks for its face unless it is given.
   * @param {Tile} tile
   * @param {HTMLElement} cell
   * @param {string} [as]
   * @returns {Promise<boolean>} whether it lies there
   */
  async lay(tile, cell, as = tile.as) {
    if (!this.fits(cell, tile)) return false;
    const asked = tile.becomes.length > 0 && !as;
    const face = asked ? await chosen(word("digit"), tile.becomes) : as;
    if (asked && (!face || !this.tiles.includes(tile) || !this.fits(cell, tile))) return false;
    Object.assign(tile, { square: cell.id, as: face, at: Math.max(0, ...this.tiles.map((other) => other.at)) + 1 });
    this.changed();
    return true;
  }

  /** @param {Tile} tile back to the rack */
  take(tile) {
    lift(tile);
    this.changed();
  }

  /** All laid tiles back to the rack. */
  recall() {
    if (!this.laid.length) return;
    this.tiles.forEach(lift);
    this.changed();
    this.dispatchEvent(new Event("recalled"));
  }

  /** The rack in a random order. */
  shuffle() {
    const keyed = this.tiles.map((tile) => ({ tile, key: Math.random() }));
    this.kept.tiles = keyed.sort((a, b) => a.key - b.key).map(({ tile }) => tile);
    this.draw();
  }

  /**
   * Puts a tile of the rack in front of another one; at the end without one.
   * @param {Tile} tile
   * @param {Tile | undefined} before
   */
  reorder(tile, before) {
    if (tile === before) return;
    const others = this.tiles.filter((other) => other !== tile);
    const index = before ? others.indexOf(before) : others.length;
    this.kept.tiles = [...others.slice(0, index), tile, ...others.slice(index)];
    this.draw();
  }

  /** @param {Tile | null} tile the one that waits for its square */
  select(tile) {
    this.selected = tile;
    this.draw();
  }

  /**
   * After the page changed: keeps the player's order, and what is laid unless it was played, or its square was
   * taken, or the tile is gone; those go back to the rack and the player is told.
   * @returns {boolean} whether our own move was made since
   */
  refresh() {
    const rack = this.rack();
    const next = this.next();
    if (!rack.length || !next) {
      this.forget();
      return true;
    }
    const played = this.kept.next !== next;
    const before = played ? [] : this.laid;
    this.kept = { next, tiles: matched(this.tiles, rack, played) };
    if (this.selected && !this.tiles.includes(this.selected)) this.selected = null;
    if (this.placed && !this.laid.includes(this.placed)) this.placed = null;
    this.tiles.filter((tile) => tile.square && !this.lies(tile)).forEach(lift);
    const lost = before.length - this.laid.length;
    if (lost > 0) notice(word(lost === 1 ? "returned" : "allreturned", { count: String(lost) }));
    this.draw();
    return played;
  }

  /** After tiles were laid or taken: draws, and tells who listens. */
  changed() {
    this.selected = null;
    this.placed = null;
    notice("");
    this.draw();
    this.dispatchEvent(new Event("change"));
  }

  /** @param {Tile} tile */
  lies(tile) {
    const cell = document.getElementById(tile.square);
    return cell !== null && this.fits(cell, tile);
  }

  /** The rack as the server shows it. */
  rack() {
    return this.buttons().map(({ dataset: { face = "", kind = "", becomes = "" } }) => {
      return { face, kind, becomes: becomes.split(" ").filter(Boolean) };
    });
  }

  /** @returns {HTMLElement[]} the rack's buttons */
  buttons() {
    return [...this.match.querySelectorAll("#rack .tile")].map((button) => /** @type {HTMLElement} */ (button));
  }

  /** The number of our next move, the same while we plan it on the opponent's turn; 0 when there is none. */
  next() {
    const { turn, ply } = document.getElementById("table")?.dataset ?? {};
    return turn === "mine" ? Number(ply) + 1 : turn === "theirs" ? Number(ply) + 2 : 0;
  }

  forget() {
    this.kept = { next: 0, tiles: [] };
    remember(this.key, null);
    this.match.querySelectorAll(".staged").forEach((tile) => tile.remove());
    this.dispatchEvent(new Event("drawn"));
  }

  /** Draws rack and board as they stand, and remembers them. */
  draw() {
    remember(this.key, this.kept);
    this.drawn.clear();
    drawRack(this);
    drawBoard(this);
    this.dispatchEvent(new Event("drawn"));
  }
}
