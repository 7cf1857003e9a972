/** Going on to the next match that waits for the player, after a move in correspondence. */

const PAUSE = 2_500; // milliseconds in which the move is seen

let leaving = 0;

/** Stay, as long as the player is busy here. */
function stay() {
  clearTimeout(leaving);
}

/**
 * Open the next match in a moment, unless the player touches this page meanwhile or it is their turn again.
 * @param {() => boolean} done whether the player still waits for the opponent
 */
export function advance(done) {
  stay();
  leaving = setTimeout(() => {
    const next = document.querySelector("#next:not([hidden]) a");
    if (next instanceof HTMLAnchorElement && done() && !document.querySelector("dialog[open]")) next.click();
  }, PAUSE);
}

for (const type of ["pointerdown", "keydown"]) addEventListener(type, stay);
