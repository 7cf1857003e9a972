/** Tiles picked for an exchange: shows how many are picked and which stay, and validates the number. */

import { announce } from "./announce.js";
import { word } from "./words.js";

/**
 * Update a form whenever a tile is picked.
 * @param {HTMLElement} match
 */
export function listenToPicks(match) {
  match.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "pick" && target.form) count(target.form);
  });
  match.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest(".picks > summary")) arrange();
  });
}

/** Put the tiles to pick in the order of the rack. */
function arrange() {
  const labels = [...document.querySelectorAll(".picking label")];
  for (const tile of document.querySelectorAll("#rack .tile")) {
    const { face } = /** @type {HTMLElement} */ (tile).dataset;
    const at = labels.findIndex((label) => label.querySelector("input")?.value === face);
    const [label] = at < 0 ? [] : labels.splice(at, 1);
    label?.parentElement?.append(label);
  }
  countPicks();
}

/** Update all forms, after the page changed. */
export function countPicks() {
  for (const form of document.querySelectorAll("form.picking")) count(/** @type {HTMLFormElement} */ (form));
}

/** @param {HTMLFormElement} form */
function count(form) {
  const boxes = [...form.querySelectorAll("input")].filter(({ name }) => name === "pick");
  const picked = boxes.filter(({ checked }) => checked).length;
  const stays = boxes.filter(({ checked }) => !checked).map((box) => box.parentElement?.textContent?.trim());
  const { fewest = "1", most = "1" } = form.dataset;
  const says = form.querySelector(".picked");
  const button = form.querySelector("button");
  if (says) announce(says, word("picked", { count: String(picked), stays: stays.join(" ") || "–" }));
  if (button) button.disabled = picked < Number(fewest) || picked > Number(most);
}
