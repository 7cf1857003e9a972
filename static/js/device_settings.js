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
  const set = { range: Number(target.value), checkbox: target instanceof HTMLInputElement && target.checked };
  const value = target.type === "range" || target.type === "checkbox" ? set[target.type] : target.value;
  const kept = keep({ [target.name]: value });
  status.textContent = (kept ? status.dataset.saved : status.dataset.failed) ?? "";
  if (target.name === "volume" || target.name === "haptics") signal("own", target.name === "volume");
});
