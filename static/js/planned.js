/** Keeps the planned moves below the button to play: a swap of that part of the page would remove them with it. */

/** @type {HTMLElement | null} kept here, because a swap may have removed it */
let kept = document.getElementById("planned");

/**
 * Show the planned moves below the button to play; below the match while there is none.
 * @param {HTMLElement} match
 */
export function placePlanned(match) {
  kept = document.getElementById("planned") ?? kept;
  if (!kept) return;
  const before = document.getElementById("controls") ?? match;
  if (before.nextElementSibling !== kept) before.after(kept);
}
