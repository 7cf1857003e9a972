/** State of the tiles being placed: the single source of truth. Knows only which squares accept which tiles. */

import { chosen } from "./dialogs.js";
import { drawBoard, drawRack } from "./drawing.js";
import { save } from "./storage.js";
import { grouped, lift, matched, onBoard, remembered, sorted } from "./tiles.js";
import { notice, word } from "./words.js";

/** @import { Tile } from "./tiles.js" */

export class Staging extends EventTarget {
  /** @param {HTMLElement} match the root element of the match */
  constructor(match) {
    super();
    this.match = match;
    this.key = `tiles ${match.dataset.match} ${document.documentElement.dataset.user ?? ""}`;
    /** @type {{next: number, tiles: Tile[]}} */
    this.kept = remembered(this.key);
    /** @type {Tile | null} the tapped tile that waits for its square */
    this.selected = null;
    /** @type {Tile | null} the tile that a tap placed at the cursor: a tap on a square moves it there */
    this.placed = null;
    /** @type {Tile | null} the tile that is being dragged */
    this.held = null;
    /** The square that a dragged or a tapped tile is over. */
    this.over = "";
    /** @type {Map<Element, Tile>} the tile of each element */
    this.drawn = new Map();
    match.addEventListener("lay", (event) => /** @type {CustomEvent} */ (event).detail(this));
  }

  get tiles() {
    return this.kept.tiles;
  }

  get placements() {
    return onBoard(this.tiles);
  }

  /**
   * Return the placed tiles of one square, in order.
   * @param {string} square
   */
  on(square) {
    return this.placements.filter((tile) => tile.square === square);
  }

  /**
   * Return the tile of this element, on the rack or on the board; null if there is none.
   * @param {EventTarget | null} target
   * @returns {Tile | null}
   */
  at(target) {
    const element = target instanceof Element ? target.closest(".tile") : null;
    return (element && this.drawn.get(element)) ?? null;
  }

  /**
   * Return whether this square accepts this tile now.
   * @param {HTMLElement} cell
   * @param {Tile} tile
   */
  fits(cell, tile) {
    const others = this.on(cell.id).filter((other) => other !== tile);
    return cell.dataset.takes === tile.kind && others.length < Number(cell.dataset.room ?? 1);
  }

  /**
   * Lay a tile, on top of tiles placed there before; asks for the face of a blank unless it is given.
   * @param {Tile} tile
   * @param {HTMLElement} cell
   * @param {string} [as]
   * @returns {Promise<boolean>} whether it was placed
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

  /**
   * Take a tile back to the rack.
   * @param {Tile} tile
   */
  take(tile) {
    lift(tile);
    this.changed();
  }

  /** Take all placed tiles back to the rack. */
  recall() {
    if (!this.placements.length) return;
    this.tiles.forEach(lift);
    this.changed();
    this.dispatchEvent(new Event("recalled"));
  }

  /** Shuffle the rack. */
  shuffle() {
    const keyed = this.tiles.map((tile) => ({ tile, key: Math.random() }));
    const groups = [...new Set(this.tiles.map(({ group }) => group))];
    const mixed = keyed.sort((a, b) => a.key - b.key).map(({ tile }) => tile);
    this.kept.tiles = grouped(mixed, groups);
    this.draw();
  }

  /** Sort the rack. */
  sort() {
    this.kept.tiles = sorted(this.tiles);
    this.draw();
  }

  /**
   * Move a tile of the rack in front of another one; to the end without one.
   * @param {Tile} tile
   * @param {Tile | undefined} before
   */
  reorder(tile, before) {
    if (tile === before) return;
    const others = this.tiles.filter((other) => other !== tile);
    const index = before ? others.indexOf(before) : others.length;
    const groups = [...new Set(this.tiles.map(({ group }) => group))];
    this.kept.tiles = grouped([...others.slice(0, index), tile, ...others.slice(index)], groups);
    this.draw();
  }

  /** @param {Tile | null} tile */
  select(tile) {
    this.selected = tile;
    this.draw();
  }

  /**
   * Note where a tile is held before it is placed.
   * @param {Tile | null} held the dragged tile
   * @param {string} over the square below it; "" for none
   */
  look(held, over) {
    if (this.held === held && this.over === over) return;
    Object.assign(this, { held, over });
    this.dispatchEvent(new Event("looked"));
  }

  /**
   * Reconcile with the page after it changed: keep the player's order and the placed tiles, unless they were played or
   * their square or the tile itself is gone. Tiles that return to the rack are reported to the player.
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
    const before = played ? [] : this.placements;
    this.kept = { next, tiles: matched(this.tiles, rack, played) };
    if (this.selected && !this.tiles.includes(this.selected)) this.selected = null;
    if (this.placed && !this.placements.includes(this.placed)) this.placed = null;
    this.tiles.filter((tile) => tile.square && !this.lies(tile)).forEach(lift);
    if (before.length > this.placements.length) notice(word("returned"));
    this.draw();
    return played;
  }

  /** Draw and notify listeners, after tiles were placed or taken back. */
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

  /** Return the rack as the server rendered it. */
  rack() {
    return this.buttons().map(({ classList, dataset: { face = "", kind = classList[1], becomes = "" } }) => {
      return { face, kind, group: classList[1], becomes: becomes.split(" ").filter(Boolean) };
    });
  }

  /** @returns {HTMLElement[]} the rack's buttons */
  buttons() {
    return [...this.match.querySelectorAll("#rack .tile")].map((button) => /** @type {HTMLElement} */ (button));
  }

  /** Return the ply of our next move, also while we plan it on the opponent's turn; 0 if there is none. */
  next() {
    const { turn, ply } = document.getElementById("match_view")?.dataset ?? {};
    return turn === "mine" ? Number(ply) + 1 : turn === "theirs" ? Number(ply) + 2 : 0;
  }

  forget() {
    this.kept = { next: 0, tiles: [] };
    save(this.key, null);
    this.match.querySelectorAll(".staged").forEach((tile) => tile.remove());
    drawRack(this);
    this.dispatchEvent(new Event("drawn"));
  }

  /** Draw and store the rack and the placed tiles. */
  draw() {
    save(this.key, this.kept);
    this.drawn.clear();
    drawRack(this);
    drawBoard(this);
    this.dispatchEvent(new Event("drawn"));
  }
}
