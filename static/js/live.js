/** The open line to the server: keeps it alive, notices when it is not, and mends it. Knows nothing of games. */

import { hear, shown } from "./news.js";
import { word } from "./words.js";

const BEAT = 20_000; // milliseconds between questions
const SILENCE = 8_000; // without an answer for so long, the line is dead
const [SHORTEST, LONGEST] = [500, 10_000]; // the pause before trying again
const PATIENCE = 1_500; // shorter gaps are not worth a word
const [ENDED, GONE, RESTART] = [4001, 4004, 4012];

/**
 * @typedef {object} Line
 * @property {() => string} path of the socket
 * @property {() => object} hello what to tell the server of our page when we ask for news
 * @property {(message: any) => void} receive what to do with its answer
 * @property {() => string} [poll] the path that gives the same answer by HTTP
 * @property {boolean} [stays] whether the page stays as it is when its player is signed out
 */

export class Live {
  /** @param {Line} line */
  constructor(line) {
    this.line = line;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.failures = 0;
    this.over = false;
    this.timers = { retry: 0, silence: 0, banner: 0 };
    setInterval(() => this.ask(), BEAT);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.ask());
    for (const name of ["focus", "online", "pageshow"]) window.addEventListener(name, () => this.ask());
    window.addEventListener("offline", () => this.down(0));
    window.addEventListener("pagehide", () => this.close());
    this.open();
  }

  /** Asks for news; opens the line first where it is closed. */
  ask() {
    if (this.over) return;
    if (!this.socket) {
      this.open();
    } else if (this.socket.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify({ ...this.line.hello(), ...shown() }));
      this.timers.silence ||= setTimeout(() => this.reset(), SILENCE);
    }
  }

  open() {
    clearTimeout(this.timers.retry);
    const url = new URL(this.line.path(), location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("lang", document.documentElement.lang); // what comes is put into this page
    const socket = new WebSocket(url);
    this.socket = socket;
    this.timers.silence ||= setTimeout(() => this.reset(), SILENCE);
    socket.addEventListener("open", () => this.ask());
    socket.addEventListener("message", ({ data }) => this.socket === socket && this.heard(JSON.parse(data)));
    socket.addEventListener("close", ({ code }) => this.socket === socket && this.closed(code));
  }

  /** @param {any} message */
  heard(message) {
    this.failures = 0;
    this.stop("silence");
    this.up();
    this.line.receive(message);
    if (message.news && hear(message.news)) this.ask();
  }

  /** @param {number} code */
  closed(code) {
    this.socket = null;
    this.stop("silence");
    if (code === ENDED && this.line.stays) return void (this.over = true);
    if (code === ENDED) return location.reload();
    if (code === GONE) return this.end();
    this.down();
    const pause = code === RESTART && !this.failures ? SHORTEST : Math.min(LONGEST, SHORTEST * 2 ** this.failures);
    this.failures += 1;
    this.stop("retry");
    if (this.failures > 1) this.fetch();
    this.timers.retry = setTimeout(() => this.ask(), pause * (0.5 + Math.random() / 2));
  }

  /** Gives a silent line up for a new one. */
  reset() {
    this.close();
    this.closed(0);
  }

  close() {
    const socket = this.socket;
    this.socket = null;
    this.stop("silence");
    socket?.close();
  }

  end() {
    this.over = true;
    this.stop("banner");
    this.say(word("gone"));
  }

  up() {
    this.stop("banner");
    this.say("");
  }

  /** @param {number} [patience] milliseconds before we say so */
  down(patience = PATIENCE) {
    this.timers.banner ||= setTimeout(() => this.say(word("offline")), patience);
  }

  /** @param {string} text */
  say(text) {
    const banner = document.getElementById("connection");
    if (banner && banner.textContent !== text) banner.textContent = text;
  }

  /** The slow way, with every try that fails: some networks let no socket through. */
  async fetch() {
    if (!this.line.poll || document.visibilityState === "hidden") return;
    try {
      const answer = await fetch(this.line.poll(), { headers: { Accept: "application/json" } });
      if (answer.ok) this.line.receive(await answer.json());
    } catch {
      // Still down; the banner says so.
    }
  }

  /** @param {"retry" | "silence" | "banner"} name */
  stop(name) {
    clearTimeout(this.timers[name]);
    this.timers[name] = 0;
  }
}
