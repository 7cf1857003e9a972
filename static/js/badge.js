/** The points of the placed tiles, as a badge at the last of their squares; it tells how they come about. */

/** @import { Preview } from "./preview.js" */

/**
 * Draw the badge for the move that the preview shows; none without points.
 * @param {Preview} preview
 */
export function drawBadge(preview) {
  const source = preview.variants.chosen ?? preview.place;
  const { points = "", squares = "" } = source?.dataset ?? {};
  const submit = document.getElementById("submit");
  if (submit) submit.dataset.points = Number(points) ? points : "";
  const parts = (source === preview.place ? source : source?.parentElement)?.querySelector(".parts");
  placeBadge(squares, preview.staging.placements.length ? points : "", parts?.textContent ?? "");
}

/**
 * Put the badge on the last of these squares, in place of the one before; none without points that are explained.
 * @param {string} squares
 * @param {string} points
 * @param {string} parts how they come about
 */
export function placeBadge(squares, points, parts) {
  document.getElementById("badge")?.remove();
  document.getElementById("badge-parts")?.remove();
  const cell = document.getElementById(squares.split(" ").at(-1) ?? "");
  if (!Number(points) || !cell || !parts) return;
  // The points are drawn by styles and hidden from assistive technology: the page says the same in words.
  const badge = Object.assign(document.createElement("button"), { id: "badge", type: "button", ariaHidden: "true" });
  badge.dataset.points = points;
  const told = Object.assign(document.createElement("span"), { id: "badge-parts", textContent: parts });
  told.className = "told";
  told.popover = "auto";
  badge.tabIndex = -1;
  badge.popoverTargetElement = told;
  badge.addEventListener("click", (event) => event.stopPropagation()); // it is no tap on the square
  cell.append(badge, told);
}

/**
 * Show how points come about while a mouse is over them; a tap or a key opens it without this.
 * @param {HTMLElement} match
 */
export function listenToPoints(match) {
  match.addEventListener("pointerover", ({ pointerType, target }) => {
    const source = pointerType === "mouse" ? pointed(target) : null;
    if (source) told(source)?.showPopover({ source });
  });
  match.addEventListener("pointerout", ({ pointerType, target }) => {
    if (pointerType === "mouse") told(pointed(target))?.hidePopover();
  });
}

/** @param {EventTarget | null} target */
function pointed(target) {
  return target instanceof Element ? target.closest("button") : null;
}

/**
 * Return the explanation of points that a button opens.
 * @param {HTMLButtonElement | null} button
 * @returns {HTMLElement | null}
 */
function told(button) {
  const place = button?.popoverTargetElement;
  return place instanceof HTMLElement && place.matches(".told") ? place : null;
}
