/**
 * The settings of this device: they save themselves, and a changed volume is heard. What is set for each pace is in a
 * cookie, by which the server draws the page of a match; all else is read by scripts.
 */

import { announce } from "./announce.js";
import { device, keep } from "./device.js";
import { running } from "./running.js";
import { prepare, signal } from "./sound.js";

const YEAR = 60 * 60 * 24 * 365; // seconds
const [PREFIX, SECURE] = location.protocol === "https:" ? ["__Host-", "; secure"] : ["", ""];
const COOKIE = `${PREFIX}match`;

const form = /** @type {HTMLFormElement} */ (document.getElementById("device"));
const status = /** @type {HTMLElement} */ (document.getElementById("device-status"));
const paced = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll("select[data-pace]")]);

/** Return the words that the cookie keeps: choices with their paces. */
function kept() {
  const found = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${COOKIE}=`));
  return found ? found.slice(COOKIE.length + 1).split(".") : [];
}

/**
 * Keep what is chosen for matches.
 * @returns {boolean} whether the browser kept it
 */
function keepPaced() {
  const words = paced.filter(({ value }) => value).map(({ value, dataset }) => `${value}-${dataset.pace}`);
  document.cookie = `${COOKIE}=${words.join(".")}; path=/; max-age=${words.length && YEAR}; samesite=lax${SECURE}`;
  return kept().join() === words.join();
}

/**
 * Keep what a field says.
 * @param {HTMLInputElement | HTMLSelectElement} field
 * @returns {boolean} whether the browser kept it
 */
function save(field) {
  if (field instanceof HTMLSelectElement) return keepPaced();
  return keep({ [field.name]: field.type === "range" ? Number(field.value) : field.checked });
}

for (const [name, value] of Object.entries(device())) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = Boolean(value);
  else if (field instanceof HTMLInputElement) field.value = String(value);
}
const words = kept();
for (const field of paced) {
  const chosen = [...field.options].find(({ value }) => words.includes(`${value}-${field.dataset.pace}`));
  field.value = chosen?.value ?? "";
}
const others = form.querySelector("details");
if (others) others.open = paced.some(({ value }) => value);
form.hidden = false;
if (location.hash === `#${form.id}`) form.scrollIntoView();
prepare();

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  announce(status, (save(target) ? status.dataset.saved : status.dataset.failed) ?? "");
  if (target.name === "volume" || target.name === "haptics") signal("own", target.name === "volume");
});
running("device_settings");
