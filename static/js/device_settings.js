/**
 * The settings of this device: they save themselves, and a changed volume is heard. The layout of a match is in a
 * cookie, by which the server draws the page; all else is read by scripts.
 */

import { device, keep } from "./device.js";
import { prepare, signal } from "./sound.js";

const YEAR = 60 * 60 * 24 * 365; // seconds
const [PREFIX, SECURE] = location.protocol === "https:" ? ["__Host-", "; secure"] : ["", ""];
const COOKIE = `${PREFIX}layout`;

const form = /** @type {HTMLFormElement} */ (document.getElementById("device"));
const status = /** @type {HTMLElement} */ (document.getElementById("device-status"));
const layouts = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll("select[data-layout]")]);

/** Return the words that the cookie keeps. */
function layout() {
  const kept = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${COOKIE}=`));
  return kept ? kept.slice(COOKIE.length + 1).split(".") : [];
}

/**
 * Keep what is chosen for matches.
 * @returns {boolean} whether the browser kept it
 */
function keepLayout() {
  const words = layouts.map(({ value }) => value).filter(Boolean);
  document.cookie = `${COOKIE}=${words.join(".")}; path=/; max-age=${words.length && YEAR}; samesite=lax${SECURE}`;
  return layout().join() === words.join();
}

/**
 * Keep what a field says.
 * @param {HTMLInputElement | HTMLSelectElement} field
 * @returns {boolean} whether the browser kept it
 */
function save(field) {
  if (field.dataset.layout !== undefined) return keepLayout();
  const set = { range: Number(field.value), checkbox: field instanceof HTMLInputElement && field.checked };
  return keep({ [field.name]: field.type === "range" || field.type === "checkbox" ? set[field.type] : field.value });
}

for (const [name, value] of Object.entries(device())) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = Boolean(value);
  else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = String(value);
}
const words = layout();
for (const field of layouts) field.value = [...field.options].find(({ value }) => words.includes(value))?.value ?? "";
form.hidden = false;
if (location.hash === `#${form.id}`) form.scrollIntoView();
prepare();

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  status.textContent = (save(target) ? status.dataset.saved : status.dataset.failed) ?? "";
  if (target.name === "volume" || target.name === "haptics") signal("own", target.name === "volume");
});
