/** The settings of this device: they save themselves, and a changed volume is heard. */

import { device, keep } from "./device.js";
import { prepare, signal } from "./sound.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("device"));
const status = /** @type {HTMLElement} */ (document.getElementById("device-status"));

for (const [name, value] of Object.entries(device())) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = Boolean(value);
  else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = String(value);
}
form.hidden = false;
prepare();

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  /** @type {Record<string, unknown>} */
  const values = { volume: Number(target.value), haptics: target instanceof HTMLInputElement && target.checked };
  const kept = keep({ [target.name]: values[target.name] ?? target.value });
  status.textContent = (kept ? status.dataset.saved : status.dataset.failed) ?? "";
  if (target.name === "volume" || target.name === "haptics") signal("own", target.name === "volume");
});
