/** Countdowns of the page, by the server's time and formatted in the page's language. */

import { now, synchronise } from "./time.js";
import { word } from "./words.js";

const HOUR = 3_600_000; // milliseconds
const DAY = 24 * HOUR;
const SHORT = { days: HOUR, live: 30_000 }; // less is shown as low
const BEAT = 250; // milliseconds

let drawnAt = ""; // the server's time at which what the page shows was drawn
/** @type {Set<string>} events that were reported already, so that each is reported once */
const reported = new Set();

/**
 * @typedef {object} Callbacks
 * @property {() => void} [low] the player's own running clock is low; called once a turn
 * @property {() => void} [out] a clock has run out; called once
 */

/** @type {Callbacks} */
let callbacks = {};

/**
 * Format a duration in its two largest units, such as "2d 3h"; below an hour as minutes and seconds, such as 59:08.
 * @param {number} seconds
 * @returns {string}
 */
export function spoken(seconds) {
  if (seconds < 3_600) return digits(seconds);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days) return word("days", { days: String(days), hours: String(hours % 24) });
  return word("hours", { hours: String(hours), minutes: String(minutes % 60) });
}

/**
 * Format a duration as a digital clock does: 4:05, or 1:04:05.
 * @param {number} seconds
 * @returns {string}
 */
export function digits(seconds) {
  const left = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(left / 60) % 60, left % 60].map((part) => String(part).padStart(2, "0"));
  if (left < 3_600) parts[0] = String(Number(parts[0]));
  else parts.unshift(String(Math.floor(left / 3_600)));
  return parts.join(":");
}

/** Draw every clock of the page, once the server's time is known. Only writes what changed. */
export function tick() {
  const drawn = /** @type {HTMLElement | null} */ (document.querySelector("[data-now]"))?.dataset.now ?? "";
  if (drawn && drawn !== drawnAt) synchronise(Date.parse(drawn));
  drawnAt = drawn;
  const time = now();
  if (time === null) return;
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("time[data-deadline]"))) {
    const left = Date.parse(deadline(clock)) - time;
    if (!Number.isNaN(left)) show(clock, left);
  }
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-since]"))) {
    write(place, digits((time - Date.parse(place.dataset.since ?? "")) / 1000));
  }
}

/**
 * @param {HTMLElement} place
 * @param {string} text
 */
function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/**
 * Return what a clock counts down to: `data-deadline`, or where that is empty, its `datetime`.
 * @param {HTMLElement} clock
 */
function deadline(clock) {
  return clock.dataset.deadline || (clock.getAttribute("datetime") ?? "");
}

/**
 * @param {HTMLElement} clock
 * @param {number} left milliseconds
 */
function show(clock, left) {
  const live = clock.classList.contains("clock");
  write(clock, live ? digits(left / 1000) : spoken(left / 1000));
  const low = left < (live ? SHORT.live : SHORT.days);
  clock.classList.toggle("low", low);
  clock.classList.toggle("far", left > DAY);
  if (low && left > 0 && "mine" in clock.dataset) once(`low ${deadline(clock)}`, callbacks.low);
  if (left <= 0) once(`out ${deadline(clock)}`, callbacks.out);
}

/**
 * Call a listener the first time that this event occurs.
 * @param {string} event
 * @param {(() => void) | undefined} callback
 */
function once(event, callback) {
  if (!callback || reported.has(event)) return;
  reported.add(event);
  callback();
}

/**
 * Start the clocks.
 * @param {Callbacks} [listeners]
 */
export function run(listeners = {}) {
  callbacks = listeners;
  tick();
  setInterval(tick, BEAT);
}
