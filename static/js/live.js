/** The WebSocket connection to the server: heartbeat, reconnect with backoff, HTTP fallback. Knows nothing of games. */

import { announce } from "./announce.js";
import { csrfHeaders } from "./csrf.js";
import { painted } from "./idle.js";
import { displays, showNews } from "./news.js";
import { apply } from "./partials.js";
import { backoff } from "./persistent.js";
import { leave, offer, renew } from "./renewal.js";
import { onJump, synchronise } from "./time.js";
import { follow, word } from "./words.js";

const BEAT = 20_000; // milliseconds between heartbeats
const SILENCE = 8_000; // milliseconds without an answer after which the connection counts as dead
const ANSWER = 5_000; // milliseconds to wait for an answer before the request is sent by HTTP instead
const FROZEN = 90_000; // milliseconds without a message after which a socket is no longer trusted
const PATIENCE = 1_500; // milliseconds: shorter outages show no banner
const LEAVING = 1_000; // milliseconds in which the page of who signs out here is left
const SPREAD = 60_000; // milliseconds in which all open pages load themselves again after an update of the site
// Close codes: session ended, page gone, server restarting, overloaded or without its database
const [ENDED, GONE, RESTART, BUSY] = [4001, 4004, 4012, 4013];

/**
 * What the server sends. The last four are between this module and the server; pages get the others.
 * @typedef {object} Message
 * @property {number} [version] of what the page is about, which it shows with these partials
 * @property {boolean} [whole] whether the partials replace everything, also where the page shows a higher version
 * @property {string} [partials] elements that take the place of those with their ids
 * @property {Record<string, any>} [data] what scripts need to know: most of it data attributes of what it is about, and
 *   the path to `go` to
 * @property {number} [answers] the number of the request that this answers
 * @property {number} [now] the server's time, in milliseconds
 * @property {number} [asked] what the heartbeat said to which `now` belongs
 * @property {string} [release] of the site's scripts, where the page has others; pages of all releases understand it
 */

/**
 * @typedef {object} Options
 * @property {() => string} path of the socket
 * @property {() => object} [hello] the state of the page, sent with each heartbeat
 * @property {(message: Message) => Promise<void>} [receive] puts the partials of a message in place
 * @property {() => string} [poll] the path that gives the same answer by HTTP; without one it gives news only
 * @property {boolean} [stays] keep the page as it is when its player is signed out
 */

/** Return the versions of the live partials on the page, by name: digests of their inputs. */
function versions() {
  const partials = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-inputs]"));
  return Object.fromEntries([...partials].map(({ id, dataset }) => [id, dataset.inputs]));
}

