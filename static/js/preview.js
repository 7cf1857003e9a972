/** Preview of the move being placed: asks the server after a pause; a newer request aborts the older one. */

import { announce } from "./announce.js";
import { drawBadge } from "./badge.js";
import { csrfHeaders } from "./csrf.js";
import { persistent } from "./persistent.js";
import { spelled } from "./tiles.js";
import { Variants } from "./variants.js";
import { notice, seen, word } from "./words.js";

/** @import { Live } from "./live.js" */
/** @import { Staging } from "./staging.js" */

const PAUSE = 120; // milliseconds without a change before the request (debounce)

export class Preview {
  /** @param {Staging} staging */
  constructor(staging) {
    this.staging = staging;
    this.timer = 0;
    this.controller = new AbortController();
    this.running = Promise.resolve();
    this.awaited = false;
    /** @type {Record<string, string>} */
    this.question = {};
    /** @type {Live | undefined} the page's socket, which answers sooner than a request */
    this.line = undefined;
    this.variants = new Variants(this);
    staging.addEventListener("change", () => this.placementsChanged());
    staging.match.addEventListener("input", (event) => {
      if (event.target === this.text) this.typed();
    });
  }

  get text() {
    return /** @type {HTMLInputElement | null} */ (document.getElementById("text"));
  }

  /** The form that sends moves; none for spectators, and after the end. */
  get form() {
    return /** @type {HTMLFormElement | null} */ (document.getElementById("move"));
  }

  get place() {
    return document.getElementById("preview");
  }

  /** The visible description of the move. */
  get sentence() {
    return seen(this.variants.chosen?.parentElement ?? this.place);
  }

  /** Whether a question about the position was typed, and answered. */
  get answered() {
    return Boolean(this.place?.classList.contains("told"));
  }

  /** Whether the tiles are no move, and the line says why. */
  get refused() {
    return Boolean(!this.text?.value.trim() && this.place?.classList.contains("illegal"));
  }

  /** What is still to be chosen, as the name of its sentence: the place of a sum, or a way to play; "" for nothing. */
  get undecided() {
    if (!this.variants.radios.length || this.variants.chosen) return "";
    return this.variants.place?.querySelector(".spot") ? "place" : "way";
  }

  /** The question to confirm before the move is sent; "" for none. */
  get warning() {
    return this.place?.dataset.warning ?? "";
  }

  /** Ask again after tiles were placed or taken back. */
  placementsChanged() {
    if (this.text) this.text.value = "";
    const tiles = spelled(this.staging.tiles);
    if (tiles) this.ask({ placements: tiles });
    else this.clear();
  }

  /** Ask about a move typed as text, which replaces the placed tiles. */
  typed() {
    const text = this.text?.value ?? "";
    this.staging.recall();
    if (this.text) this.text.value = text;
    if (text.trim()) this.ask({ text });
    else this.clear();
  }

  /**
   * Ask again after the page changed: the same move may have another value now.
   * @param {boolean} played our own move was made, which clears the typed text
   */
  again(played) {
    if (played && this.text) this.text.value = "";
    if (this.staging.placements.length) this.placementsChanged();
    else if (this.text?.value.trim()) this.ask({ text: this.text.value });
    else this.clear();
  }

  /** Show the hint: there is no move to ask about. */
  clear() {
    this.drop();
    const place = this.place;
    if (!place) return;
    const hint = place.dataset.hint ?? "";
    if (!hint || place.textContent !== hint) announce(place, hint);
    place.className = "";
    Object.assign(place.dataset, { text: "", warning: "" });
    this.variants.show(null);
    drawBadge(this);
  }

  /**
   * Ask after a short pause.
   * @param {Record<string, string>} question `placements` or `text`; by default the latest, which was to be played
   */
  ask(question = { ...this.question, pressed: "1" }) {
    this.drop();
    this.place?.setAttribute("aria-busy", "true");
    this.variants.pause(true);
    this.question = question;
    this.timer = setTimeout(() => this.run(), PAUSE);
  }

  drop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.controller.abort();
    if (this.place) Object.assign(this.place.dataset, { text: "", warning: "", points: "" });
    this.place?.removeAttribute("aria-busy");
    drawBadge(this);
  }

  run() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.controller = new AbortController();
    this.running = this.request(this.controller.signal);
  }

  /** Wait for the answer to the newest request: the page may change and ask again in the meantime. */
  async settled() {
    this.awaited = true;
    for (let awaited; this.timer || awaited !== this.running; await awaited) {
      if (this.timer) this.run();
      awaited = this.running;
    }
    this.awaited = false;
    const { text = "" } = this.place?.dataset ?? {};
    // A sum that fits in one place alone gets its place.
    if (this.text && text && this.question.text === this.text.value) this.text.value = text;
  }

  /** @param {AbortSignal} signal */
  async request(signal) {
    const told = await this.line?.request({ preview: this.question });
    if (signal.aborted) return;
    if (told?.partials) this.show(told.partials);
    else await this.post(signal);
  }

  /** @param {AbortSignal} signal */
  async post(signal) {
    const ply = this.form ? String(new FormData(this.form).get("ply") ?? "") : "";
    const body = new URLSearchParams({ ply, ...this.question });
    const headers = { "HX-Request": "true", ...csrfHeaders() };
    try {
      const url = this.staging.match.dataset.preview ?? "";
      const again = () => this.awaited && notice(word("sending"));
      const answer = await persistent(url, { method: "POST", body, headers, signal }, again);
      const isMessage = answer.headers.get("Content-Type") === "application/json"; // else an error page
      const { partials = "" } = isMessage ? await answer.json() : {};
      if (!signal.aborted) this.show(partials);
    } catch {
      // Aborted by a newer request, or no connection: then the banner says so.
    }
  }

  /** @param {string} html */
  show(html) {
    const answer = new DOMParser().parseFromString(html, "text/html");
    const fresh = answer.getElementById("preview");
    const place = this.place;
    if (!place) return;
    if (!fresh) {
      notice(word("failed"));
      return;
    }
    for (const { name, value } of fresh.attributes) place.setAttribute(name, value);
    announce(place);
    place.append(...fresh.childNodes);
    place.removeAttribute("aria-busy");
    if (this.text && this.question.placements) this.text.value = place.dataset.text ?? "";
    this.variants.show(answer.getElementById("variants"));
    drawBadge(this);
  }
}
