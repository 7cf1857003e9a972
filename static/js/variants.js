/** Several moves with the same tiles: chosen in the list below the board, or by tapping squares. */

import { drawBadge } from "./badge.js";
import { nearest } from "./choosing.js";

/** @import { Preview } from "./preview.js" */

export class Variants {
  /** @param {Preview} preview */
  constructor(preview) {
    this.preview = preview;
    /** @type {{square: string, ring: HTMLInputElement[]}} the last tap's square, the ring that taps cycle through */
    this.tapped = { square: "", ring: [] };
    preview.staging.match.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement && this.radios.includes(target)) this.choose(target);
    });
  }

  get place() {
    return /** @type {HTMLFieldSetElement | null} */ (document.getElementById("variants"));
  }

  /** @returns {HTMLInputElement[]} one per variant */
  get radios() {
    return [...(this.place?.querySelectorAll("input") ?? [])];
  }

  /** @returns {HTMLInputElement | undefined} */
  get chosen() {
    return this.radios.find((radio) => radio.checked);
  }

  /**
   * Replace the variants; the chosen one stays chosen if it is among the new ones.
   * @param {Element | null} fresh null for none
   */
  show(fresh) {
    const before = this.chosen?.value;
    this.pause(false);
    this.place?.replaceChildren(...(fresh?.childNodes ?? []));
    this.place?.toggleAttribute("hidden", !this.radios.length);
    this.tapped = { square: "", ring: [] };
    const kept = this.radios.find((radio) => radio.value === before) ?? this.chosen;
    if (kept) this.choose(kept);
    else this.draw();
  }

  /** @param {boolean} paused disable the choice while the answer for other tiles is awaited */
  pause(paused) {
    if (this.place) this.place.disabled = paused;
  }

  /** @param {HTMLInputElement} radio */
  choose(radio) {
    radio.checked = true;
    const { text, place } = this.preview;
    if (text) text.value = radio.value;
    if (place) Object.assign(place.dataset, { text: radio.value, warning: radio.dataset.warning ?? "" });
    this.draw();
    drawBadge(this.preview);
  }

  /**
   * Choose the variant that differs in the tapped square and otherwise as little as possible. Further taps cycle
   * through all such variants, back to the one chosen before.
   * @param {string} square
   * @returns {boolean} whether the square distinguishes variants
   */
  tap(square) {
    const chosen = this.chosen;
    if (this.place?.disabled || !differing(this.radios).has(square)) return false;
    const { ring } = this.tapped;
    const again = this.tapped.square === square && chosen && ring.includes(chosen);
    if (!again) this.tapped = { square, ring: chosen ? this.around(chosen, square) : this.places(square) };
    const next = this.tapped.ring;
    this.choose(next[((chosen ? next.indexOf(chosen) : -1) + 1) % next.length]);
    return true;
  }

  /**
   * Return the chosen variant and those that differ in the square and otherwise as little as possible.
   * @param {HTMLInputElement} chosen
   * @param {string} square
   */
  around(chosen, square) {
    return [chosen, ...nearest(this.radios, chosen, square, squaresOf)];
  }

  /**
   * Return the variants that use the square.
   * @param {string} square
   */
  places(square) {
    return this.radios.filter((radio) => squaresOf(radio).includes(square));
  }

  /** Mark the squares that distinguish variants and those of the chosen one. */
  draw() {
    const open = differing(this.radios);
    const chosen = new Set(this.chosen && open.size ? squaresOf(this.chosen) : []);
    for (const cell of document.querySelectorAll("#board :is(.choice, .chosen)")) mark(cell, false, false);
    for (const square of new Set([...open, ...chosen])) {
      const cell = document.getElementById(square);
      if (cell) mark(cell, open.has(square), chosen.has(square));
    }
  }
}

/**
 * @param {Element} cell
 * @param {boolean} choice tapping it chooses another variant
 * @param {boolean} chosen
 */
function mark(cell, choice, chosen) {
  cell.classList.toggle("choice", choice);
  cell.classList.toggle("chosen", chosen);
  if (choice) cell.setAttribute("aria-selected", String(chosen));
  else cell.removeAttribute("aria-selected");
}

/** @param {HTMLInputElement} radio */
function squaresOf(radio) {
  return (radio.dataset.squares ?? "").split(" ").filter(Boolean);
}

/**
 * Return the squares of some variants but not of all.
 * @param {HTMLInputElement[]} radios
 * @returns {Set<string>}
 */
function differing(radios) {
  const sets = radios.map((radio) => new Set(squaresOf(radio)));
  return new Set(sets.flatMap((set) => [...set]).filter((square) => !sets.every((set) => set.has(square))));
}
