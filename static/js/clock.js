/** The time that is left, ticking by the server's clock and in the reader's language. */

const UNITS = { day: 86_400, hour: 3_600, minute: 60, second: 1 };
const language = document.documentElement.lang || "en";

/** How far the server's clock is ahead of ours, in milliseconds. */
let ahead = 0;
let told = "";

/**
 * Time left in its two largest units, such as "2 days, 3 hr".
 * @param {number} seconds
 * @returns {string}
 */
export function spoken(seconds) {
  const left = Math.max(0, Math.floor(seconds));
  const names = Object.keys(UNITS);
  const first = names.findIndex((name) => left >= UNITS[name] || name === "second");
  const shown = left < UNITS.hour && left >= 5 * UNITS.minute ? [names[first]] : names.slice(first, first + 2);
  return shown.map((name) => unit(name, Math.floor((left % above(name)) / UNITS[name]))).join(" ");
}

/** @param {string} name of a unit; the seconds of the next larger one */
function above(name) {
  return { day: Infinity, hour: UNITS.day, minute: UNITS.hour, second: UNITS.minute }[name];
}

/**
 * @param {string} name
 * @param {number} count
 */
function unit(name, count) {
  return new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "short" }).format(count);
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
    clock.classList.toggle("short", left < UNITS.hour * 1000);
  }
}

/** Lets the clocks run. */
export function run() {
  tick();
  setInterval(tick, 1000);
}