export class Live {
  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.failures = 0;
    this.over = false;
    this.requests = 0;
    this.heardAt = Date.now();
    /** @type {Map<number, (answer: Message | null) => void>} */
    this.waiting = new Map();
    /** @type {Promise<unknown>} messages are taken in one after the other */
    this.taken = Promise.resolve();
    this.timers = { retry: 0, silence: 0, banner: 0 };
    setInterval(() => this.ask(), BEAT);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.wake());
    for (const name of ["focus", "online", "pageshow"]) window.addEventListener(name, () => this.ask());
    onJump(() => this.ask());
    window.addEventListener("offline", () => this.down(0));
    window.addEventListener("pagehide", () => this.close());
    document.addEventListener("prerenderingchange", () => this.ask());
    this.open();
  }

  /**
   * Send a heartbeat, which asks for what is new; opens the socket first if it is closed.
   * @param {object} [more] what to say besides
   */
  ask(more = {}) {
    if (this.over) return;
    if (!this.socket) {
      this.open();
    } else if (this.socket.readyState === WebSocket.OPEN) {
      const hello = { ...this.options.hello?.(), ...displays(), ...more, asked: performance.now() };
      this.socket.send(JSON.stringify(hello));
      this.timers.silence ||= setTimeout(() => this.reset(), SILENCE);
    }
  }

  /** Ask at once after a look elsewhere; a socket that was long silent, as of a frozen page, is opened again. */
  wake() {
    if (Date.now() - this.heardAt > FROZEN) this.close();
    this.ask();
  }

  /**
   * Send a request and wait for its answer; null if there is no socket, or no answer in time: use HTTP then.
   * @param {object} message
   * @returns {Promise<Message | null>}
   */
  request(message) {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve(null);
    const number = (this.requests += 1);
    return new Promise((resolve) => {
      this.waiting.set(number, resolve);
      setTimeout(() => this.answer(number, null), ANSWER);
      socket.send(JSON.stringify({ ...message, request: number }));
    });
  }

  /**
   * @param {number} number
   * @param {Message | null} message
   */
  answer(number, message) {
    this.waiting.get(number)?.(message);
    this.waiting.delete(number);
  }

  open() {
    if (document.prerendering) return; // no one looks at it yet, and maybe no one ever will
    clearTimeout(this.timers.retry);
    const url = new URL(this.options.path(), location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("lang", document.documentElement.lang); // the language of the fragments that come
    url.searchParams.set("release", document.documentElement.dataset.release ?? "");
    const socket = new WebSocket(url);
    this.socket = socket;
    this.timers.silence ||= setTimeout(() => this.reset(), SILENCE);
    socket.addEventListener("open", () => this.ask({ shown: versions() })); // the server knows what it sends later
    socket.addEventListener("message", ({ data }) => this.socket === socket && this.heard(JSON.parse(data)));
    socket.addEventListener("close", ({ code, reason }) => this.socket === socket && this.closed(code, reason));
  }

  /** @param {Message} message */
  heard(message) {
    this.failures = 0;
    this.heardAt = Date.now();
    this.stop("silence");
    this.up();
    if (message.now !== undefined) synchronise(message.now, message.asked);
    this.compare(message);
    if (message.answers !== undefined) return this.answer(message.answers, message);
    // The press that a message answers is painted first: taking it in may last longer than a press should.
    const take = () => this.receive(message);
    this.taken = this.taken.then(painted).then(take).catch(console.error);
  }

  /** @param {Message} message */
  async receive(message) {
    const { partials, data } = message;
    if (this.options.receive) await this.options.receive(message);
    else if (partials) await apply(partials);
    if (partials && showNews()) this.ask();
    if (data?.go) follow(data.go);
  }

  /**
   * Load the page again, at a random time, if the site has other scripts than the page.
   * @param {Message} message
   */
  compare({ release }) {
    if (release) renew("release", release, SPREAD * Math.random());
  }

  /**
   * Come back after exponential backoff with full jitter, so that a crowd of pages spreads; after a restart within the
   * seconds that the server gave as its reason.
   * @param {number} code
   * @param {string} [reason]
   */
  closed(code, reason = "") {
    this.socket = null;
    this.stop("silence");
    for (const number of [...this.waiting.keys()]) this.answer(number, null);
    if (code === ENDED && this.options.stays) {
      this.over = true;
      setTimeout(offer, LEAVING, "out");
      return;
    }
    if (code === ENDED) return leave();
    if (code === GONE) return this.end();
    this.down();
    const given = code === RESTART ? 1_000 * Number(reason) : 0;
    const pause = Math.max(given || 0, backoff(this.failures));
    this.failures += 1;
    this.stop("retry");
    if (this.failures > 1 && code !== BUSY) this.fetch(); // a busy server needs no further request
    this.timers.retry = setTimeout(() => this.ask(), pause * Math.random());
  }

  /** Close a connection that does not answer, and reconnect. */
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

  /** Open the socket of another subject, which the page shows by now. */
  move() {
    this.close();
    this.open();
  }

  end() {
    this.over = true;
    this.stop("banner");
    if (word("gone")) this.say(word("gone"));
    else offer("gone");
  }

  up() {
    this.stop("banner");
    this.say("");
    dispatchEvent(new Event("heard"));
  }

  /** @param {number} [patience] milliseconds before the banner shows */
  down(patience = PATIENCE) {
    this.timers.banner ||= setTimeout(() => this.say(word("offline")), patience);
  }

  /** @param {string} text */
  say(text) {
    const banner = document.getElementById("connection");
    if (banner && banner.textContent !== text) announce(banner, text);
  }

  /** Poll by HTTP, with every reconnect that fails: some networks block WebSockets. */
  async fetch() {
    const path = this.options.poll?.() ?? (document.documentElement.dataset.user ? "/accounts/news/" : "");
    if (!path || document.visibilityState === "hidden") return;
    const asked = performance.now();
    try {
      const headers = { ...csrfHeaders(), Accept: "application/json" };
      const answer = await fetch(path, {
        method: "POST",
        headers,
        body: JSON.stringify({ ...displays(), shown: versions() }),
      });
      if (!answer.ok) return;
      const message = await answer.json();
      if (message.now !== undefined) synchronise(message.now, asked);
      this.compare(message);
      await this.receive(message);
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
