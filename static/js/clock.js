/** The time that is left, ticking by the server's clock and in the reader's language. */

/** @type {[string, number][]} each unit and its seconds */
const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]];
const SHORT = 3_600_000; // milliseconds that count as little
const language = document.documentElement.lang || "en";

/** How far the server's clock is ahead of ours, in milliseconds. */
let ahead = 0;
let told = "";

/**
 * Time left in its two largest units, such as "2d 3h".
 * @param {number} seconds
 * @returns {string}
 */
export function spoken(seconds) {
  let left = Math.max(0, Math.floor(seconds));
  const first = UNITS.findIndex(([, size]) => left >= size);
  const parts = [];
  for (const [name, size] of UNITS.slice(first).slice(0, 2)) {
    parts.push(unit(name, Math.floor(left / size)));
    left %= size;
  }
  return parts.join(" ");
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
    const text = spoken(left / 1000);
    if (!Number.isNaN(left) && clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("low", left < SHORT);
  }
}

/** Lets the clocks run. */
export function run() {
  tick();
  setInterval(tick, 1000);
}
