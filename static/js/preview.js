/** What the tiles being laid would bring: asks the server, the newest question wins. */

import { persistent } from "./persistent.js";
import { spelled } from "./tiles.js";
import { Variants } from "./variants.js";
import { notice, seen, word } from "./words.js";

/** @import { Staging } from "./staging.js" */

const PAUSE = 120; // milliseconds without a change before we ask

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
    this.variants = new Variants(this);
    staging.addEventListener("change", () => this.laidChanged());
    staging.match.addEventListener("input", (event) => {
      if (event.target === this.text) this.typed();
    });
  }

  get text() {
    return /** @type {HTMLInputElement | null} */ (document.getElementById("text"));
  }

  /** The form that sends moves; none for who watches, and after the end. */
  get form() {
    return /** @type {HTMLFormElement | null} */ (document.getElementById("move"));
  }

  get place() {
    return document.getElementById("preview");
  }

  /** What the move would do that is to be played, as the page says it. */
  get sentence() {
    return seen(this.variants.chosen?.parentElement ?? this.place);
  }

  /** What the game asks before this move is sent; "" for nothing. */
  get warning() {
    return this.place?.dataset.warning ?? "";
  }

  /** After tiles were laid or taken: what they spelled before no longer holds. */
  laidChanged() {
    if (this.text) this.text.value = "";
    const tiles = spelled(this.staging.tiles);
    if (tiles) this.ask({ laid: tiles });
    else this.clear();
  }

  /** After the player wrote a move by hand: that counts now, and not the tiles. */
  typed() {
    const text = this.text?.value ?? "";
    this.staging.recall();
    if (this.text) this.text.value = text;
    if (text.trim()) this.ask({ text });
    else this.clear();
  }

  /**
   * After the page changed: asks anew, since the same move may now be worth something else.
   * @param {boolean} played whether our own move was made; what was typed is done with then
   */
  again(played) {
    if (played && this.text) this.text.value = "";
    if (this.staging.laid.length) this.laidChanged();
    else if (this.text?.value.trim()) this.ask({ text: this.text.value });
    else this.clear();
  }

  /** Nothing to ask about. */
  clear() {
    this.drop();
    const place = this.place;
    if (!place) return;
    place.textContent = place.dataset.hint ?? "";
    place.className = "";
    Object.assign(place.dataset, { text: "", warning: "" });
    this.variants.show(null);
  }

  /** @param {Record<string, string>} question `laid` or `text`; asked after a short pause */
  ask(question) {
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
    if (this.place) Object.assign(this.place.dataset, { text: "", warning: "" });
    this.place?.removeAttribute("aria-busy");
  }

  run() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.controller = new AbortController();
    this.running = this.request(this.controller.signal);
  }

  /** Waits for the answer to the newest question. */
  async settled() {
    if (this.timer) this.run();
    this.awaited = true;
    await this.running;
    this.awaited = false;
  }

  /** @param {AbortSignal} signal */
  async request(signal) {
    const ply = this.form ? String(new FormData(this.form).get("ply") ?? "") : "";
    const body = new URLSearchParams({ ply, ...this.question });
    const headers = { "HX-Request": "true", ...token() };
    try {
      const url = this.staging.match.dataset.preview ?? "";
      const again = () => this.awaited && notice(word("sending"));
      const answer = await persistent(url, { method: "POST", body, headers, signal }, again);
      const html = await answer.text();
      if (!signal.aborted) this.show(html);
    } catch {
      // A newer question, or no connection: then the banner says so.
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
    place.replaceChildren(...fresh.childNodes);
    place.removeAttribute("aria-busy");
    if (this.text && this.question.laid) this.text.value = place.dataset.text ?? "";
    this.variants.show(answer.getElementById("variants"));
  }
}

/** The header that proves that the question comes from our page. */
function token() {
  return JSON.parse(document.body.getAttribute("hx-headers:inherited") ?? "{}");
}
