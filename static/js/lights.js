/** Squares that light up while a player chooses. The server says which; this only asks for them and draws them. */

import { nameSquares } from "./squares.js";
import { spelled } from "./tiles.js";

/** @import { Cursor } from "./cursor.js" */
/** @import { Live } from "./live.js" */
/** @import { Staging } from "./staging.js" */

const PAUSE = 100; // milliseconds without a change before the request (debounce)
const REASONS = ["line", "fits", "whole", "equal", "conflict"]; // a later one is drawn where a square has several

export class Lights {
  /**
   * @param {Staging} staging
   * @param {Cursor} cursor
   */
  constructor(staging, cursor) {
    this.staging = staging;
    this.cursor = cursor;
    this.timer = 0;
    this.asked = "";
    /** @type {Map<string, Record<string, string>>} answers about the present position */
    this.known = new Map();
    /** @type {Live | undefined} the page's socket, which answers sooner than a request */
    this.line = undefined;
    if (staging.match.dataset.lights !== "on") return;
    staging.addEventListener("looked", () => this.choose());
    staging.match.addEventListener("pointerover", ({ target, pointerType }) => {
      if (pointerType !== "mouse" || staging.held || !(target instanceof Element)) return;
      staging.look(null, staging.selected ? (target.closest("#board td[id]")?.id ?? "") : "");
    });
  }

  /** Ask again after the page changed: the same choice may light other squares now. */
  again() {
    this.known.clear();
    this.asked = "";
    this.choose();
  }

  /** Ask after a short pause what lights up for what is chosen now; what is known already is drawn at once. */
  choose() {
    const question = this.question();
    const key = JSON.stringify(question);
    if (key === this.asked) return;
    this.asked = key;
    clearTimeout(this.timer);
    const known = question ? this.known.get(key) : {};
    if (known) this.draw(known);
    else if (question) this.timer = setTimeout(() => this.ask(key, question), PAUSE);
  }

  /** Return the picked tile, the square that is looked at and the placed tiles; null without any, and at the end. */
  question() {
    const { staging, cursor } = this;
    if (document.getElementById("match_view")?.dataset.turn === "over") return null;
    const picked = staging.held ?? staging.selected;
    const square = (picked && staging.over) || (cursor.shown ? cursor.square : "");
    const placements = spelled(staging.tiles.filter((tile) => tile !== staging.held));
    return picked || square || placements ? { tile: picked?.face ?? "", square, placements } : null;
  }

  /**
   * @param {string} key
   * @param {Record<string, string>} question
   */
  async ask(key, question) {
    const answer = await this.line?.request({ lights: question });
    const lights = answer?.data?.lights ?? (await this.fetch(question));
    if (this.asked !== key) return;
    if (lights) this.known.set(key, lights);
    else this.asked = "";
    this.draw(lights ?? {});
  }

  /**
   * Ask by HTTP, where there is no socket: in puzzles and lessons, and while the connection is down.
   * @param {Record<string, string>} question
   * @returns {Promise<Record<string, string> | undefined>}
   */
  async fetch(question) {
    try {
      const answer = await fetch(`${this.staging.match.dataset.lightsAt}?${new URLSearchParams(question)}`);
      return answer.ok ? await answer.json() : undefined;
    } catch {
      return undefined; // nothing lights up without a connection
    }
  }

  /** @param {Record<string, string>} lights the names of squares by reason */
  draw(lights) {
    const before = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#board [data-lit]"));
    for (const cell of before) delete cell.dataset.lit;
    for (const reason of REASONS)
      for (const square of (lights[reason] ?? "").split(" ").filter(Boolean)) {
        const cell = document.getElementById(square);
        if (cell) cell.dataset.lit = reason;
      }
    if (before.length || Object.keys(lights).length) nameSquares();
  }
}
