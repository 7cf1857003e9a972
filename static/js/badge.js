/** The points of the placed tiles, as a badge at the last of their squares; it tells how they come about. */

/** @import { Preview } from "./preview.js" */

/**
 * Draw the badge for the move that the preview shows; none without points.
 * @param {Preview} preview
 */
export function drawBadge(preview) {
  document.getElementById("badge")?.remove();
  document.getElementById("badge-parts")?.remove();
  const source = preview.variants.chosen ?? preview.place;
  const { points = "", squares = "" } = source?.dataset ?? {};
  const cell = document.getElementById(squares.split(" ").at(-1) ?? "");
  const parts = (source === preview.place ? source : source?.parentElement)?.querySelector(".parts");
  if (!Number(points) || !cell || !parts || !preview.staging.placements.length) return;
  const badge = Object.assign(document.createElement("button"), { id: "badge", type: "button", textContent: points });
  const told = Object.assign(document.createElement("span"), { id: "badge-parts", textContent: parts.textContent });
  told.className = "told";
  told.popover = "auto";
  badge.tabIndex = -1; // the preview says the same
  badge.popoverTargetElement = told;
  badge.addEventListener("click", (event) => event.stopPropagation()); // it is no tap on the square
  cell.append(badge, told);
}

/**
 * Show how points come about while a mouse is over them; a tap or a key opens it without this.
 * @param {HTMLElement} match
 */
export function listenToPoints(match) {
  match.addEventListener("pointerover", (event) => event.pointerType === "mouse" && told(event.target)?.showPopover());
  match.addEventListener("pointerout", (event) => event.pointerType === "mouse" && told(event.target)?.hidePopover());
}

/**
 * Return the element that the button under the pointer opens.
 * @param {EventTarget | null} target
 * @returns {HTMLElement | null}
 */
function told(target) {
  const button = target instanceof Element ? target.closest("button") : null;
  const place = button?.popoverTargetElement;
  return place instanceof HTMLElement ? place : null;
}
