/** The time that is left, ticking by the server's clock and in the reader's language. */

/** @type {[string, number][]} each unit and its seconds */
const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60]];
const HOUR = 3_600_000; // milliseconds
const SHORT = { days: HOUR, live: 30_000 }; // what counts as little
const BEAT = 250; // milliseconds
const language = document.documentElement.lang || "en";

/** How far the server's clock is ahead of ours, in milliseconds. */
let ahead = 0;
let told = "";
/** @type {Set<string>} the deadlines of which somebody was warned, or told that they are over */
const said = new Set();

/**
 * @typedef {object} Ears
 * @property {() => void} [low] little time is left on the reader's own running clock; once a turn
 * @property {() => void} [out] a clock has run out; once
 */

/** @type {Ears} */
let ears = {};

/**
 * Time left in its two largest units, such as "2d 3h"; the last hour as a clock shows it, such as 59:08.
 * @param {number} seconds
 * @returns {string}
 */
export function spoken(seconds) {
  let left = Math.max(0, Math.floor(seconds));
  if (left < 3_600) return digits(left);
  const first = UNITS.findIndex(([, size]) => left >= size);
  const parts = [];
  for (const [name, size] of UNITS.slice(first).slice(0, 2)) {
    parts.push(unit(name, Math.floor(left / size)));
    left %= size;
  }
  return parts.join(" ");
}

/**
 * Time as a clock shows it: 4:05, or 1:04:05.
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

/**
 * @param {string} name
 * @param {number} count
 */
function unit(name, count) {
  return new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "narrow" }).format(count);
}

/** Draws every clock of the page; only what changed is written. */
export function tick() {
  const now = document.getElementById("table")?.dataset.now ?? "";
  if (now && now !== told) ahead = Date.parse(now) - Date.now();
  told = now;
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("time[data-deadline]"))) {
    const left = Date.parse(clock.dataset.deadline ?? "") - Date.now() - ahead;
    if (!Number.isNaN(left)) show(clock, left);
  }
}

/**
 * @param {HTMLElement} clock
 * @param {number} left milliseconds
 */
function show(clock, left) {
  const live = clock.classList.contains("dial");
  const text = live ? digits(left / 1000) : spoken(left / 1000);
  if (clock.textContent !== text) clock.textContent = text;
  const low = left < (live ? SHORT.live : SHORT.days);
  clock.classList.toggle("low", low);
  if (low && left > 0 && "mine" in clock.dataset) once(`low ${clock.dataset.deadline}`, ears.low);
  if (left <= 0) once(`out ${clock.dataset.deadline}`, ears.out);
}

/**
 * @param {string} what
 * @param {(() => void) | undefined} tell
 */
function once(what, tell) {
  if (!tell || said.has(what)) return;
  said.add(what);
  tell();
}

/**
 * Lets the clocks run.
 * @param {Ears} [listening] what to call when time gets short or is over
 */
export function run(listening = {}) {
  ears = listening;
  tick();
  setInterval(tick, BEAT);
}
